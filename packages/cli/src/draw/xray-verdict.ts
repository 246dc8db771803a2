import { formatCount } from '@tenfold/core';
import type { Program } from '../file/own-sessions.ts';
import type { Trial } from '../trial.ts';
import type { Xray } from '../xray.ts';
import { keptShare, totalEvidence } from './evidence.ts';
import { CALLED, share } from './words.ts';

/** What it all comes to. */
export interface Verdict {
  /** Share that is repeated or superseded; null where nothing is. */
  readonly waste: string | null;
  /** Tokens that condensing leaves; null where nothing is folded. */
  readonly left: string | null;
  /** How many times fewer that is. */
  readonly times: string;
  /** Share of the facts that are still to be seen then; null where none was found. */
  readonly facts: string | null;
  readonly found: number;
}

/** The figures a person would tell others, of a run that asked no model. */
export function verdictOn({ waste, tokens, exact }: Xray, { before, after, folds, evidence }: Trial): Verdict {
  const sum = waste.reduce((total, pass) => total + pass.tokens, 0);
  const all = totalEvidence(evidence ?? {});
  return {
    waste: sum === 0 ? null : share(sum, tokens),
    left: folds === 0 ? null : `${exact ? '' : '≈'}${formatCount(after)}`,
    times: `${(before / Math.max(1, after)).toFixed(1)}×`,
    facts: folds === 0 || all.found === 0 ? null : keptShare(all),
    found: all.found,
  };
}

/** The same as sentences. */
export function verdictWords({ waste, left, times, facts, found }: Verdict): readonly string[] {
  const kept = facts === null ? '' : ` with ${facts} of the ${formatCount(found)} facts found in it`;
  return [
    ...(waste === null ? [] : [`${waste} of it is repeated or superseded.`]),
    left === null
      ? 'Nothing in it is worth condensing yet.'
      : `Condensed without a model it is ${left} tokens, ${times} fewer,${kept}; the originals stay and can be looked up.`,
  ];
}

/** What to type to have it so. */
export function nextStep(file: string, program: Program | undefined): string {
  return `${CALLED} ${program ?? `condense ${file} -o less.json`}`;
}
