import type { Trial, TrialRun } from './trial.ts';

/** Something that must hold in every trial. */
export interface Law {
  /** Its number in `SPEC.md`. */
  readonly id: string;
  readonly name: string;
  /** What is broken, in words; null when it holds. */
  broken(trial: Trial): string | null;
}

/** A law did not hold. */
export class LawBroken extends Error {
  override readonly name = 'LawBroken';
  readonly law: string;
  constructor(law: Law, what: string, trial: Trial) {
    super(`[${law.id}] ${law.name}: ${what} (${trial.strategy.id}, case ${JSON.stringify(trial.of)})`);
    this.law = law.id;
  }
}

/** The first thing that is wrong with any of these, told with the moment it was seen at. */
export function firstOf<Item>(items: Iterable<Item>, wrong: (item: Item) => string | null): string | null {
  for (const item of items) {
    const what = wrong(item);
    if (what !== null) return what;
  }
  return null;
}

/** A law about every run of a trial. */
export function ofEveryRun(id: string, name: string, wrong: (run: TrialRun, trial: Trial) => string | null): Law {
  return { id, name, broken: (trial) => firstOf(trial.runs, (run) => wrong(run, trial)) };
}
