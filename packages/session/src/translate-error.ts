import type { ProblemCode } from '@tenfold/contract';
import { CounterUnavailable } from '@tenfold/core';
import { StoreError, type StoreErrorCode } from '@tenfold/store';
import { SessionError } from './session-error.ts';
import { CallFailed } from './upstream/upstream.ts';

/** What a client is told of the store; what is not here is trouble of the store itself. */
const STORE: Partial<Record<StoreErrorCode, ProblemCode>> = {
  'not-found': 'not-found',
  conflict: 'conflict',
  invalid: 'invalid-request',
  'store-full': 'store-full',
};

const DAMAGED = 'The store is damaged, or cannot be used here. Where it lies, and what is wrong with it, is in the log.';

/**
 * Any error as what a client may know of it, the same inside a turn and over a route. Where files lie, and what nobody
 * foresaw, stays here: that is for the log.
 */
export function translateError(error: unknown, kept = 'Everything stored before is kept.'): SessionError {
  if (error instanceof SessionError) return error;
  if (error instanceof StoreError) return ofStore(error);
  if (error instanceof CounterUnavailable)
    return new SessionError('counter-unavailable', error.message, {
      kept,
      todo: 'Nothing was sent. Put the table back in place (install the package again), start again and send it again.',
    });
  if (error instanceof CallFailed) return ofCall(error, kept);
  return new SessionError('internal-error', 'The server met an error nobody foresaw. It is in the log.', {
    kept,
    todo: 'Try again; if it happens again, report it with what the log says.',
    cause: error,
  });
}

function ofStore(error: StoreError): SessionError {
  const known = STORE[error.code];
  const isRefusal = known !== undefined && known !== 'store-full';
  // Of one row that is damaged the store says what it was, and nothing of where it lies.
  const isRow = error.code === 'store-corrupt' && 'what' in error.facts;
  const namesFile = !isRow && (error.code === 'store-corrupt' || error.code === 'store-unsupported');
  const { file: _file, ...facts } = error.facts;
  return new SessionError(known ?? 'store-unavailable', namesFile ? DAMAGED : error.message, {
    kept: keptBy(error, known),
    todo: error.advice,
    facts: isRefusal ? facts : {},
    cause: error,
  });
}

function keptBy({ facts }: StoreError, known: ProblemCode | undefined): string {
  if (known === 'store-full') return 'Everything stored before is kept.';
  // Whether a store that failed otherwise wrote anything is not known.
  if (known === undefined) return 'Nothing was confirmed as stored.';
  return 'revision' in facts ? 'What you wrote is kept beside the conversation.' : 'Nothing was changed.';
}

function ofCall(error: CallFailed, kept: string): SessionError {
  if (error.cause instanceof StoreError) return ofStore(error.cause);
  const { kind, status } = error.failure;
  return new SessionError('upstream-failed', error.message, {
    kept,
    todo: kind === 'refused' ? 'Check the profile: its key, model and address.' : 'Try again in a moment.',
    facts: { kind, status: status ?? null, tries: error.tries },
    cause: error,
  });
}
