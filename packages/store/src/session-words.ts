import { type Message, messageText } from '@tenfold/core';

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
