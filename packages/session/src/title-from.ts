import { type Message, messageText } from '@tenfold/core';

/** Characters of a title. */
const MAX_LENGTH = 60;
/** Characters of a message that are looked at; a first message may be a book. */
const LOOKED_AT = 2_000;
/** Fewer words are a greeting, not a topic. */
const MIN_WORDS = 3;

/** Quotes, marks of Markdown and full stops around a title. */
const DRESSING = /^["'“”‘’«»*#\s]+|(?<!["'“”‘’«»*\s.])["'“”‘’«»*\s.]+$/g;

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });
const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/**
 * What a session without a title is called: its first message from the first sentence on that says something, or that sentence
 * alone; code is left out where there is more than code. Nothing where the message has no words.
 */
export function titleFrom(first: Message | undefined): { readonly title?: string } {
  const text = first === undefined ? '' : messageText(first).trimStart().slice(0, LOOKED_AT);
  const spoken = inOneLine(text.replace(/```[\s\S]*?(?:```|$)/g, '\n')) || inOneLine(text);
  const said = [...sentences.segment(spoken)].map(({ segment }) => segment);
  const topic = Math.max(0, said.findIndex(hasTopic));
  const rest = said.slice(topic).join('').trim();
  const title = rest.length <= MAX_LENGTH ? rest : cutTitle((said[topic] ?? '').trim());
  return title === '' ? {} : { title };
}

/** A title somebody else wrote, in one line without quotes around it; empty where it has no words. */
export function tidyTitle(text: string): string {
  const line = text.slice(0, LOOKED_AT).split('\n').map(inOneLine).find(Boolean) ?? '';
  return cutTitle(
    line
      .replace(DRESSING, '')
      .replace(/^title:/i, '')
      .replace(DRESSING, ''),
  );
}

function inOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}\s]+/gu, ' ').trim();
}

function hasTopic(sentence: string): boolean {
  return [...words.segment(sentence)].filter(({ isWordLike }) => isWordLike).length >= MIN_WORDS;
}

function cutTitle(text: string): string {
  if (text.length <= MAX_LENGTH) return text;
  const cut = text
    .slice(0, MAX_LENGTH)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replace(/\s\S*$/, '');
  return `${cut}…`;
}
