import type { EstimateRow } from './estimates.ts';
import { MARKS, type SessionReplays } from './replay-sessions.ts';
import type { SpeedRow } from './speed.ts';
import { percent, section, table, tokens } from './tables.ts';
import type { UserRow } from './user-messages.ts';

/** Replays of whole sessions, beside those of the peers. */
export function replayReport(replays: readonly SessionReplays[]): string {
  return section(
    '## Condensing: replay, request by request, with prompt caching',
    `Whole recorded sessions over 60,000 tokens; folding begins above ${tokens(MARKS.trigger)} and aims at ${tokens(MARKS.goal)}. Cost is relative to sending everything (1.00): a
cached token costs 0.1, one written into the cache 1.25. *Free*: the summarizer is not billed, as ours need not be. *Quarter*: what it reads and
writes is billed at a quarter of the model's price. *Kept*: share of the distinct paths, commands, errors, directives and decisions of the session
so far that are in the request, mean of four requests, found by rules of their own. Every summary, the peers' too, is made by our embedded summarizer from what the peer
shows its model. Ours folds without loss what no provider has cached yet, with every request; the row *nothing on arrival* does without. The floor's
sizes were chosen on these same sessions.`,
    verdict(replays),
    ...replays.map(replayTable),
  );
}

/** What runs were said to cost and did, and how much people wrote stays. */
export function estimatesReport(estimates: readonly EstimateRow[], users: readonly UserRow[]): string {
  return section(
    '## Condensing: estimated and billed',
    'Recorded conversations over 20,000 tokens folded to a fifth by a summarizer that bills its whole prompt and all it answers, in calls of at most 32,000 tokens.',
    table(
      ['', 'runs that ask', 'estimated', 'billed', 'off', 'furthest off', 'an estimate takes', 'at most'],
      estimates.map(({ preset, runs, estimated, actual, off, worst, ms, longest }) => [
        preset,
        runs,
        `$${estimated.toFixed(3)}`,
        `$${actual.toFixed(3)}`,
        percent(off),
        percent(worst),
        `${ms.toFixed(0)} ms`,
        `${longest.toFixed(0)} ms`,
      ]),
    ),
    '**User messages kept byte for byte**, all recorded conversations, goal a third, the floor where it is needed',
    table(
      ['', 'written', 'kept', 'share'],
      users.map(({ name, written, kept }) => [name, written, kept, percent(kept / written)]),
    ),
  );
}

/** Generated talk of many sizes. */
export function speedReport(speeds: readonly SpeedRow[]): string {
  return section(
    '## Condensing: generated coding talk',
    'Dry run to a tenth: processor time, memory held by the engine beside the messages, evidence still in view where nothing was asked.',
    table(
      ['tokens', '', 'ms', 'after', 'memory', 'messages', 'evidence', 'saved by'],
      speeds.map((row) => [
        tokens(row.tokens),
        row.name,
        row.ms.toFixed(row.ms < 10 ? 1 : 0),
        tokens(row.after),
        `${Math.max(0, row.heap).toFixed(1)} MB`,
        `${row.messages.toFixed(1)} MB`,
        row.evidence === null ? '' : percent(row.evidence),
        savedBy(row),
      ]),
    ),
  );
}

function replayTable({ name, tokens: size, replays, failed }: SessionReplays): string {
  const rows = replays.map((row) => [
    row.contender,
    row.free.toFixed(2),
    row.quarter.toFixed(2),
    percent(row.evidence),
    row.breaks,
    row.floors,
    row.unfit,
    tokens(row.largest),
  ]);
  const lost = failed.map(({ contender, error }) => [contender, `fails: ${error}`, '', '', '', '', '', '']);
  const requests = replays[0]?.requests ?? 0;
  return `${name}, ${tokens(size)} tokens, ${requests} requests\n\n${table(['', 'free', 'quarter', 'kept', 'cache broken', 'by the floor', 'unfit', 'largest request'], [...rows, ...lost])}`;
}

/** Where Native stands: by its own bars, and against peers that keep at least as much, both billed alike. */
function verdict(replays: readonly SessionReplays[]): string {
  const rows = replays.map(({ name, replays: all }) => {
    const ours = all[0];
    if (ours === undefined) return [name];
    const peers = all.filter((row) => !row.contender.startsWith('tenfold') && row.evidence >= ours.evidence);
    const cheaper = (price: 'free' | 'quarter') =>
      peers
        .filter((row) => row[price] < ours[price])
        .map((row) => `${row.contender} (${row[price].toFixed(2)})`)
        .join(', ') || 'none';
    return [name, ours.free.toFixed(3), cheaper('free'), ours.quarter.toFixed(3), cheaper('quarter')];
  });
  const own = replays.flatMap(({ replays: all }) => all.slice(0, 1));
  const mean = own.reduce((sum, { free }) => sum + free, 0) / Math.max(1, own.length);
  const unfit = own.reduce((sum, row) => sum + row.unfit, 0);
  const bars = `Mean ${mean.toFixed(3)} (bar 0.48), most ${Math.max(...own.map(({ free }) => free)).toFixed(3)} (bar 0.70), ${unfit} requests that do not fit (bar 0).`;
  const head = ['', 'free', 'cheaper peers that keep as much', 'quarter', 'cheaper peers that keep as much'];
  return `${replays[0]?.replays[0]?.contender ?? ''}, session by session, against peers billed the same way. ${bars}\n\n${table(head, rows)}`;
}

function savedBy({ passes, tokens: size }: SpeedRow): string {
  return Object.entries(passes)
    .sort(([, a], [, b]) => b - a)
    .map(([name, saved]) => `${name} ${percent(saved / size)}`)
    .join(', ');
}
