import { counted } from '../counted.ts';
import { attachmentsIn } from '../message.ts';
import type { Draft, Pass, Problem } from '../pass.ts';
import { rowTokens } from '../render.ts';
import { unitsOf } from '../rules/units.ts';
import { type Selection, selectRuns } from '../selection.ts';
import { type Row, type StandInRow, toldText, type View } from '../view.ts';

/** Tokens of the fence and the note around hidden messages, bounded from above. */
const NOTE = 80;
/** Tokens of the line that names a file or image. */
const LINE = 32;

const WORK: Selection = { type: 'custom', custom: { roles: ['assistant', 'tool'] } };
const ANYTHING: Selection = { type: 'retention', tokens: 0 };

/** Puts the oldest work away without a summary until the goal is met; what people wrote stays, and records that already stand there. */
export const hideWork: Pass = hidePass('floor-hide-work', 'Hide oldest work', [WORK], true);

/** The same with all of the work and, where that is not enough, the oldest of what people wrote. */
export const hideWorkFirst: Pass = hidePass('floor-hide-work-first', 'Hide work, then the oldest', [WORK, ANYTHING], true);

/** The same with whole turns. */
export const hideOldest: Pass = hidePass('floor-hide', 'Hide oldest', [ANYTHING], true);

/** The same, older records too: for when nothing else fits. */
export const hideAll: Pass = hidePass('floor-hide-all', 'Hide oldest and records', [ANYTHING], false);

/** Hides what the first selection takes, the oldest first, then what the next one takes beside it. */
function hidePass(id: string, name: string, selections: readonly Selection[], keepRecords: boolean): Pass {
  return {
    id,
    name,
    when: { type: 'always' },
    floor: true,
    propose(problem) {
      const runs = oldest(selections, problem, keepRecords);
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
  const note = `(${counted(covered, 'older message is', 'older messages are')} hidden here, without a summary. ${covered === 1 ? 'It' : 'They'} can be recalled.)`;
  return [...(keepRecords ? rows.filter(isRecord).map(toldText) : []), note].join('\n\n');
}

/** The oldest rows, unit by unit, until the goal is met, or as far as hiding gains most; none when it would cost as much as it gains. */
function oldest(selections: readonly Selection[], problem: Problem, keepRecords: boolean): Row[][] {
  const { count, seams, excess, view } = problem;
  const taken = new Set<Row>();
  let gone = -NOTE;
  let best = { gone: 0, rows: 0 };
  let runs: readonly (readonly Row[])[] = [];
  for (const selection of selections) {
    if (taken.size > 0 && gone >= excess) break;
    // Once all stand-ins are taken they hold nothing together any more: what lies between them goes one by one.
    const unitEnd = taken.size === 0 ? (index: number) => seams.unit(index)[1] : (index: number) => lastOfUnit(view, index);
    runs = selectRuns(problem, selection);
    let end = -1;
    for (const row of runs.flat()) {
      if (row.index > end && gone > best.gone) best = { gone, rows: taken.size };
      if (row.index > end && gone >= excess) break;
      if (taken.has(row)) continue;
      taken.add(row);
      gone -= namedIn(row, problem);
      if (row.kind === 'entry' || (!keepRecords && isRecord(row))) gone += rowTokens(row, count);
      end = unitEnd(row.index);
    }
    if (gone > best.gone) best = { gone, rows: taken.size };
  }
  const hidden = new Set([...taken].slice(0, best.rows));
  return runs.flatMap((run) => neighbours(run, hidden));
}

function lastOfUnit({ transcript }: View, index: number): number {
  return unitsOf(transcript).last[index] ?? index;
}

/** The taken rows of a run, those next to each other together. */
function neighbours(run: readonly Row[], taken: ReadonlySet<Row>): Row[][] {
  const out: Row[][] = [];
  for (const [at, row] of run.entries()) {
    if (!taken.has(row)) continue;
    const before = run[at - 1];
    if (before !== undefined && taken.has(before)) out.at(-1)?.push(row);
    else out.push([row]);
  }
  return out;
}

/** Tokens of the lines that will name files and images a row hides, bounded from above. */
function namedIn(row: Row, { view }: Problem): number {
  const [from, to] = row.kind === 'entry' ? [row.index, row.index] : [row.from, row.to];
  const parts = view.transcript.slice(from, to + 1).flatMap(({ message }) => message.parts);
  return LINE * parts.reduce((sum, part) => sum + attachmentsIn(part).length, 0);
}

function ends(row: Row): readonly [string, string] {
  if (row.kind === 'entry') return [row.entry.id, row.entry.id];
  if (row.fold.target.kind !== 'span') throw new TypeError('A stand-in row stands for a span.');
  return [row.fold.target.from, row.fold.target.to];
}
