import { stripVTControlCharacters } from 'node:util';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const wide =
  /\p{Emoji_Presentation}|\ufe0f|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;

/** Columns a text takes in a terminal, colours aside. */
export function widthOf(text: string): number {
  const bare = stripVTControlCharacters(text);
  if (/^[\x20-\x7e]*$/.test(bare)) return bare.length;
  let width = 0;
  for (const { segment } of graphemes.segment(bare)) width += cells(segment);
  return width;
}

/** The text cut to a width, with `…` where something is missing. */
export function fit(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    used += cells(segment);
    if (used > width - 1) break;
    kept += segment;
  }
  return width < 1 ? '' : `${kept.trimEnd()}…`;
}

/** The text in lines of at most a width, broken between words; a longer word stays whole. What is indented stays so. */
export function wrapped(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => wrappedLine(line, width))
    .join('\n');
}

function wrappedLine(line: string, width: number): string {
  if (widthOf(line) <= width) return line;
  const indent = /^ */.exec(line)?.[0] ?? '';
  const lines: string[] = [];
  let current = '';
  for (const word of line.slice(indent.length).split(' ')) {
    const next = current === '' ? indent + word : `${current} ${word}`;
    if (current === '' || widthOf(next) <= width) current = next;
    else {
      lines.push(current);
      current = indent + word;
    }
  }
  return [...lines, current].join('\n');
}

/** The text cut to a width in its middle: what tells paths apart is often their end. */
export function fitMiddle(text: string, width: number): string {
  if (widthOf(text) <= width || width < 3) return fit(text, width);
  const segments = Array.from(graphemes.segment(text), ({ segment }) => segment);
  const head = takeCells(segments, Math.ceil((width - 1) / 3));
  const tail = takeCells(segments.reverse(), width - 1 - widthOf(head.join('')));
  return `${head.join('')}…${tail.reverse().join('')}`;
}

function takeCells(segments: readonly string[], width: number): string[] {
  const taken: string[] = [];
  let used = 0;
  for (const segment of segments) {
    used += cells(segment);
    if (used > width) break;
    taken.push(segment);
  }
  return taken;
}

/** Text out of a file in one line that cannot move the cursor, ring or recolour: whoever wrote the file does not drive the terminal. */
export function tame(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\s]+/gu, ' ')
    .trim();
}

/** The same for text of several lines: lines and indents stay. */
export function tameText(text: string): string {
  return stripVTControlCharacters(text)
    .replaceAll('\t', '  ')
    .replace(/[^\P{C}\n]+/gu, '');
}

function cells(grapheme: string): number {
  if (/^\p{M}+$/u.test(grapheme)) return 0;
  return wide.test(grapheme) ? 2 : 1;
}
