import type { AskedShare } from './asked-talk.ts';
import type { Drift } from './drift.ts';
import type { NeededLater } from './needed-later.ts';
import type { Orders } from './orders.ts';
import type { Planted } from './planted.ts';
import type { RealSized } from './real-sized.ts';
import { type Share, shareOf, sumOf } from './recorded-runs.ts';
import type { Speed } from './speed.ts';

/** All that was measured. */
export interface Measured {
  readonly planted: readonly Planted[];
  readonly strategies: readonly (readonly [string, readonly Planted[]])[];
  readonly orders: readonly Orders[];
  readonly realSized: readonly RealSized[];
  readonly later: readonly (readonly [string, readonly NeededLater[]])[];
  readonly talk: Share;
  readonly asked: readonly AskedShare[];
  readonly drift: readonly Drift[];
  readonly speeds: readonly Speed[];
}

/** The tables of a page, those with nothing in them left out. */
export function tables(measured: Measured): string {
  const { talk, later } = measured;
  return [
    '## What is kept',
    '`npm run bench:evidence -- --write` on the recorded conversations of `../shared/data`; shares of what stood there before.',
    ...table('Planted facts in natural wordings, no model, at a fifth, 20,000 tokens at most', PLANTED, plantedRows(measured)),
    ...table('Standing orders of a person, word for word, at a fifth, 20,000 tokens at most', ORDERS, orderRows(measured.orders)),
    ...table('A summary of about 900 tokens', REAL_SIZED, realSizedRows(measured.realSized)),
    ...later.flatMap(([title, rows]) => table(`Names needed later, ${title}`, ['', 'kept', 'of'], laterRows(rows))),
    ...(talk.found > 0 ? [`Answers in generated plain talk at 10:1, no model: ${two(talk)} of ${talk.found}.`] : []),
    ...table('Answers in generated talk at 10:1, no model', ASKED, askedRows(measured.asked)),
    ...table('Facts of the beginning after so many folds, room of 32,000 tokens', DRIFT, driftRows(measured.drift)),
    ...table('Milliseconds for 100,000 tokens', SPEED, speedRows(measured.speeds)),
  ].join('\n\n');
}

const PLANTED = ['', 'all', 'in tool results', 'in arguments', 'target met'];
const ORDERS = ['', 'no model', 'a summary of about 900 tokens', 'of'];
const REAL_SIZED = ['', 'tokens', 'paths', 'commands', 'errors', 'directives', 'decisions', 'told'];
const ASKED = ['', 'readable', 'readable or among the five best of recall', 'of'];
const DRIFT = ['', '5', '10', '20'];
const SPEED = ['', 'facts found', 'embedded answer', 'whole fold'];

function table(title: string, head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  return rows.length === 0 ? [] : [`**${title}**`, [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')];
}

function plantedRows({ planted, strategies }: Measured): readonly (readonly string[])[] {
  const total = (all: readonly Planted[], pick: (row: Planted) => Share) => two(sumOf(all.map(pick)));
  const rowOf = (name: string, all: readonly Planted[]) => [
    name,
    total(all, (row) => row.all),
    total(all, (row) => row.inResults),
    total(all, (row) => row.inArguments),
    `${all.reduce((sum, { met }) => sum + met, 0)} of ${all.reduce((sum, { runs }) => sum + runs, 0)}`,
  ];
  const heldBack = planted.filter(({ half }) => half === 'held-back');
  const halves = [
    rowOf('held-back half', heldBack),
    rowOf(
      'tuned half',
      planted.filter(({ half }) => half === 'tuned'),
    ),
  ];
  const targets = [
    ['at 20,000 tokens', total(heldBack, (row) => row.atMost)],
    ['at a fifth below that', total(heldBack, (row) => row.below)],
  ].map(([name, share]) => [`held-back half, ${name}, where the target was met`, share as string, '', '', '']);
  return [
    ...heldBack.map((row) => rowOf(row.source, [row])),
    ...(planted.length === 0 ? [] : [...halves, ...targets]),
    ...strategies.map(([name, rows]) => rowOf(`${name}, held-back half`, rows)),
  ];
}

function orderRows(rows: readonly Orders[]): readonly (readonly string[])[] {
  const rowOf = (name: string, mine: readonly Orders[]) => {
    const without = sumOf(mine.map(({ withoutModel }) => withoutModel));
    return [name, two(without), two(sumOf(mine.map(({ withModel }) => withModel))), String(without.found)];
  };
  const ofHalf = (half: Orders['half']) => rows.filter((row) => row.half === half);
  const heldBack = ofHalf('held-back').map((row) => rowOf(row.source, [row]));
  return rows.length === 0
    ? []
    : [...heldBack, rowOf('held-back half', ofHalf('held-back')), rowOf('tuned half', ofHalf('tuned'))];
}

function laterRows(rows: readonly NeededLater[]): readonly (readonly string[])[] {
  const mean = rows.reduce((sum, { kept }) => sum + shareOf(kept), 0) / rows.length;
  return [...rows.map(({ source, kept }) => [source, two(kept), String(kept.found)]), ['mean of sources', mean.toFixed(2), '']];
}

function askedRows(rows: readonly AskedShare[]): readonly (readonly string[])[] {
  return rows.map(({ talk, half, read, recalled }) => [`${talk}, ${half} half`, two(read), two(recalled), String(read.found)]);
}

function driftRows(rows: readonly Drift[]): readonly (readonly string[])[] {
  const times = DRIFT.slice(1).map(Number);
  return rows.map(({ source, after }) => [source, ...times.map((time) => two(after.get(time) ?? { found: 0, kept: 0 }))]);
}

function speedRows(rows: readonly Speed[]): readonly (readonly string[])[] {
  return rows.map(({ source, ...spent }) => [
    source,
    ...[spent.found, spent.embedded, spent.condensed].map((ms) => ms.toFixed(0)),
  ]);
}

function realSizedRows(rows: readonly RealSized[]): readonly (readonly string[])[] {
  const kinds = ['paths', 'commands', 'errors', 'directives', 'decisions'] as const;
  const own = rows.map(({ source, index, before, after, warned, kept }) => [
    `${source} ${index}`,
    `${before.toLocaleString('en-US')} → ${after.toLocaleString('en-US')}`,
    ...kinds.map((kind) => `${two(kept[kind])} of ${kept[kind].found}`),
    warned ? 'yes' : '–',
  ]);
  if (rows.length === 0) return own;
  return [...own, ['all', '', ...kinds.map((kind) => two(sumOf(rows.map(({ kept }) => kept[kind])))), '']];
}

function two(share: Share): string {
  return share.found === 0 ? '–' : shareOf(share).toFixed(2);
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
