import type { Message, Part, ResultPart } from '@tenfold/core';
import { fileText } from '@tenfold/dialects';

/** The message with its text files as text: counted, folded, searched and recalled as such, and taken by every model. */
export function withTextFiles(message: Message): Message {
  if (!message.parts.some(mayHoldFile)) return message;
  const parts = message.parts.map(partAsText);
  return parts.every((part, at) => part === message.parts[at]) ? message : { ...message, parts };
}

function mayHoldFile({ type }: Part): boolean {
  return type === 'attachment' || type === 'tool-result';
}

function partAsText(part: Part): Part {
  if (part.type !== 'tool-result' || typeof part.output === 'string') return asText(part);
  const output = part.output.map(asText) as readonly ResultPart[];
  return output.every((piece, at) => piece === (part.output as readonly ResultPart[])[at]) ? part : { ...part, output };
}

function asText(part: Part): Part {
  const text = part.type === 'attachment' ? fileText(part) : undefined;
  return text === undefined ? part : { type: 'text', text: text.toWellFormed() };
}
