import type { JsonObject, ToolDefinition } from '../message.ts';

const path = { type: 'string', description: 'Path inside the repository.' };

function tool(name: string, description: string, properties: JsonObject, required: readonly string[]): ToolDefinition {
  return { name, description, parameters: { type: 'object', properties, required, additionalProperties: false } };
}

/** The tools of the sample's assistant. */
export const tools: readonly ToolDefinition[] = [
  tool('list_files', 'Lists the files below a folder, ignored ones left out.', { path }, ['path']),
  tool(
    'read_file',
    'Reads a file, or some of its lines. Lines are numbered from 1.',
    { path, from: { type: 'integer', minimum: 1 }, to: { type: 'integer', minimum: 1 } },
    ['path'],
  ),
  tool(
    'edit_file',
    'Replaces a text that stands exactly once in a file. Fails, and changes nothing, when it is missing or stands there more often.',
    { path, old_text: { type: 'string' }, new_text: { type: 'string' } },
    ['path', 'old_text', 'new_text'],
  ),
  tool('write_file', 'Creates a file or replaces all of it.', { path, content: { type: 'string' } }, ['path', 'content']),
  tool('search', 'Searches all files for a regular expression.', { pattern: { type: 'string' }, path }, ['pattern']),
  tool('bash', 'Runs a command in the root of the repository and gives back what it prints.', { command: { type: 'string' } }, [
    'command',
  ]),
];
