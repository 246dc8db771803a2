import type { Scope } from '../ask.ts';
import { SPARE } from '../closer.ts';
import { counted } from '../counted.ts';
import { excerpt } from '../excerpt.ts';
import { attachmentsIn, resultText } from '../message.ts';
import type { Draft, Pass, Problem } from '../pass.ts';
import { rowTokens } from '../project.ts';
import { unitsOf } from '../rules/units.ts';
import { type Selection, selectRuns } from '../selection.ts';
import { type Row, type StandInRow, spanOf, toldText, type View } from '../view.ts';
import { cutInstead } from './cut-parts.ts';

/** Tokens of the fence and the note around hidden messages, bounded from above. */
const NOTE = 80;
/** Tokens of the line that names a file or image. */
const LINE = 32;

const WORK: Selection = { type: 'custom', custom: { roles: ['assistant', 'tool', 'system'] } };
const ANYTHING: Selection = { type: 'retention', tokens: 0, steps: 0 };

/** Puts the oldest work away without a summary until the goal is met; what people wrote stays, and records that already stand there. */
export const hideWork: Pass = hidePass('floor-hide-work', 'Hide oldest work', { selections: [WORK] });

/** The same with all of the work and, where that is not enough, the oldest of what people wrote. */
export const hideWorkFirst: Pass = hidePass('floor-hide-work-first', 'Hide work, then the oldest', {
  selections: [WORK, ANYTHING],
});

/** The same with whole turns. */
export const hideOldest: Pass = hidePass('floor-hide', 'Hide oldest', { selections: [ANYTHING] });

/** The same, older records too: for when nothing else fits. */
export const hideRecords: Pass = hidePass('floor-hide-records', 'Hide oldest and records', {
  selections: [ANYTHING],
  records: true,
});

/** The same, the newest step too: what it brought and nobody has read yet is told in excerpts. */
export const hideNewest: Pass = hidePass('floor-hide-newest', 'Hide the newest step', {
  selections: [ANYTHING],
  records: true,
  newest: true,
});

/** What is hidden: what the first selection takes, the oldest first, then what the next one takes beside it. */
interface Hiding {
  readonly selections: readonly Selection[];
  /** Records go too. */
  readonly records?: boolean;
  /** The newest step goes too. */
  readonly newest?: boolean;
}

function hidePass(id: string, name: string, hiding: Hiding): Pass {
  return {
    id,
    name,
    when: { type: 'always' },
    floor: true,
    propose(given) {
      const { seams } = given;
      const problem = hiding.newest ? { ...given, seams: { ...seams, newest: Number.POSITIVE_INFINITY } } : given;
      const { runs, gone, cuts } = oldest(hiding, problem);
      const room = problem.goal - (problem.tokens - gone);
      const parted = Map.groupBy(runs, ([first]): Scope => ((first?.index ?? 0) < seams.request ? 'history' : 'steps'));
      const hides = [...parted].flatMap(([scope, mine]) => {
        const body = hiddenBody(mine.flat(), hiding, room, problem);
        return mine.map((run, index): Draft => {
          const target = { kind: 'span', from: spanOf(run[0] as Row).from, to: spanOf(run.at(-1) as Row).to } as const;
          const group = mine.length > 1 ? { group: `hidden ${scope}` } : {};
          return { target, kind: 'suppression', body: index === 0 ? body : '', ...group };
        });
      });
      return [...hides, ...cuts];
    },
  };
}

/** A stand-in that tells something; what an earlier floor put away tells nothing. */
function isRecord(row: Row): row is StandInRow {
  return row.kind === 'stand-in' && row.fold.kind !== 'suppression' && row.message !== null;
}

/** Entries an earlier floor put away are still not summarized; the note counts them all. */
function hiddenBody(rows: readonly Row[], { records = false }: Hiding, room: number, problem: Problem): string {
  const covered = rows.reduce((sum, row) => sum + (row.kind === 'entry' ? 1 : row.covers), 0);
  const note = `(${counted(covered, 'older message is', 'older messages are')} hidden here, without a summary. ${covered === 1 ? 'It' : 'They'} can be recalled.)`;
  return [...(records ? [] : rows.filter(isRecord).map(toldText)), note, ...unreadIn(rows, room, problem)].join('\n\n');
}

