import { counted, formatCount, formatDivider, type Report } from '@tenfold/core';
import type { CondensedOfFile } from '../condense-conversation.ts';
import { statusFor } from '../model-choice.ts';
import type { Screen } from '../terminal.ts';
import { drawNotes } from './notes.ts';
import { drawBeforeAfter, drawReport, remarks } from './report.ts';
import { drawTable } from './table.ts';
import { tame } from './width.ts';
import { change, duration } from './words.ts';

/** Rows of a report; `--json` has all of them. */
const MAX_ROWS = 20;

/** What a drawing says beside what was done. */
export interface CondensedFacts {
  readonly ms: number;
  readonly dryRun: boolean;
  /** The file that was written. */
  readonly output?: string;
}

/** What was done to a file: bars and a report for one conversation, a table for several. */
export function drawCondensed(all: readonly CondensedOfFile[], facts: CondensedFacts, screen: Screen, width: number): string[] {
  const [only] = all;
  const body = all.length === 1 && only !== undefined ? drawOne(only, facts, screen, width) : drawMany(all, facts, screen, width);
  const ends = [
    ...(facts.dryRun ? ['dry run: nothing was asked, paid or written; summaries are estimates'] : []),
    ...(facts.output === undefined ? [] : [`written to ${tame(facts.output)}`]),
  ];
  return [...body, ...ends.map((line) => screen.paint('dim', line))];
}

function drawOne(one: CondensedOfFile, { ms }: CondensedFacts, screen: Screen, width: number): string[] {
  const { report } = one.outcome;
  const saved = one.effect === null || report.folds === 0 ? {} : { saved: one.effect.net };
  const bars = report.folds === 0 ? [] : [...drawBeforeAfter(asInFile(one), screen, width), ''];
  const lines = drawReport(report, { seconds: ms / 1000, ...saved }, screen, width);
  return [...bars, ...lines, ...drawNotes(whyNot(one), width)];
}

/** Why nothing was done, where the engine had no reason to name: there was nothing it may touch, or nothing to find. */
function whyNot({ outcome: { report }, conversation, model }: CondensedOfFile) {
  if (report.folds > 0 || report.warnings.length > 0 || remarks(report).length > 0) return [];
  const reason =
    statusFor(conversation, model).foldable > 0
      ? `${report.strategy.name} found nothing to shorten.`
      : 'Every message is the first one, recent, or follows the latest message of the user, and stays. With --target, results among them may be cut.';
  return [{ reason, times: 1 }];
}

/** The report with messages counted as the file has them, those that became system text included. */
function asInFile({ outcome: { report }, conversation: { openingMessages } }: CondensedOfFile): Report {
  const { messagesBefore, messagesAfter } = report;
  return { ...report, messagesBefore: messagesBefore + openingMessages, messagesAfter: messagesAfter + openingMessages };
}

function drawMany(all: readonly CondensedOfFile[], { ms }: CondensedFacts, screen: Screen, width: number): string[] {
  const row = (name: string, before: number, after: number) => [
    name,
    formatCount(before),
    formatCount(after),
    change(before, after),
  ];
  const heaviest = all.toSorted((a, b) => b.outcome.report.before - a.outcome.report.before).slice(0, MAX_ROWS);
  const rows = all
    .filter((one) => heaviest.includes(one))
    .map(({ conversation: { id, line }, outcome: { report } }) => row(tame(id ?? `line ${line}`), report.before, report.after));
  const more =
    all.length > MAX_ROWS ? [{ cells: [`and ${formatCount(all.length - MAX_ROWS)} lighter ones`], style: 'dim' as const }] : [];
  const before = all.reduce((sum, { outcome }) => sum + outcome.report.before, 0);
  const after = all.reduce((sum, { outcome }) => sum + outcome.report.after, 0);
  const columns = [
    { title: 'conversation', least: 10, cut: 'middle' },
    { title: 'before', align: 'right' },
    { title: 'after', align: 'right' },
    { title: 'change', align: 'right' },
  ] as const;
  const notes = all.flatMap((one) => [
    ...one.outcome.report.warnings.map((reason) => ({ reason, times: 1 })),
    ...remarks(one.outcome.report),
  ]);
  return [
    ...drawTable(columns, [...rows, ...more, { cells: row('total', before, after), style: 'bold' }], width, screen),
    '',
    screen.paint('bold', formatDivider({ before, after })),
    screen.paint('dim', `${counted(all.length, 'conversation')} · ${duration(ms)}`),
    ...drawNotes(notes, width),
  ];
}
