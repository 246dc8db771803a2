import { dollars, formatCount } from '@tenfold/core';
import type { Screen } from '../terminal.ts';
import type { Trial } from '../trial.ts';
import { drawBar } from './bar.ts';
import { wrap } from './notes.ts';
import { type Cell, type Column, drawTable } from './table.ts';
import { change, duration } from './words.ts';

const BAR = 14;

/** What each recipe would leave: a bar and the tokens. */
export function drawForecast(trials: readonly Trial[], exact: boolean, screen: Screen, width: number): string[] {
  return [...drawTable(LEFT, rowsOf(trials, exact, screen), width, screen), ...footnote(trials, screen, width)];
}

/** Recipes side by side: what each leaves, costs and takes. */
export function drawTrials(trials: readonly Trial[], exact: boolean, screen: Screen, width: number): string[] {
  const columns = [
    ...LEFT,
    { title: 'cost', align: 'right', spare: 2 },
    { title: 'payback', align: 'right', spare: 3 },
    { title: 'time', align: 'right', spare: 4 },
  ] as const;
  const rows = rowsOf(trials, exact, screen).map((row, at) => [...row, ...pricesOf(trials[at] as Trial)]);
  return [...drawTable(columns, rows, width, screen), ...footnote(trials, screen, width)];
}

/** A strategy that needed the floor, or failed with it, is not to be taken for one that did it alone. */
function footnote(trials: readonly Trial[], screen: Screen, width: number): string[] {
  const notes = [
    ...(trials.some(({ floor, unmet }) => floor && !unmet) ? ['* not enough by itself: the oldest messages are hidden too'] : []),
    ...(trials.some(({ unmet }) => unmet) ? ['! does not fit: what is protected or still open is too much'] : []),
  ];
  return notes.flatMap((note) => wrap(note, width)).map((line) => screen.paint('dim', line));
}

const LEFT: readonly Column[] = [
  { title: '', least: 12 },
  { title: 'left', spare: 1 },
  { title: 'tokens', align: 'right' },
  { title: 'change', align: 'right' },
];

/** The lightest result stands out. */
function rowsOf(trials: readonly Trial[], exact: boolean, screen: Screen): Cell[][] {
  const least = Math.min(...trials.map(({ after }) => after));
  return trials.map(({ recipe, before, after, folds, floor, unmet }) => {
    const name = `${recipe.name}${recipe.kind === 'preset' ? ' preset' : ''}${unmet ? ' !' : floor ? ' *' : ''}`;
    const lightest = after === least && folds > 0;
    return [
      lightest ? { text: name, style: 'bold' } : name,
      { text: drawBar(after, before, BAR).padEnd(BAR, screen.colour ? ' ' : '·'), style: 'green' },
      `${exact ? '' : '≈'}${formatCount(after)}`,
      lightest ? { text: change(before, after), style: 'green' } : change(before, after),
    ];
  });
}

function pricesOf(trial: Trial): Cell[] {
  const { cost, folds, ms } = trial;
  if (folds === 0) return ['', '', duration(ms)];
  return [cost === null ? '?' : cost === 0 ? 'free' : dollars(cost), paybackOf(trial), duration(ms)];
}

function paybackOf({ payback, net }: Trial): string {
  if (payback === null) return net === null ? '?' : 'never';
  return payback === 0 ? 'at once' : payback === 1 ? '1 turn' : `${formatCount(payback)} turns`;
}
