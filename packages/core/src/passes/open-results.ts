import { cutToTokens } from '../cut.ts';
import { attachmentLine, attachmentsIn, resultText } from '../message.ts';
import type { Draft, Pass, Problem } from '../pass.ts';
import { partTokens } from '../render.ts';
import { tellingExcerpt } from '../telling-excerpt.ts';
import type { EntryRow } from '../view.ts';

/** Tool transactions at the end of the open turn that the model is still working with: they are cut last, unless all but the newest are too heavy. */
const SPARED = { transactions: 3, share: 0.2 } as const;
/** An older result keeps a tenth of itself, within these bounds. */
const KEPT = { least: 32, most: 200 } as const;
/** Tokens of a result that are still good to read. */
const PAGE = 1_000;
/**
 * Cuts older results of the open turn to about a tenth, the oldest first, until the goal is met: down to the goal and not
 * just below the limit, so that the prompt cache breaks once in a while and not with every request from then on.
 */
export const cutOlderResults: Pass = {
  id: 'floor-cut-older',
  name: 'Cut older results of the open turn',
  when: { type: 'always' },
  floor: true,
  propose(problem) {
    let excess = problem.excess;
    const told = new Set<string>();
    return olderResults(problem).flatMap((result) => {
      const size = Math.max(KEPT.least, Math.min(KEPT.most, Math.floor(result.whole / 10)));
      const cut = excess <= 0 ? null : cutTo(result, size, problem, told);
      excess -= cut?.gain ?? 0;
      return cut === null ? [] : [cut.draft];
    });
  },
};

/** Takes older results out, all of them and only where that is enough: it spares the newest ones, and the next requests too. */
export const dropOlderResults: Pass = {
  id: 'floor-drop-older',
  name: 'Take out older results of the open turn',
  when: { type: 'always' },
  floor: true,
  propose(problem) {
    const cuts = olderResults(problem).flatMap((result) => cutTo(result, 0, problem) ?? []);
    const most = cuts.reduce((sum, { gain }) => sum + gain, 0);
    return most < problem.excess ? [] : cuts.map(({ draft }) => draft);
  },
};

/** Cuts the largest results of the open turn as far as the limit asks, the newest too, none to less than a page. */
export const cutLargeResults: Pass = levelPass('floor-cut-large', 'Cut large results of the open turn', PAGE);

/** The same, however little is left of them. */
export const cutOpenResults: Pass = levelPass('floor-cut', 'Cut results of the open turn', 0);

/** Cuts all that are larger down to one level. */
function levelPass(id: string, name: string, least: number): Pass {
  return {
    id,
    name,
    when: { type: 'always' },
    floor: true,
    propose(problem) {
      const results = openResults(problem);
      const sizes = results.map((result) => result.tokens);
      const level = Math.max(least, waterLevel(sizes, problem.excess));
      const told = new Set<string>();
      return results.flatMap((result) => cutTo(result, level, problem, told)?.draft ?? []);
    },
  };
}

interface OpenResult {
  readonly row: EntryRow;
  readonly index: number;
  readonly text: string;
  /** Tokens of the result as it is shown, and as it was given. */
  readonly tokens: number;
  readonly whole: number;
  /** Tokens of the lines that name its files and images once they are gone. */
  readonly named: number;
}

/** A result cut to a size, files and images named in it, those in `told` only once; null when that would not make it lighter. */
function cutTo(
  { row, index, text, tokens, named }: OpenResult,
  size: number,
  { count }: Problem,
  told: Set<string> = new Set(),
): { draft: Draft; gain: number } | null {
  if (tokens <= size) return null;
  const room = size - named;
  const body = room >= KEPT.least ? tellingExcerpt(text, room, count, told) : cutToTokens(text, room, count.text);
  const gain = tokens - count.text(body) - named;
  if (gain <= 0) return null;
  return { draft: { target: { kind: 'part', entry: row.entry.id, index }, kind: 'truncation', body }, gain };
}

/** Results of the open turn that may be cut, with what they weigh, images included. */
function openResults({ view, seams, count }: Problem): OpenResult[] {
  const rows = view.rows.filter((row) => row.kind === 'entry' && row.index >= seams.openTurn && !seams.fixed(row.index));
  return rows.flatMap((row) => {
    if (row.kind !== 'entry') return [];
    return row.message.parts.flatMap((part, index) => {
      if (part.type !== 'tool-result') return [];
      const original = row.entry.message.parts[index];
      const text = resultText(original?.type === 'tool-result' ? original : part);
      const lines = attachmentsIn(original ?? part).map((attachment) => `- ${attachmentLine(attachment)}\n`);
      const tokens = partTokens(row.message, index, count);
      const whole = original === part ? tokens : partTokens(row.entry.message, index, count);
      return [{ row, index, text, tokens, whole, named: count.text(lines.join('')) }];
    });
  });
}

function olderResults(problem: Problem): OpenResult[] {
  const until = sparedFrom(problem);
  return openResults(problem).filter(({ row }) => row.index < until);
}

/** Position of the newest transactions of the open turn, which are spared: the last one, and more while they are light. */
export function sparedFrom(problem: Problem): number {
  const results = openResults(problem);
  const units = new Map<number, number>();
  for (const { row, tokens } of results) {
    const [first] = problem.seams.unit(row.index);
    units.set(first, (units.get(first) ?? 0) + tokens);
  }
  let spared = Number.POSITIVE_INFINITY;
  let weight = 0;
  for (const [first, tokens] of [...units].slice(-SPARED.transactions).reverse()) {
    weight += tokens;
    if (spared !== Number.POSITIVE_INFINITY && weight > problem.tokens * SPARED.share) break;
    spared = first;
  }
  return spared;
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