/** Tokens an unread result is told in, and the fewest that tell anything. */
const TOLD = { most: 200, least: 24 } as const;

/** Excerpts of results that were not read yet, as far as there is room for them. */
function unreadIn(rows: readonly Row[], room: number, { seams, count }: Problem): readonly string[] {
  const texts = rows.flatMap((row) => {
    if (row.kind !== 'entry' || row.index < seams.unread) return [];
    return row.entry.message.parts.flatMap((part) => (part.type === 'tool-result' ? [resultText(part)] : []));
  });
  const each = Math.min(TOLD.most, Math.floor(room / Math.max(1, texts.length)) - TOLD.least);
  return each < TOLD.least ? [] : texts.map((text) => `Not read yet, an excerpt:\n${excerpt(text, each, count.text)}`);
}

/** What is hidden of a scope so far: what that gains, note and names of files taken off, and how far it gained most. */
interface Gain {
  readonly taken: Set<Row>;
  gone: number;
  best: { readonly gone: number; readonly rows: number };
}

/** What is hidden, what that gains, and what is cut in the unit of which a target has room for a part. */
interface Oldest {
  readonly runs: Row[][];
  readonly gone: number;
  readonly cuts: readonly Draft[];
}

/**
 * The oldest rows, unit by unit, until the goal is met, or as far as hiding gains most; none of a scope where it would cost as
 * much as it gains. History and steps are told of apart.
 */
function oldest({ selections, records = false }: Hiding, problem: Problem): Oldest {
  const { count, seams, excess, view } = problem;
  const [history, steps] = [0, 1].map((): Gain => ({ taken: new Set(), gone: -NOTE, best: { gone: 0, rows: 0 } })) as [
    Gain,
    Gain,
  ];
  const total = () => Math.max(0, history.gone) + Math.max(0, steps.gone);
  const mark = (gain: Gain) => {
    if (gain.gone > gain.best.gone) gain.best = { gone: gain.gone, rows: gain.taken.size };
  };
  let runs: readonly (readonly Row[])[] = [];
  let last: Row[] = [];
  let before = { history: history.best, steps: steps.best };
  for (const [at, selection] of selections.entries()) {
    if (at > 0 && total() >= excess) break;
    // Once all stand-ins are taken they hold nothing together any more: what lies between them goes one by one.
    const unitEnd = at === 0 ? (index: number) => seams.unit(index)[1] : (index: number) => lastOfUnit(view, index);
    runs = selectRuns(problem, selection);
    let end = -1;
    for (const row of runs.flat()) {
      const gain = row.index < seams.request ? history : steps;
      if (row.index > end) {
        mark(history);
        mark(steps);
        if (total() >= excess) break;
        last = [];
        before = { history: history.best, steps: steps.best };
      }
      if (gain.taken.has(row)) continue;
      gain.taken.add(row);
      last.push(row);
      gain.gone -= namedIn(row, problem);
      if (row.kind === 'entry' || (records && isRecord(row))) gain.gone += rowTokens(row, count);
      // The note of an earlier floor gives way to the new one.
      else if (!isRecord(row)) gain.gone += Math.min(rowTokens(row, count), NOTE + namedIn(row, problem));
      end = unitEnd(row.index);
    }
    mark(history);
    mark(steps);
  }
  const cuts = cutsOfLast(last, before.history.gone + before.steps.gone, history.best.gone + steps.best.gone, problem);
  if (cuts !== null) [history.best, steps.best] = [before.history, before.steps];
  const hidden = new Set([history, steps].flatMap(({ taken, best }) => [...taken].slice(0, best.rows)));
  const gone = history.best.gone + steps.best.gone;
  return { runs: runs.flatMap((run) => neighbours(run, hidden)), gone, cuts: cuts ?? [] };
}

/** Where hiding the last unit would leave much of a target unused, it is cut instead; null where it is not. What hiding gains is known from below only. */
function cutsOfLast(last: readonly Row[], before: number, after: number, problem: Problem): readonly Draft[] | null {
  const { excess, goal, spend } = problem;
  const rows = last.filter((row) => row.kind === 'entry');
  if (!spend || after - excess <= (goal * SPARE) / 2 || rows.length < last.length) return null;
  return cutInstead(rows, excess - before, problem);
}

function lastOfUnit({ transcript }: View, index: number): number {
  return unitsOf(transcript).of(index)[1];
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
