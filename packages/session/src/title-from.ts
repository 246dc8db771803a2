import { type Message, messageText } from '@tenfold/core';

/** Characters of a title. */
const MAX_LENGTH = 60;
/** Characters of a message that are looked at; a first message may be a book. */
const LOOKED_AT = 2_000;
/** Characters among which its first sentences are looked for. */
const SEGMENTED = 500;
/** Characters that say all there is to know of a long message in one line: what is behind them only makes it longer. */
const ENOUGH = SEGMENTED + 2 * MAX_LENGTH;
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
  const spoken = beginsPlainly(text)
    ? text.slice(0, ENOUGH)
    : inOneLine(text.replace(/```[\s\S]*?(?:```|$)/g, '\n')) || inOneLine(text);
  const { segment, index } = topicOf(spoken.slice(0, SEGMENTED));
  const rest = spoken.slice(index).trim();
  const title = rest.length <= MAX_LENGTH ? rest : cutTitle(segment.trim());
  return title === '' ? {} : { title };
}

/** The first sentence that says something; the first of all where none does. */
function topicOf(spoken: string): { readonly segment: string; readonly index: number } {
  for (const sentence of sentences.segment(spoken)) if (hasTopic(sentence.segment)) return sentence;
  return { segment: '', index: 0, ...sentences.segment(spoken).containing(0) };
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

/** Words with a space between: nothing to do, as most often. */
const ONE_LINE = /^[!-~]+(?: [!-~]+)*$/;

/** Whether a long message begins with words and single spaces alone, and without code. */
function beginsPlainly(text: string): boolean {
  const beginning = text.slice(0, ENOUGH);
  return text.length > ENOUGH && !beginning.includes('```') && ONE_LINE.test(beginning.trimEnd());
}

function inOneLine(text: string): string {
  if (ONE_LINE.test(text)) return text;
  return text.replace(/[\p{Cc}\p{Bidi_Control}\s]+/gu, ' ').trim();
}

function hasTopic(sentence: string): boolean {
  let found = 0;
  for (const { isWordLike } of words.segment(sentence)) if (isWordLike && ++found === MIN_WORDS) return true;
  return false;
}

function cutTitle(text: string): string {
  if (text.length <= MAX_LENGTH) return text;
  const cut = text
    .slice(0, MAX_LENGTH)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replace(/\s\S*$/, '');
  return `${cut}…`;
}
