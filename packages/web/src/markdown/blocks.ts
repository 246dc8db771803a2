import { readBlocks } from './read-markdown.ts';

type Position = ReturnType<typeof readBlocks>[number]['position'];

/** A piece of a text that can be read on its own: a block, or one item of a list. */
export interface Block {
  readonly text: string;
  readonly item: Item | null;
}

/** What an item has to do with those beside it. */
export interface Item {
  /** Items that follow each other under the same mark are one list. */
  readonly mark: string;
  /** Whether there is a blank line in it, or between it and the next: then its whole list is set with space. */
  readonly spread: boolean;
}

/** A text cut into blocks. */
export interface Blocks {
  readonly text: string;
  readonly blocks: readonly Block[];
}

/** What more text can still change: the last block, and the one before, which a blank line may only seem to have ended. */
const OPEN_BLOCKS = 2;
/** What the reader takes indented code for, and what follows it or an empty item, depends on what stands before. */
const INDENTED_CODE = /^(?:[ \t]*\n)*(?: {4}| {0,3}\t)/;
const EMPTY_ITEM = /^\s*(?:[-*+]|\d+[.)])\s*$/;
/** A line of more characters has shown what kind of block it is in; more of it changes nothing but its length. */
const SHOWN_KIND = 24;
/** What names something for other blocks: the address of a link, a footnote. Such a text is read as one. */
const NAMES = /^ {0,3}\[[^\]\n]+\]:/m;

/** The blocks of a text. Of one that has grown since `before`, only the end is read again. */
export function blocksOf(text: string, before?: Blocks): Blocks {
  if (before?.text === text) return before;
  if (NAMES.test(text)) return { text, blocks: [{ text, item: null }] };
  const more = before !== undefined && text.startsWith(before.text) ? text.slice(before.text.length) : null;
  const last = before?.blocks.at(-1);
  if (before !== undefined && last !== undefined && more !== null && onSameLine(before.text, more))
    return { text, blocks: [...before.blocks.slice(0, -1), { ...last, text: last.text + more }] };
  const settled = more === null || before === undefined ? [] : settledOf(before.blocks);
  const end = text.slice(settled.reduce((length, block) => length + block.text.length, 0));
  return { text, blocks: [...settled, ...cut(end)] };
}

/** Blocks by what they are drawn as: the items of a list together, all else by itself. */
export function runsOf(blocks: readonly Block[]): readonly { readonly at: number; readonly run: readonly Block[] }[] {
  const runs: { at: number; run: Block[] }[] = [];
  for (const [at, block] of blocks.entries()) {
    const last = runs.at(-1);
    if (block.item !== null && last?.run[0]?.item?.mark === block.item.mark) last.run.push(block);
    else runs.push({ at, run: [block] });
  }
  return runs;
}

/** What more text cannot change. */
function settledOf(blocks: readonly Block[]): readonly Block[] {
  let end = Math.max(0, blocks.length - OPEN_BLOCKS);
  while (end > 0 && hangTogether(blocks[end - 1]?.text ?? '', blocks[end]?.text ?? '')) end--;
  return blocks.slice(0, end);
}

function hangTogether(before: string, block: string): boolean {
  return INDENTED_CODE.test(before) || INDENTED_CODE.test(block) || EMPTY_ITEM.test(before);
}

function onSameLine(before: string, more: string): boolean {
  return !more.includes('\n') && before.slice(before.lastIndexOf('\n') + 1).trim().length > SHOWN_KIND;
}

/** Cuts before each block and each item of a list; what stands between two belongs to the first. */
function cut(text: string): readonly Block[] {
  const pieces = readBlocks(text).flatMap((block): readonly (Pick<Block, 'item'> & { readonly position: Position })[] =>
    block.type === 'list'
      ? block.children.map(({ spread, position }, index, { [index + 1]: next }) => ({
          position,
          item: { mark: markAt(text, position), spread: spread === true || isBlankBetween(text, position, next?.position) },
        }))
      : [{ position: block.position, item: null }],
  );
  const starts = pieces.map(({ position }, index) => (index === 0 ? 0 : lineStart(text, position?.start.offset ?? 0)));
  return pieces.length === 0
    ? [{ text, item: null }].filter((block) => block.text !== '')
    : pieces.map(({ item }, index) => ({ text: text.slice(starts[index], starts[index + 1]), item }));
}

function markAt(text: string, position: Position): string {
  return /[-*+.)]/.exec(text.slice(position?.start.offset))?.[0] ?? '';
}

function isBlankBetween(text: string, one: Position, next: Position): boolean {
  return next !== undefined && /\n[^\n]*\n/.test(text.slice(one?.end.offset, next.start.offset));
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}
