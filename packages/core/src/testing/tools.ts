import type { JsonObject, ToolDefinition } from '../message.ts';

const text: JsonObject = { type: 'string' };

function tool(name: string, description: string, properties: JsonObject): ToolDefinition {
  return { name, description, parameters: { type: 'object', properties: { ...properties, reason: text } } };
}

/** The tools of a generated transcript. */
export const toolsOfWork: readonly ToolDefinition[] = [
  tool('read_file', 'Reads a file or some of its lines.', { path: text, from: { type: 'integer' }, to: { type: 'integer' } }),
  tool('edit_file', 'Replaces a text in a file.', { path: text, old_text: text, new_text: text }),
  tool('apply_patch', 'Applies a patch.', { patch: text }),
  tool('bash', 'Runs a command.', { command: text }),
  tool('search', 'Searches all files.', { pattern: text, path: text }),
  tool('http_get', 'Fetches from the service under test.', { url: text }),
];
