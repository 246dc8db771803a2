import { dollars, formatCount } from '@tenfold/core';
import type { Screen } from '../terminal.ts';
import type { Trial } from '../trial.ts';
import { drawBar } from './bar.ts';
import { keptShare, totalEvidence } from './evidence.ts';
import { drawNotes, wrap } from './notes.ts';
import { type Cell, type Column, drawTable, type TableRow } from './table.ts';
import { change, duration } from './words.ts';

const BAR = 12;

/** What each recipe would leave: a bar and the tokens. */
export function drawForecast(trials: readonly Trial[], exact: boolean, screen: Screen, width: number): string[] {
  return [...drawTable(LEFT, grouped(trials, rowsOf(trials, exact, screen)), width, screen), ...footnote(trials, screen, width)];
}

/** Recipes side by side: what each leaves, how many of the facts are still there, what it costs and takes. */
export function drawTrials(trials: readonly Trial[], exact: boolean, screen: Screen, width: number): string[] {
  const columns = [
    ...LEFT,
    { title: 'facts', align: 'right', spare: 2 },
    { title: 'cost', align: 'right', spare: 3 },
    { title: 'payback', align: 'right', spare: 4 },
    { title: 'time', align: 'right', spare: 5 },
  ] as const;
  const rows = rowsOf(trials, exact, screen).map((row, at) => [...row, ...pricesOf(trials[at] as Trial)]);
  const table = drawTable(columns, grouped(trials, rows), width, screen);
  return [...table, ...footnote(trials, screen, width), ...notesOf(trials, width)];
}

/** What went otherwise than asked, as a summarizer that did not answer, once for all recipes that say it. */
function notesOf(trials: readonly Trial[], width: number): string[] {
  const sayers = new Map<string, Set<string>>();
  for (const { recipe, warnings } of trials) {
    for (const warning of warnings) {
      const reason = warning.replace(/ \(\d+ times\)$/, '');
      sayers.set(reason, (sayers.get(reason) ?? new Set()).add(recipe.name));
    }
  }
  return drawNotes(
    [...sayers].map(([reason, names]) => ({ reason: `${[...names].join(', ')}: ${reason}`, times: 1 })),
    width,
  );
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

/** A line between strategies and presets. */
function grouped(trials: readonly Trial[], rows: readonly Cell[][]): TableRow[] {
  const first = trials.findIndex(({ recipe }) => recipe.kind === 'preset');
  return first < 0 ? [...rows] : [...rows.slice(0, first), { cells: ['presets'], style: 'dim' }, ...rows.slice(first)];
}

/** The lightest result stands out. */
function rowsOf(trials: readonly Trial[], exact: boolean, screen: Screen): Cell[][] {
  const least = Math.min(...trials.map(({ after }) => after));
  return trials.map(({ recipe, before, after, folds, floor, unmet }) => {
    const name = `${recipe.name}${unmet ? ' !' : floor ? ' *' : ''}`;
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
  const { cost, folds, ms, evidence } = trial;
  if (folds === 0) return ['', '', '', duration(ms)];
  return [
    evidence === null ? '' : keptShare(totalEvidence(evidence)),
    cost === null ? '?' : cost === 0 ? 'free' : dollars(cost),
    paybackOf(trial),
    duration(ms),
  ];
}

function paybackOf({ payback, net }: Trial): string {
  if (payback === null) return net === null ? '?' : 'never';
  return payback === 0 ? 'at once' : payback === 1 ? '1 turn' : `${formatCount(payback)} turns`;
}
