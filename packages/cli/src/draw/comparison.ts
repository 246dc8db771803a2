import { type ContentKind, formatCount, formatStatus, type Status } from '@tenfold/core';
import type { Screen } from '../terminal.ts';
import { drawKinds, kindLook, kindsIn } from './status.ts';
import { drawTable } from './table.ts';
import { change } from './words.ts';

/** A context before and after a fold: two bars on one scale, and a table by kind of content. */
export function drawComparison(before: Status, after: Status, screen: Screen, width: number): string[] {
  const length = Math.max(1, Math.round((width * after.used) / Math.max(1, before.used)));
  const bar = (name: string, status: Status, cells: number) => [
    `${name.padEnd(7)} ${screen.paint('bold', formatStatus(status))}`,
    drawKinds(status.breakdown, cells, screen),
  ];
  const kinds = kindsIn(before.breakdown, after.breakdown);
  const row = (name: string, old: number, now: number) => [
    name,
    formatCount(old),
    formatCount(now),
    old === 0 ? 'new' : change(old, now),
  ];
  const rows = kinds.map((kind: ContentKind) => {
    const { mark, name } = kindLook(kind, screen);
    return [mark, ...row(name, before.breakdown[kind], after.breakdown[kind])];
  });
  const columns = [
    { title: '' },
    { title: 'what', least: 8 },
    { title: 'before', align: 'right' },
    { title: 'after', align: 'right' },
    { title: 'change', align: 'right' },
  ] as const;
  const total = { cells: ['', ...row('total', before.used, after.used)], style: 'bold' } as const;
  return [
    ...bar('before', before, width),
    ...bar('after', after, Math.min(width, length)),
    '',
    ...drawTable(columns, [...rows, total], width, screen),
  ];
}
