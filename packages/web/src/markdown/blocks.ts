import { readBlocks } from './read-markdown.ts';

/** A text cut into blocks that can each be read on their own. */
export interface Blocks {
  readonly text: string;
  readonly blocks: readonly string[];
}

/** What more text can still change: the last block, and the one before, which a blank line may only seem to have ended. */
const OPEN_BLOCKS = 2;
/** A line of more characters has shown what kind of block it is in; more of it changes nothing but its length. */
const SHOWN_KIND = 24;
/** What names something for other blocks: the address of a link, a footnote. Such a text is read as one. */
const NAMES = /^ {0,3}\[[^\]\n]+\]:/m;

/** The blocks of a text. Of one that has grown since `before`, only the end is read again. */
export function blocksOf(text: string, before?: Blocks): Blocks {
  if (before?.text === text) return before;
  if (NAMES.test(text)) return { text, blocks: [text] };
  const more = before !== undefined && text.startsWith(before.text) ? text.slice(before.text.length) : null;
  if (before !== undefined && more !== null && onSameLine(before.text, more))
    return { text, blocks: [...before.blocks.slice(0, -1), (before.blocks.at(-1) ?? '') + more] };
  const settled = more === null ? [] : (before?.blocks.slice(0, -OPEN_BLOCKS) ?? []);
  const end = text.slice(settled.reduce((length, block) => length + block.length, 0));
  return { text, blocks: [...settled, ...cut(end)] };
}

function onSameLine(before: string, more: string): boolean {
  return !more.includes('\n') && before.slice(before.lastIndexOf('\n') + 1).trim().length > SHOWN_KIND;
}

/** Cuts before each block; what stands between two belongs to the first. */
function cut(text: string): readonly string[] {
  const starts = readBlocks(text)
    .slice(1)
    .map(({ position }) => lineStart(text, position?.start.offset ?? 0));
  return [0, ...starts].map((start, index) => text.slice(start, starts[index])).filter((block) => block !== '');
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}
