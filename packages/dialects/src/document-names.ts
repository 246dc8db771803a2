import type { Attachment, Message, Part } from '@tenfold/core';
import { inertAttachment } from './inert.ts';

/**
 * Messages in which no two documents have the same name, and none stands without words: Bedrock refuses both, and attaching a file a
 * second time would end a conversation. A name depends only on what came before it.
 */
export function withDocumentNames(
  messages: readonly Message[],
  nameOf: (file: Attachment) => string | null,
): { readonly messages: readonly Message[]; readonly changed: readonly number[] } {
  const used = new Set<string>();
  const changed: number[] = [];
  const named = messages.map((message, at) => {
    if (message.role !== 'user') return message;
    const documents = message.parts.filter((part) => part.type === 'attachment' && nameOf(part) !== null);
    if (documents.length === 0) return message;
    const parts = message.parts.map((part) => (part.type === 'attachment' ? renamed(part, nameOf(part), used) : part));
    if (!parts.some(({ type }) => type === 'text')) for (const file of documents) parts.push(inWords(file));
    if (parts.length === message.parts.length && parts.every((part, index) => part === message.parts[index])) return message;
    changed.push(at);
    return { ...message, parts };
  });
  return { messages: changed.length === 0 ? messages : named, changed };
}

/** Letters of a name before its number: two hundred are taken in all. */
const LONGEST_STEM = 180;

const inWords = (part: Part): Part => inertAttachment(part as Attachment);

function renamed(file: Attachment, name: string | null, used: Set<string>): Attachment {
  if (name === null) return file;
  let free = name === '' ? 'document' : name;
  const stem = free.slice(0, LONGEST_STEM);
  for (let count = 2; used.has(free.toLowerCase()); count++) free = `${stem} (${count})`;
  used.add(free.toLowerCase());
  return free === name ? file : { ...file, name: free };
}
