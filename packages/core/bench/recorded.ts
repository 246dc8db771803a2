import type { Json, Message, Part } from '../src/index.ts';

type RecordedPart =
  | { type: 'text'; text: string }
  | { type: 'tool_call'; id: string; name: string; input: Json }
  | { type: 'tool_result'; id: string; name?: string; output: string; isError?: boolean };

/** Conversations of a recorded file, one a line, as messages. */
export function recordedMessages(lines: string): readonly (readonly Message[])[] {
  return lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const { messages } = JSON.parse(line) as { messages: { role: Message['role']; content: RecordedPart[] }[] };
      return messages.map(({ role, content }) => ({ role, parts: content.map(partOf) }));
    });
}

function partOf(part: RecordedPart): Part {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text };
    case 'tool_call':
      return { type: 'tool-call', id: part.id, name: part.name, input: part.input };
    case 'tool_result': {
      const { id, name, output, isError } = part;
      return { type: 'tool-result', id, ...(name === undefined ? {} : { name }), output, ...(isError ? { isError } : {}) };
    }
  }
}
