import { counted, formatCount, formatReport, type Report, type ReportExtras } from '@tenfold/core';
import type { Screen } from '../terminal.ts';
import { drawBar } from './bar.ts';
import { keptShare, totalEvidence } from './evidence.ts';
import { drawNotes, wrap } from './notes.ts';
import { drawTable } from './table.ts';

/** What a run did in words, and why anything was skipped or refused. */
export function drawReport(report: Report, extras: ReportExtras, screen: Screen, width: number): string[] {
  const [head = '', ...rest] = formatReport(report, extras).split('\n');
  const lines = [...rest, ...factsKept(report)].flatMap((line) => wrap(line, width));
  return [screen.paint('bold', head), ...lines, ...drawNotes(remarks(report), width)];
}

/** How many facts of what was put away its stand-ins still hold; nothing where they were not looked for. */
function factsKept({ evidence }: Report): string[] {
  const all = totalEvidence(evidence);
  return all.found === 0
    ? []
    : [` - Facts kept of what was condensed: ${formatCount(all.kept)} of ${formatCount(all.found)} (${keptShare(all)})`];
}

/** Two bars on one scale. */
export function drawBeforeAfter(report: Report, screen: Screen, width: number): string[] {
  const { before, after, messagesBefore, messagesAfter, exact } = report;
  const tokens = [before, after].map((number) => `${exact ? '' : '≈'}${formatCount(number)} tokens`);
  const messages = [messagesBefore, messagesAfter].map((number) => counted(number, 'message'));
  const longest = (texts: readonly string[]) => Math.max(...texts.map((text) => text.length));
  const room = width - 'before'.length - longest(tokens) - longest(messages) - 6;
  const bar = room >= 8 ? Math.min(40, room) : Math.max(4, room + longest(messages) + 2);
  const row = (name: string, size: number, at: number, style: 'yellow' | 'green') =>
    [name, { text: drawBar(size, before, bar), style }, tokens[at] ?? '', messages[at] ?? ''] as const;
  const columns = [{ title: '' }, { title: '' }, { title: '', align: 'right' }, { title: '', align: 'right', spare: 1 }] as const;
  return drawTable(columns, [row('before', before, 0, 'yellow'), row('after', after, 1, 'green')], width, screen);
}

/** Reasons the engine wrote down beside its warnings: why a pass was skipped, stand-ins refused or answers not used. */
export function remarks({ passes, warnings }: Report): readonly { readonly reason: string; readonly times: number }[] {
  const all = passes.flatMap(({ name, skipped, refused }) => [
    ...(skipped === undefined ? [] : [{ reason: `${name}: ${skipped}`, times: 1 }]),
    ...refused,
  ]);
  return all.filter(({ reason }) => !warnings.some((warning) => warning.includes(reason)));
}
