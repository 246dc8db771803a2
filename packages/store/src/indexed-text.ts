import { type JsonObject, type Message, messageText } from '@tenfold/core';

/** What of a message can be searched: its words, what tools were asked, and the names of files. */
export function entryWords(message: Message): string {
  const more = message.parts.flatMap((part) => {
    if (part.type === 'tool-call') return [part.name, typeof part.input === 'string' ? part.input : leaves(part.input)];
    if (part.type === 'attachment') return part.name ?? [];
    return [];
  });
  return [messageText(message), ...more].filter((text) => text !== '').join('\n');
}

/** What of a memory can be searched: every text in it. */
export function memoryWords(content: JsonObject): string {
  return leaves(content);
}

function leaves(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(leaves).filter(Boolean).join('\n');
  if (typeof value === 'object' && value !== null) return Object.values(value).map(leaves).filter(Boolean).join('\n');
  return '';
}
