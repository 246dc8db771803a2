import type { JsonObject } from '@tenfold/core';

/** Stable names of what can go wrong, for APIs that report them. */
export type StoreErrorCode =
  | 'not-found'
  | 'conflict'
  | 'invalid'
  | 'store-full'
  | 'store-corrupt'
  | 'store-fault'
  | 'store-busy'
  | 'store-unsupported'
  | 'lease-held'
  | 'lease-lost'
  | 'turn-taken';

/** Anything the store refuses or cannot do: what happened in `message`, the facts, and what to do about it. */
export class StoreError extends Error {
  override readonly name: string = 'StoreError';
  readonly code: StoreErrorCode;
  readonly facts: JsonObject;
  readonly advice: string;
  constructor(code: StoreErrorCode, message: string, facts: JsonObject, advice: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.facts = facts;
    this.advice = advice;
  }
}

/** There is no such row, or it belongs to somebody else: the two look the same on purpose. */
export class NotFound extends StoreError {
  override readonly name = 'NotFound';
  constructor(what: string, id: string) {
    super(
      'not-found',
      `There is no ${what} ${id}. Nothing was changed.`,
      { what, id },
      'List what there is and use one of those.',
    );
  }
}

/** Someone else wrote first, or the name is taken. Where text was at stake, it is kept as the revision `facts.revision`. */
export class Conflict extends StoreError {
  override readonly name = 'Conflict';
  constructor(message: string, facts: JsonObject, advice = 'Read the current state and try again.') {
    super('conflict', message, facts, advice);
  }
}

/** The request itself is wrong: nothing was written. */
export class Invalid extends StoreError {
  override readonly name = 'Invalid';
  constructor(message: string, facts: JsonObject = {}, advice = 'Correct the request.') {
    super('invalid', message, facts, advice);
  }
}

/** The disk is full, the file reached its size limit or is read-only: nothing was acknowledged, reading goes on. */
export class StoreFull extends StoreError {
  override readonly name = 'StoreFull';
  constructor(facts: JsonObject, cause: unknown, where: 'file' | 'database' = 'file') {
    const writable =
      where === 'file' ? 'make the file writable' : 'have the database take writes, as one that is no standby does';
    const advice = `Free some space (or ${writable}) and try again (programs: with the same idempotency key); no restart is needed.`;
    super('store-full', 'The store cannot write: its disk is full or read-only. Nothing was saved.', facts, advice, cause);
  }
}

/** What to do where a file is damaged, and where one row is, of which `what` says what it should have been. */
const FILE_ADVICE = 'Stop, copy the file away, and restore the last backup; `tenfold doctor` names what is damaged.';
const ROW_ADVICE =
  'Everything else can be used. `tenfold doctor` names what is damaged; one conversation comes back from a backup with `tenfold restore FILE --session ID`.';

/** The database file is damaged, or a row in it. It is never repaired in place. */
export class StoreCorrupt extends StoreError {
  override readonly name = 'StoreCorrupt';
  constructor(message: string, facts: JsonObject, cause?: unknown) {
    super('store-corrupt', message, facts, 'what' in facts ? ROW_ADVICE : FILE_ADVICE, cause);
  }
}

/** The disk reported an error, or the database cannot be reached. Whether the last write survived is unknown; it was not acknowledged. */
export class StoreFault extends StoreError {
  override readonly name = 'StoreFault';
  constructor(facts: JsonObject, cause: unknown, why: 'disk' | 'unreachable' = 'disk') {
    const lead = why === 'disk' ? 'The disk reported an error while the store was working.' : 'The database cannot be reached.';
    const check = why === 'disk' ? 'The connection was reopened. Check the disk' : 'Check that the database runs';
    const advice = `${check} if it happens again; try again (programs: with the same idempotency key).`;
    super('store-fault', `${lead} The write was not acknowledged.`, facts, advice, cause);
  }
}

/** Another process held the database for longer than the busy timeout, or the database has no time or room for more. */
export class StoreBusy extends StoreError {
  override readonly name = 'StoreBusy';
  constructor(facts: JsonObject, cause: unknown, lead = 'Another process is writing to the store.') {
    super('store-busy', `${lead} Nothing was saved.`, facts, 'Try again in a moment.', cause);
  }
}

/** The library, the file or its schema is not one this version can work with. */
export class StoreUnsupported extends StoreError {
  override readonly name = 'StoreUnsupported';
  constructor(message: string, facts: JsonObject, advice: string) {
    super('store-unsupported', message, facts, advice);
  }
}

/** The lease is held by somebody else. `facts` has the holder, its token and its beat. */
export class LeaseHeld extends StoreError {
  override readonly name = 'LeaseHeld';
  constructor(facts: JsonObject) {
    const advice = 'Watch its beat; if it does not move, acquire over the token and beat you saw.';
    super('lease-held', `The lease ${String(facts.name)} is held by ${String(facts.holder)}.`, facts, advice);
  }
}

/** A newer holder has taken the lease: whatever its old holder was doing must stop. */
export class LeaseLost extends StoreError {
  override readonly name = 'LeaseLost';
  constructor(facts: JsonObject) {
    super('lease-lost', `The lease ${String(facts.name)} was taken over.`, facts, 'Stop writing and acquire it again.');
  }
}

/** Another process answers in this session, or a message that came earlier waits there. `facts` has the session and the other's lease. */
export class TurnTaken extends StoreError {
  override readonly name = 'TurnTaken';
  constructor(facts: { session: string; lease: number }) {
    super('turn-taken', 'Another turn of this session is under way. Nothing was written.', facts, 'Wait for it, or stop it.');
  }
}
