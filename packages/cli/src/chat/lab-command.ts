import { api as contract, type LabColumn } from '@tenfold/contract';
import { type Column, drawTable } from '../draw/table.ts';
import { tame } from '../draw/width.ts';
import type { CommandContext, CommandOutcome } from './command-outcome.ts';
import { nth } from './nth.ts';

const COLUMNS: readonly Column[] = [
  { title: '', align: 'right' },
  { title: 'way', least: 10 },
  { title: 'tokens', align: 'right' },
  { title: 'shorter by', align: 'right' },
  { title: 'facts kept', align: 'right' },
  { title: 'cost', align: 'right', spare: 1 },
];

/** Compares every way to condense without changing anything, or condenses the Nth way. What asks a model is estimated. */
export async function lab({ api, session, screen }: CommandContext, argument: string): Promise<CommandOutcome> {
  const { columns } = await api.call(contract.lab.compare, { session, body: {} });
  if (argument === '') {
    const { used } = await api.call(contract.contexts.status, { session });
    const lines = drawTable(COLUMNS, rowsOf(columns, used), screen.columns - 1, screen);
    return { text: [...lines, 'Nothing was changed; ≈ is an estimate. /lab N condenses that way.'].join('\n') };
  }
  const found = nth(columns, argument);
  if (found === undefined) return { text: `There is no way ${argument}. /lab lists them.`, bad: true };
  const started = await api.call(contract.condensations.condense, { session, body: { [found.kind]: found.id } });
  return { text: `${tame(found.name)}. ${'scope' in started ? started.scope : started.text}` };
}

function rowsOf(trials: readonly LabColumn[], used: number): string[][] {
  return trials.map((trial, index) => {
    const about = trial.estimated ? '≈ ' : '';
    if (trial.error !== undefined) return [String(index + 1), `${tame(trial.name)}: ${tame(trial.error)}`];
    return [
      String(index + 1),
      tame(trial.name),
      about + trial.tokens.toLocaleString('en-US'),
      used === 0 ? '–' : `${about}${Math.round(100 * (1 - trial.tokens / used))}%`,
      keptOf(trial),
      trial.cost === null ? 'no price' : trial.cost === 0 ? '$0' : `${about}$${trial.cost.toPrecision(2)}`,
    ];
  });
}

function keptOf({ evidence }: LabColumn): string {
  const scores = Object.values(evidence ?? {});
  const found = scores.reduce((sum, score) => sum + (score?.found ?? 0), 0);
  return found === 0 ? '–' : `${Math.round((100 * scores.reduce((sum, score) => sum + (score?.kept ?? 0), 0)) / found)}%`;
}
