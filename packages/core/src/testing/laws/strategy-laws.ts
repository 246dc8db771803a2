import type { Message } from '../../message.ts';
import type { AnyStrategy } from '../../strategy.ts';
import { type Law, LawBroken } from './law.ts';
import { lawCase } from './law-case.ts';
import { runLaws } from './run-laws.ts';
import { type Engine, type Trial, tryOut } from './trial.ts';
import { viewLaws } from './view-laws.ts';

/** How a strategy is held to the laws. */
export interface LawOptions {
  /** Its config in every trial; its defaults when not given. */
  readonly config?: object;
  /** What an API would say against these messages; null when it takes them. */
  readonly validate?: (messages: readonly Message[], trial: Trial) => string | null;
  /** Parts of the engine to put in the place of its own. */
  readonly engine?: Engine;
}

/** One law, ready to be checked in the case a seed stands for. */
export interface StrategyLaw {
  readonly id: string;
  readonly name: string;
  /** @throws LawBroken when it does not hold; the message has the whole case. */
  check(seed: number): void;
}

/** All laws, to be checked on a trial. */
export function lawsWith(options: LawOptions = {}): readonly Law[] {
  return [...viewLaws(options.validate), ...runLaws];
}

/** Checks a trial against laws. */
export function holdTo(laws: readonly Law[], trial: Trial): void {
  for (const law of laws) {
    const what = law.broken(trial);
    if (what !== null) throw new LawBroken(law, what, trial);
  }
}

/** Law by law or seed by seed: a trial is made once for all laws, as long as there are not too many. */
const KEPT_TRIALS = 100;

/**
 * The laws every strategy is held to, for authors of their own.
 * @example for (const law of strategyLaws(mine)) it(law.name, () => { for (let seed = 0; seed < 100; seed++) law.check(seed); });
 */
export function strategyLaws(strategy: AnyStrategy, options: LawOptions = {}): readonly StrategyLaw[] {
  const trials = new Map<number, Trial>();
  const trialOf = (seed: number) => {
    const trial = trials.get(seed) ?? tryOut(strategy, lawCase(seed), options.config, options.engine);
    if (trials.size > KEPT_TRIALS) trials.clear();
    trials.set(seed, trial);
    return trial;
  };
  return lawsWith(options).map((law) => ({
    id: law.id,
    name: law.name,
    check: (seed) => holdTo([law], trialOf(seed)),
  }));
}
