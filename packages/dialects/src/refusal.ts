import type { Json } from '@tenfold/core';
import { isWellFormed } from './json.ts';

/** One reason why an API would refuse a request. */
export interface Refusal {
  /** Id of the rule that was broken. */
  readonly rule: string;
  /** What the API answers. */
  readonly message: string;
}

/** A structural rule of an API: what it finds wrong with a request, in the API's words. */
export interface Rule<Request> {
  readonly id: string;
  check(request: Request): readonly string[];
}

/** No string may hold half a surrogate pair. */
export function wellFormedRule(message: string): Rule<{ readonly wire: Json }> {
  return { id: 'well-formed', check: ({ wire }) => (isWellFormed(wire) ? [] : [message]) };
}

/** Runs every rule over what `read` makes of a wire value. */
export function validator<Request>(
  read: (wire: Json) => Request,
  rules: readonly Rule<Request>[],
): (wire: Json) => readonly Refusal[] {
  return (wire) => {
    const request = read(wire);
    const refusals: Refusal[] = [];
    for (const rule of rules) for (const message of rule.check(request)) refusals.push({ rule: rule.id, message });
    return refusals;
  };
}
