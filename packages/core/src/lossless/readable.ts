import { type Json, type Part, resultText } from '../message.ts';
import { bareLinesOf, type Lines } from './lines.ts';

const texts = new WeakMap<Part, string>();
const lines = new WeakMap<Part, Lines>();

/** The text of a part that others may be copied from: words, a result, the strings of a call. Null where there is none. */
export function readableText(part: Part): string | null {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'tool-result':
      return typeof part.output === 'string' ? part.output : remembered(part, () => resultText(part));
    case 'tool-call':
      return remembered(part, () => stringsOf(part.input).join('\n'));
    default:
      return null;
  }
}

/** Its lines without gutters; remembered, since parts are values. */
export function readableLines(part: Part): Lines | null {
  const known = lines.get(part);
  if (known !== undefined) return known;
  const text = readableText(part);
  if (text === null) return null;
  const found = bareLinesOf(text);
  lines.set(part, found);
  return found;
}

function remembered(part: Part, make: () => string): string {
  const known = texts.get(part) ?? make();
  texts.set(part, known);
  return known;
}

function stringsOf(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap((item) => stringsOf(item as Json));
}
