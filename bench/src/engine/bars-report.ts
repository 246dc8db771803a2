import { type AgentRow, MOST } from './agents.ts';
import type { FitRow } from './fits.ts';
import { percent, section, table, tokens } from './tables.ts';
import type { TargetRow } from './targets.ts';

/** Every strategy and preset at the same sizes. */
export function targetsReport(rows: readonly TargetRow[]): string {
  return section(
    '## Condensing: at equal size',
    `Every recorded conversation over 8,000 tokens, to a tenth, a fifth and a half of itself, the floor where it is needed. *Near*: met from no more
than a tenth below. *Held*: what nobody may touch leaves less than 600 tokens of the target. *Kept*: share of the distinct paths, commands, errors, directives and decisions that are in what would be sent. The embedded
summarizer answers, billed at 3 and 15 dollars a million tokens, or 1 and 5 where the fast model is asked for.`,
    table(
      ['', 'targets', 'near', 'further below', 'held', 'missed otherwise', 'kept', 'summarizer a run', 'processor time a run'],
      rows.map(({ name, runs, near, under, held, missed, kept, dollars, ms }) => [
        name,
        runs,
        near,
        under.length,
        held,
        missed.length,
        percent(kept),
        `$${dollars.toFixed(4)}`,
        `${ms.toFixed(0)} ms`,
      ]),
    ),
    ...listed('Further below', rows, ({ under }) => under),
    ...listed('Missed otherwise', rows, ({ missed }) => missed),
  );
}

/** Requests of all recorded conversations in rooms of several sizes. */
export function fitsReport(rows: readonly FitRow[]): string {
  return section(
    '## Condensing: what fits',
    `Up to two requests of every recorded conversation that is too large for the room, folded into it by every strategy, the embedded summarizer
answering. *Does not fit*: \`CannotFit\` was raised; *held* where opening, request, protected messages and unanswered calls alone are more than the room (bar: no others).`,
    table(
      ['room', '', 'requests', 'made to fit by the floor', 'does not fit: held', 'does not fit: other'],
      rows.map(({ room, name, requests, floors, held, wrong }) => [
        tokens(room),
        name,
        requests,
        floors,
        held.length,
        wrong.length,
      ]),
    ),
    ...listed(
      'Held',
      rows.filter(({ name }) => name === 'Native'),
      ({ held }) => held,
    ),
    ...listed('Other', rows, ({ wrong }) => wrong),
  );
}

const WRITERS = { copying: 'a model that copies facts', failing: 'every call failing', none: 'no model' } as const;

/** Recorded agent runs folded in the middle of a turn. */
export function agentsReport(rows: readonly AgentRow[]): string {
  const groups = Object.entries(WRITERS).flatMap(([writer, words]) =>
    (['tuned', 'held-back'] as const).map((half) => ({
      name: `${words}, ${half} half`,
      mine: rows.filter((row) => row.writer === writer && row.half === half),
    })),
  );
  const kept = (mine: readonly AgentRow[]) => {
    const [found, left] = [mine.reduce((sum, { facts }) => sum + facts, 0), mine.reduce((sum, row) => sum + row.kept, 0)];
    return `${tokens(left)} of ${tokens(found)} (${percent(left / Math.max(1, found))})`;
  };
  const missed = new Map(rows.flatMap((row) => (row.after > row.target ? [[row.name, row]] : [])));
  return section(
    '## Condensing: agents in mid-turn',
    `Recorded agent runs over 16,000 tokens as they stand before the model's last answer, 30 facts planted in each, folded by Native to a fifth, ${tokens(MOST)} at most;
calls of at most 32,000 tokens.`,
    table(
      ['', 'facts kept', 'at 20,000 tokens', 'at a fifth below that', 'target met', 'largest call'],
      groups.map(({ name, mine }) => [
        name,
        kept(mine),
        kept(mine.filter(({ target }) => target === MOST)),
        kept(mine.filter(({ target }) => target < MOST)),
        `${mine.filter(({ after, target }) => after <= target).length} of ${mine.length}`,
        name.startsWith(WRITERS.none) ? '–' : tokens(Math.max(0, ...mine.map(({ largest }) => largest))),
      ]),
    ),
    ...(missed.size === 0
      ? []
      : [
          `Targets missed: ${[...missed.values()].map(({ name, target, held }) => `${name} (${tokens(held)} tokens are held, ${tokens(target)} were wished for)`).join(', ')}.`,
        ]),
  );
}

function listed<Row extends { readonly name: string }>(
  words: string,
  rows: readonly Row[],
  of: (row: Row) => readonly string[],
): readonly string[] {
  const lines = rows.flatMap((row) => of(row).map((line) => `${row.name}, ${line}`));
  return lines.length === 0 ? [] : [`${words}: ${[...new Set(lines)].join('; ')}.`];
}
