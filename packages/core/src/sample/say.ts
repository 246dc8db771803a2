import type { Json, Message, Part, ToolCall, ToolResult } from '../message.ts';

/** A user's words, and files where there are some. */
export function user(text: string, ...files: readonly Part[]): Message {
  return { role: 'user', parts: [{ type: 'text', text }, ...files] };
}

/** An assistant's words and the tools it calls. */
export function assistant(text: string, ...calls: readonly ToolCall[]): Message {
  return { role: 'assistant', parts: [...(text === '' ? [] : [{ type: 'text', text } as const]), ...calls] };
}

/** The same with its thinking in front. */
export function thinking(thought: string, message: Message): Message {
  return { ...message, parts: [{ type: 'reasoning', text: thought }, ...message.parts] };
}

/** A call of a tool. */
export function call(id: string, name: string, input: Json): ToolCall {
  return { type: 'tool-call', id, name, input };
}

/** What tools answered, in one message. */
export function answers(...results: readonly ToolResult[]): Message {
  return { role: 'tool', parts: results };
}

/** One tool's answer. */
export function result(id: string, name: string, output: string): ToolResult {
  return { type: 'tool-result', id, name, output };
}

/** One tool's refusal. */
export function failure(id: string, name: string, output: string): ToolResult {
  return { type: 'tool-result', id, name, output, isError: true };
}

/** A change of a file: `before` stands in it exactly once. */
export interface Change {
  readonly before: string;
  readonly after: string;
}

/** The file after the change. */
export function changed(file: string, change: Change): string {
  return file.replace(change.before, () => change.after);
}

/** Lines of a file as a reading tool shows them, numbered from 1; `from` and `to` are both included. */
export function numbered(file: string, from = 1, to = Number.POSITIVE_INFINITY): string {
  return file
    .split('\n')
    .map((line, index) => `${String(index + 1).padStart(4)}\t${line}`)
    .slice(from - 1, to)
    .join('\n');
}
