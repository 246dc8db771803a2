import { formatCount, formatDivider, type Report } from '@tenfold/core';
import type { CondensedOfFile } from '../condense-conversation.ts';
import type { Screen } from '../terminal.ts';
import { drawNotes } from './notes.ts';
import { drawBeforeAfter, drawReport, remarks } from './report.ts';
import { drawTable } from './table.ts';
import { tame } from './width.ts';
import { change, counted, duration } from './words.ts';

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
  return [...bars, ...drawReport(report, { seconds: ms / 1000, ...saved }, screen, width)];
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
  const rows = all.map(({ conversation: { id, line }, outcome: { report } }) =>
    row(tame(id ?? `line ${line}`), report.before, report.after),
  );
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
    ...drawTable(columns, [...rows, { cells: row('total', before, after), style: 'bold' }], width, screen),
    '',
    screen.paint('bold', formatDivider({ before, after })),
    screen.paint('dim', `${counted(all.length, 'conversation')} · ${duration(ms)}`),
    ...drawNotes(notes, width),
  ];
}
