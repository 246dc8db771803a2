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

/** Tells what a check refuses of a request. No API takes a string that holds half a surrogate pair: it answers with `malformed`. */
export function validator<Rule extends string>(
  malformed: string,
  check: (wire: Json, refuse: Refuse<Rule>) => void,
): (wire: Json) => readonly Refusal[] {
  return (wire) => {
    const refusals: Refusal[] = [];
    check(wire, (rule, message) => refusals.push({ rule, message }));
    if (!isWellFormed(wire)) refusals.push({ rule: 'well-formed', message: malformed });
    return refusals;
  };
}
