import type { ProblemCode } from '@tenfold/contract';
import type { JsonObject } from '@tenfold/core';

/** What is told beside what happened. */
export interface ErrorTerms {
  readonly kept?: string;
  readonly todo: string;
  readonly facts?: JsonObject;
  readonly cause?: unknown;
}

/** Something was refused or failed: what happened in `message`, what was kept, what to do, and the facts. */
export class SessionError extends Error {
  override readonly name: string = 'SessionError';
  readonly code: ProblemCode;
  readonly kept: string;
  readonly todo: string;
  readonly facts: JsonObject;
  constructor(code: ProblemCode, message: string, { kept = 'Nothing was changed.', todo, facts = {}, cause }: ErrorTerms) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.kept = kept;
    this.todo = todo;
    this.facts = facts;
  }
}

/** Faults of one request that are named. */
const MAX_FAULTS = 100;

/** A request with fields that are not right. */
export function invalidRequest(problems: readonly { readonly field: string; readonly message: string }[]): SessionError {
  const told = problems.slice(0, MAX_FAULTS);
  const said = told.map(({ field, message }) => (field === '' ? message : `${field}: ${message}`)).join(' ');
  return new SessionError('invalid-request', `The request is not right. ${said}`, {
    todo: 'Correct the fields named and send it again.',
    facts: { problems: told.map(({ field, message }) => ({ field, message })) },
  });
}
