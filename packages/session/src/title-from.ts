import { type Message, messageText } from '@tenfold/core';

/** Characters of a title taken from the first message. */
const MAX_LENGTH = 60;
/** Characters that are looked at for them; a first message may be a book. */
const LOOKED_AT = 2_000;

/** What a session without a title is called: the first thing said in it. Nothing where that has no words. */
export function titleFrom(first: Message | undefined): { readonly title?: string } {
  const words = first === undefined ? '' : messageText(first).trimStart().slice(0, LOOKED_AT).replace(/\s+/g, ' ').trim();
  if (words === '') return {};
  if (words.length <= MAX_LENGTH) return { title: words };
  const cut = words
    .slice(0, MAX_LENGTH)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replace(/\s\S*$/, '');
  return { title: `${cut}…` };
}
