import { type JsonObject, type Message, messageText } from '@tenfold/core';

/** Characters of the last message that a picker shows. */
const PREVIEW = 200;
/** Characters of a session that are searched; an index holds them. */
const SEARCHED = 500;
/** Characters of a search that are looked at. */
const SOUGHT = 200;

/** Letters without accents, and no characters that are not seen but line breaks. */
const PLAIN = /^[ -~\n]*$/;

/** Space that is more than one between words. */
const SPACED = /[^\S ]| {2}/;

/** What of a message can be searched: its words, what tools were asked, and the names of files. */
export function entryWords(message: Message): string {
  const words = [messageText(message)];
  for (const part of message.parts) {
    if (part.type === 'tool-call') words.push(part.name, typeof part.input === 'string' ? part.input : leaves(part.input));
    if (part.type === 'attachment') words.push(part.name ?? '');
  }
  return words.filter(Boolean).join('\n');
}

/** What of a memory can be searched: every text in it. */
export function memoryWords(content: JsonObject): string {
  return leaves(content);
}

/** The beginning of a message in one line, cut between characters. */
export function previewOf(message: Message): string {
  const beginning = messageText(message).slice(0, PREVIEW * 4);
  const text = (SPACED.test(beginning) ? beginning.replace(/\s+/g, ' ') : beginning).trim();
  return text.slice(0, PREVIEW).replace(/[\uD800-\uDBFF]$/, '');
}

/** What a search for sessions looks through: their title and last message, without case and accents. */
export function sessionWords(title: string, preview: string | null): string {
  return plain(`${title}\n${preview ?? ''}`).slice(0, SEARCHED);
}

/** The pattern of a search, for `like … escape '\\'`; null where nothing is sought. */
export function soughtPattern(q: string): string | null {
  const words = plain(q.slice(0, SOUGHT)).trim();
  return words === '' ? null : `%${words.replace(/[\\%_]/g, '\\$&')}%`;
}

function plain(text: string): string {
  if (PLAIN.test(text)) return text.replaceAll('\n', '').toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cc}]+/gu, '')
    .toLowerCase();
}

function leaves(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(leaves).filter(Boolean).join('\n');
  if (typeof value === 'object' && value !== null) return Object.values(value).map(leaves).filter(Boolean).join('\n');
  return '';
}
