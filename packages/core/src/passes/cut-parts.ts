import { cutToTokens } from '../cut.ts';
import { attachmentLine, attachmentsIn, type Part } from '../message.ts';
import { operate } from '../operation.ts';
import { foldPart, partText, withFilesNamed } from '../part-folds.ts';
import type { Draft, Pass, Problem } from '../pass.ts';
import { partTokens } from '../project.ts';
import { contentType, selectRows } from '../selection.ts';
import { tellingExcerpt } from '../telling-excerpt.ts';
import type { EntryRow } from '../view.ts';

/** An older result keeps a tenth of itself, within these bounds. */
const KEPT = { least: 32, most: 200 } as const;
/** Characters an older call keeps of each of its parameters: its file and command, and how a text began. */
const KEPT_CHARS = 200;
/** Tokens of a part that are still good to read. */
const PAGE = 1_000;

/**
 * Cuts results older than what is retained to about a tenth, the oldest first, until the goal is met: down to the goal and not
 * just below the limit, so that the prompt cache breaks once in a while and not with every request from then on.
 */
export const excerptOlderResults: Pass = olderPass(
  'floor-excerpt',
  'Excerpt older results',
  'tool-result',
  (part, problem, told, excess) => {
    const tenth = Math.max(KEPT.least, Math.min(KEPT.most, Math.floor(part.whole / 10)));
    // A target is to be spent: no more goes than must.
    return cutTo(part, problem.spend ? Math.max(tenth, part.tokens - excess) : tenth, problem, told);
  },
);

/** Cuts long parameters of older calls: texts that were written or replaced long ago. A call keeps its shape, and a visible mark stands where it was cut. */
export const cutOlderCalls: Pass = olderPass('floor-cut-calls', 'Cut parameters of older calls', 'tool-call', (part, problem) =>
  draftOf(part, shortCall(part.original, KEPT_CHARS, problem), problem),
);

/** Cuts the largest texts, parameters and results as far as is asked, the newest too, none to less than a page. */
export const cutLarge: Pass = levelPass('floor-cut-large', 'Cut the largest', PAGE);

/** The same down to a paragraph: records are given up for no less. */
export const cutMore: Pass = levelPass('floor-cut-more', 'Cut to paragraphs', KEPT.most);

/** The same, however little is left of them. */
export const cutAny: Pass = levelPass('floor-cut', 'Cut all that may be cut', 0);

type Cut = { readonly draft: Draft; readonly gain: number };

function olderPass(
  id: string,
  name: string,
  type: Part['type'],
  cut: (part: Cuttable, problem: Problem, told: Set<string>, excess: number) => Cut | null,
): Pass {
  return {
    id,
    name,
    when: { type: 'always' },
    floor: true,
    propose(problem) {
      let excess = problem.excess;
      const told = new Set<string>();
      return cuttable(selectRows(problem, { type: 'retention' }), problem).flatMap((part) => {
        const made = excess <= 0 || part.original.type !== type ? null : cut(part, problem, told, excess);
        excess -= made?.gain ?? 0;
        return made === null ? [] : [made.draft];
      });
    },
  };
}

/** Cuts all that are larger down to one level. */
function levelPass(id: string, name: string, least: number): Pass {
  return {
    id,
    name,
    when: { type: 'always' },
    floor: true,
    propose(problem) {
      const { view, seams } = problem;
      const rows = view.rows.filter((row): row is EntryRow => row.kind === 'entry' && !seams.fixed(row.index));
      return levelled(rows, problem.excess, problem, least).map(({ draft }) => draft);
    },
  };
}

/** The largest parts of rows, all cut to one level, so that they lose `excess` together. */
function levelled(rows: readonly EntryRow[], excess: number, problem: Problem, least: number): readonly Cut[] {
  const parts = cuttable(rows, problem);
  const sizes = parts.map(({ tokens }) => tokens);
  const level = Math.max(least, waterLevel(sizes, excess));
  const told = new Set<string>();
  return parts.flatMap((part) => cutTo(part, level, problem, told) ?? []);
}

/** Cuts in rows that would otherwise be hidden, so that they lose `excess`; null where they cannot, or would say next to nothing. */
export function cutInstead(rows: readonly EntryRow[], excess: number, problem: Problem): readonly Draft[] | null {
  const cuts = levelled(rows, excess, problem, KEPT.least);
  return cuts.reduce((sum, { gain }) => sum + gain, 0) < excess ? null : cuts.map(({ draft }) => draft);
}

/** A part that a draft would cut, cut so that it weighs no more than `size`; null where that is no lighter. */
export function cutLess({ target }: Draft, size: number, problem: Problem): Draft | null {
  const row = problem.view.rows.find((row) => row.kind === 'entry' && target.kind === 'part' && row.entry.id === target.entry);
  if (row?.kind !== 'entry' || target.kind !== 'part') return null;
  const part = cuttable([row], problem).find(({ index }) => index === target.index);
  return (part && cutTo(part, size, problem, new Set())?.draft) ?? null;
}

