import { type Gutter, gutterText, restoreGutters, stripGutters } from './gutter.ts';
import type { Lines } from './lines.ts';

/** Fewer numbered lines are not worth naming beside a longer gutter. */
const SHORT_RUN = 6;
const SHARE = /(?:(\d+)-(\d+) )?numbered ("(?:[^"\\]|\\.)*")(?:, |$)/uy;

/** Lines with their numbers taken off and named once; null when they have none. */
export function foldNumbers({ text, gutters: all, count: lines }: Lines): string | null {
  const gutters = all.length > 1 ? all.filter(({ count }) => count >= SHORT_RUN) : all;
  if (gutters.length === 0) return null;
  const named = gutters.map((gutter) => {
    const literal = JSON.stringify(gutterText(gutter, 0));
    return gutter.count === lines
      ? `numbered ${literal}`
      : `${gutter.from + 1}-${gutter.from + gutter.count} numbered ${literal}`;
  });
  return `⟨ Lines ${named.join(', ')} ⟩\n${stripGutters(text, gutters)}`;
}

/** The text with its line numbers on again; null when it was not folded so. */
export function unfoldGutters(text: string): string | null {
  const feed = text.indexOf('\n');
  if (feed < 0 || !text.startsWith('⟨ Lines ') || !text.startsWith(' ⟩', feed - 2)) return null;
  const bare = text.slice(feed + 1);
  const gutters = readGutters(text.slice('⟨ Lines '.length, feed - 2), bare);
  return gutters === null ? null : restoreGutters(bare, gutters);
}

function readGutters(named: string, bare: string): readonly Gutter[] | null {
  const gutters: Gutter[] = [];
  SHARE.lastIndex = 0;
  while (SHARE.lastIndex < named.length) {
    const found = SHARE.exec(named);
    if (found === null) return null;
    const [, from, to, literal = '""'] = found;
    const sample = /^(L?)( *)(\d+)([\s\S]+)$/u.exec(String(JSON.parse(literal)));
    if (sample === null) return null;
    const [, letter = '', spaces = '', number = '', mark = ''] = sample;
    const place =
      from === undefined
        ? { from: 0, count: bare.split('\n').length }
        : { from: Number(from) - 1, count: Number(to) - Number(from) + 1 };
    if (place.from < 0 || place.count < 1) return null;
    const pad = number.length > 1 && number.startsWith('0') ? '0' : ' ';
    const lead = letter === 'L' ? 'L' : '';
    gutters.push({ ...place, lead, first: Number(number), width: spaces.length + number.length, pad, mark });
  }
  return gutters.length === 0 ? null : gutters;
}
