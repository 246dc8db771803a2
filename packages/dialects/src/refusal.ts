import type { Json } from '@tenfold/core';
import { isWellFormed } from './json.ts';

/** One reason why an API would refuse a request. */
export interface Refusal {
  /** Id of the rule that was broken. */
  readonly rule: string;
  /** What the API answers. */
  readonly message: string;
}

/** Notes that a rule is broken, with what the API answers. */
export type Refuse<Rule extends string> = (rule: Rule, message: string) => void;

/** What a check refuses of a request. No API takes a string that holds half a surrogate pair: it answers with `malformed`. */
export function refusalsOf<Rule extends string>(
  wire: Json,
  malformed: string,
  check: (refuse: Refuse<Rule>) => void,
): readonly Refusal[] {
  const refusals: Refusal[] = [];
  check((rule, message) => refusals.push({ rule, message }));
  if (!isWellFormed(wire)) refusals.push({ rule: 'well-formed', message: malformed });
  return refusals;
}