interface Cuttable {
  readonly row: EntryRow;
  readonly index: number;
  readonly original: Part;
  /** Tokens of the part as it is shown, and as it was given. */
  readonly tokens: number;
  readonly whole: number;
}

/** Texts, parameters and results of rows, with what they weigh, images included. Thinking and what a vendor signed go whole or stay. */
function cuttable(rows: readonly EntryRow[], { count }: Problem): Cuttable[] {
  return rows.flatMap((row) =>
    row.message.parts.flatMap((part, index) => {
      if (contentType(part) === null) return [];
      const original = row.entry.message.parts[index] ?? part;
      const tokens = partTokens(row.message, index, count);
      return [{ row, index, original, tokens, whole: original === part ? tokens : partTokens(row.entry.message, index, count) }];
    }),
  );
}

/** A part cut to a size, files and images named in it, those in `told` only once; null when that would not make it lighter. */
function cutTo(part: Cuttable, size: number, problem: Problem, told: Set<string>): Cut | null {
  if (part.tokens <= size) return null;
  if (part.original.type === 'tool-call') return cutCallTo(part, size, problem);
  const { count } = problem;
  const text = partText(part.original) ?? '';
  const room = size - namedTokens(part.original, problem) - (isUnread(part, problem) ? RECALL : 0);
  const body = room >= KEPT.least ? tellingExcerpt(text, room, count, told) : cutToTokens(text, room, count.text);
  return draftOf(part, body, problem);
}

/** Tokens of the lines that name the files and images of a result once they are gone. */
function namedTokens(part: Part, { count }: Problem): number {
  return part.type === 'tool-result'
    ? count.text(
        attachmentsIn(part)
          .map((file) => `- ${attachmentLine(file)}\n`)
          .join(''),
      )
    : 0;
}

/** Characters of a token at most, in texts worth cutting: a cut that turns out too long is shortened. */
const MAX_CHARS = 12;
/** Least characters a parameter is cut to. */
const SHORTEST_PARAMETER = 20;

function cutCallTo(part: Cuttable, size: number, problem: Problem): Cut | null {
  for (let chars = size * MAX_CHARS; chars > SHORTEST_PARAMETER; ) {
    const cut = draftOf(part, shortCall(part.original, chars, problem), problem);
    const left = part.tokens - (cut?.gain ?? 0);
    if (cut !== null && left <= size) return cut;
    chars = Math.floor(Math.min(chars * 0.9, (chars * size) / left));
  }
  return shortestCall(part, problem);
}

/** Letters that may be missing to the end of a word. */
const END_OF_WORD = 8;

/** A call cut as far as it goes: inside a word it may weigh more than behind it, so that some lengths are tried. */
function shortestCall(part: Cuttable, problem: Problem): Cut | null {
  const cuts = Array.from({ length: END_OF_WORD }, (_, more) =>
    draftOf(part, shortCall(part.original, SHORTEST_PARAMETER + more, problem), problem),
  );
  return cuts.reduce((lightest, cut) => ((cut?.gain ?? 0) > (lightest?.gain ?? 0) ? cut : lightest), null);
}

function shortCall(call: Part, maxChars: number, problem: Problem): string | null {
  const body = operate({ operation: 'truncate', truncate: { maxChars } }, call, problem)?.body;
  return typeof body === 'string' ? body : null;
}

/** Tokens of the line that says how a part can be recalled, bounded from above. */
const RECALL = 20;

function isUnread({ original, row }: Cuttable, { seams }: Problem): boolean {
  return original.type === 'tool-result' && row.index >= seams.unread;
}

/** What has not been read yet says how it can be had whole. */
function draftOf(part: Cuttable, body: string | null, problem: Problem): Cut | null {
  if (body === null) return null;
  const { row, index, original, tokens } = part;
  const { count } = problem;
  const recallable = isUnread(part, problem);
  const after = partTokens({ role: row.message.role, parts: [foldPart(original, withFilesNamed(original, body))] }, 0, count);
  const gain = tokens - after - (recallable ? RECALL : 0);
  if (gain <= 0) return null;
  const target = { kind: 'part', entry: row.entry.id, index } as const;
  return { draft: { target, kind: 'truncation', body, ...(recallable ? { recallable } : {}) }, gain };
}

/** The size all larger ones must come down to so that together they lose `excess`; 0 when even that is too little. */
function waterLevel(sizes: readonly number[], excess: number): number {
  const sorted = [...sizes].sort((a, b) => b - a);
  let lost = 0;
  for (let count = 1; count <= sorted.length; count++) {
    const next = sorted[count] ?? 0;
    const step = ((sorted[count - 1] ?? 0) - next) * count;
    if (lost + step >= excess) return Math.max(0, Math.floor((sorted[count - 1] ?? 0) - (excess - lost) / count));
    lost += step;
  }
  return 0;
}
