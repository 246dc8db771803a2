import { cutToTokens } from '../cut.ts';
import { attachmentLine, attachmentsIn, resultText } from '../message.ts';
import type { Draft, Pass, Problem } from '../pass.ts';
import { partTokens, rowTokens } from '../render.ts';
import { selectRuns } from '../selection.ts';
import { type EntryRow, type Row, type StandInRow, toldText } from '../view.ts';

/** Tokens of the fence and the note around hidden messages, bounded from above. */
const NOTE = 80;

/** Puts the oldest messages away without a summary until the goal is met. Records that already stand there are kept. */
export const hideOldest: Pass = hidePass('floor-hide', 'Hide oldest', true);

/** The same, older records too: for when nothing else fits. */
export const hideAll: Pass = hidePass('floor-hide-all', 'Hide oldest and records', false);

function hidePass(id: string, name: string, keepRecords: boolean): Pass {
  return {
    id,
    name,
    when: { type: 'always' },
    floor: true,
    propose(problem) {
      const runs = oldest(selectRuns(problem, { type: 'retention', tokens: 0 }), problem, keepRecords);
      const body = hiddenBody(runs.flat(), keepRecords);
      return runs.map((run, index): Draft => {
        const target = { kind: 'span', from: ends(run[0] as Row)[0], to: ends(run.at(-1) as Row)[1] } as const;
        return { target, kind: 'suppression', body: index === 0 ? body : '', ...(runs.length > 1 ? { group: 'hidden' } : {}) };
      });
    },
  };
}

/** A stand-in that tells something; what an earlier floor put away tells nothing. */
function isRecord(row: Row): row is StandInRow {
  return row.kind === 'stand-in' && row.fold.kind !== 'suppression' && row.message !== null;
}

/** Entries an earlier floor put away are still not summarised; the note counts them all. */
function hiddenBody(rows: readonly Row[], keepRecords: boolean): string {
  const covered = rows.reduce((sum, row) => sum + (row.kind === 'entry' ? 1 : row.covers), 0);
  const note = `(${covered} older messages are hidden here, without a summary. They can be recalled.)`;
  return [...(keepRecords ? rows.filter(isRecord).map(toldText) : []), note].join('\n\n');
}

/** The oldest rows, unit by unit, until the goal is met; none when hiding them would cost as much as it gains. */
function oldest(runs: readonly (readonly Row[])[], problem: Problem, keepRecords: boolean): Row[][] {
  const { count, seams, excess } = problem;
  const out: Row[][] = [];
  let gone = -NOTE;
  let unitEnd = -1;
  for (const run of runs) {
    const taken: Row[] = [];
    for (const row of run) {
      if (row.index > unitEnd && gone >= excess) break;
      taken.push(row);
      if (row.kind === 'entry' || (!keepRecords && isRecord(row))) gone += rowTokens(row, count);
      unitEnd = seams.unit(row.index)[1];
    }
    if (taken.length > 0) out.push(taken);
    if (taken.length < run.length) break;
  }
  return gone > 0 ? out : [];
}

function ends(row: Row): readonly [string, string] {
  if (row.kind === 'entry') return [row.entry.id, row.entry.id];
  if (row.fold.target.kind !== 'span') throw new TypeError('A stand-in row stands for a span.');
  return [row.fold.target.from, row.fold.target.to];
}

/** Cuts the largest unprotected tool results of the open turn, all down to one level, as far as the limit asks. */
export const cutOpenResults: Pass = {
  id: 'floor-cut',
  name: 'Cut results of the open turn',
  when: { type: 'always' },
  floor: true,
  propose(problem) {
    const { count, excess } = problem;
    const results = openResults(problem);
    const level = waterLevel(
      results.map((result) => result.tokens),
      excess,
    );
    return results.flatMap(({ row, index, text, tokens, named }): Draft[] => {
      if (tokens <= level) return [];
      const body = cutToTokens(text, level - named, count.text);
      if (count.text(body) + named >= tokens) return [];
      return [{ target: { kind: 'part', entry: row.entry.id, index }, kind: 'truncation', body }];
    });
  },
};

interface OpenResult {
  readonly row: EntryRow;
  readonly index: number;
  readonly text: string;
  readonly tokens: number;
  /** Tokens of the lines that name its files and images once they are gone. */
  readonly named: number;
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
      return [{ row, index, text, tokens: partTokens(row.message, index, count), named: count.text(lines.join('')) }];
    });
  });
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
