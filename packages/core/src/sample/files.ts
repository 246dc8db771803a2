import { type Change, changed } from './say.ts';

/** The bucket as the talk finds it: nothing caps what flows back in. */
export const bucketAtFirst = `import type { Clock } from './clock.js';
import type { BucketState, Store } from './store.js';

export interface BucketOptions {
  /** Tokens a full bucket holds. */
  capacity: number;
  /** Tokens that flow back in, per second. */
  refillPerSecond: number;
}

export interface Verdict {
  allowed: boolean;
  /** Whole tokens left after this call. */
  remaining: number;
  /** How long to wait before the same call can succeed; 0 when it was allowed. */
  retryAfterMs: number;
}

export class TokenBucket {
  constructor(
    private readonly key: string,
    private readonly options: BucketOptions,
    private readonly store: Store,
    private readonly clock: Clock,
  ) {
    if (!(options.capacity > 0)) throw new RangeError('capacity must be positive');
    if (!(options.refillPerSecond > 0)) throw new RangeError('refillPerSecond must be positive');
  }

  async take(cost = 1): Promise<Verdict> {
    const now = this.clock.now();
    const state = (await this.store.read(this.key)) ?? this.full(now);
    const filled = this.refill(state, now);
    if (filled.tokens < cost) return this.refuse(filled, cost);
    const next = { tokens: filled.tokens - cost, updatedAt: filled.updatedAt };
    await this.store.write(this.key, next);
    return { allowed: true, remaining: Math.floor(next.tokens), retryAfterMs: 0 };
  }

  private full(now: number): BucketState {
    return { tokens: this.options.capacity, updatedAt: now };
  }

  private refill(state: BucketState, now: number): BucketState {
    const elapsed = now - state.updatedAt;
    const gained = (elapsed / 1000) * this.options.refillPerSecond;
    return { tokens: state.tokens + gained, updatedAt: now };
  }

  private refuse(state: BucketState, cost: number): Verdict {
    const missing = cost - state.tokens;
    const retryAfterMs = (missing / this.options.refillPerSecond) * 1000;
    return { allowed: false, remaining: Math.floor(state.tokens), retryAfterMs };
  }
}
`;

/** Fix 1: a bucket that was left alone is full, not overfull. */
export const capTheRefill: Change = {
  before: '    return { tokens: state.tokens + gained, updatedAt: now };',
  after: `    const tokens = Math.min(this.options.capacity, state.tokens + gained);
    return { tokens, updatedAt: now };`,
};

/** Fix 2: while a clock that stepped back catches up, nothing is gained. */
export const ignoreStepsBack: Change = {
  before: `    const elapsed = now - state.updatedAt;
    const gained = (elapsed / 1000) * this.options.refillPerSecond;
    const tokens = Math.min(this.options.capacity, state.tokens + gained);
    return { tokens, updatedAt: now };`,
  after: `    // A clock that stepped back must not be paid twice for the same minute when it catches up.
    const updatedAt = Math.max(now, state.updatedAt);
    const gained = ((updatedAt - state.updatedAt) / 1000) * this.options.refillPerSecond;
    const tokens = Math.min(this.options.capacity, state.tokens + gained);
    return { tokens, updatedAt };`,
};

/** Fix 3 as it was tried first, against a line that no longer stands there. */
export const takeInTurnTooEarly: Change = {
  before: `  async take(cost = 1): Promise<Verdict> {
    const now = this.clock.now();
    const state = await this.current(now);`,
  after: `  take(cost = 1): Promise<Verdict> {
    return inTurn(this.store, this.key, () => this.takeNow(cost));
  }

  private async takeNow(cost: number): Promise<Verdict> {
    const now = this.clock.now();
    const state = await this.current(now);`,
};

/** Fix 3: calls for one key wait for each other. */
export const takeInTurn: Change = {
  before: `  async take(cost = 1): Promise<Verdict> {
    const now = this.clock.now();`,
  after: `  take(cost = 1): Promise<Verdict> {
    return inTurn(this.store, this.key, () => this.takeNow(cost));
  }

  private async takeNow(cost: number): Promise<Verdict> {
    const now = this.clock.now();`,
};

/** The import fix 3 needs. */
export const importTurns: Change = {
  before: `import type { BucketState, Store } from './store.js';`,
  after: `import type { BucketState, Store } from './store.js';
import { inTurn } from './turns.js';`,
};

/** Fix 4: sums are done in whole micro-tokens, so nothing drifts. */
export const countInMicros: Change = {
  before: `    const gained = ((updatedAt - state.updatedAt) / 1000) * this.options.refillPerSecond;
    const tokens = Math.min(this.options.capacity, state.tokens + gained);
    return { tokens, updatedAt };`,
  after: `    const gained = Math.floor((updatedAt - state.updatedAt) * 1_000 * this.options.refillPerSecond);
    const micros = Math.min(toMicros(this.options.capacity), toMicros(state.tokens) + gained);
    return { tokens: micros / MICRO, updatedAt };`,
};

/** The unit fix 4 needs. */
export const defineMicros: Change = {
  before: 'export class TokenBucket {',
  after: `const MICRO = 1_000_000;
const toMicros = (tokens: number) => Math.round(tokens * MICRO);

export class TokenBucket {`,
};

/** Its last piece: a wait is rounded up, so that whoever waits as told gets in. */
export const waitLongEnough: Change = {
  before: '    const retryAfterMs = (missing / this.options.refillPerSecond) * 1000;',
  after: '    const retryAfterMs = Math.ceil(toMicros(missing) / (this.options.refillPerSecond * 1_000));',
};

/** The bucket after each fix in turn. */
export const bucketCapped = changed(bucketAtFirst, capTheRefill);
export const bucketSteady = changed(bucketCapped, ignoreStepsBack);
export const bucketInTurn = changed(changed(bucketSteady, takeInTurn), importTurns);
export const bucketInMicros = changed(changed(bucketInTurn, countInMicros), defineMicros);
export const bucketAtLast = changed(bucketInMicros, waitLongEnough);

/** Where buckets are kept; part of the public API. */
export const storeFile = `/** What is remembered of one bucket. */
export interface BucketState {
  tokens: number;
  /** Milliseconds of the limiter's clock. */
  updatedAt: number;
}

/** Where buckets live. Public: teams bring their own. */
export interface Store {
  read(key: string): Promise<BucketState | undefined>;
  write(key: string, state: BucketState): Promise<void>;
  remove(key: string): Promise<void>;
}

/** Keeps buckets in this process; the oldest go first when there are too many. */
export class MemoryStore implements Store {
  private readonly buckets = new Map<string, BucketState>();

  constructor(private readonly limit = 10_000) {}

  async read(key: string) {
    return this.buckets.get(key);
  }

  async write(key: string, state: BucketState) {
    this.buckets.delete(key);
    this.buckets.set(key, state);
    if (this.buckets.size > this.limit) {
      const oldest = this.buckets.keys().next().value;
      if (oldest !== undefined) this.buckets.delete(oldest);
    }
  }

  async remove(key: string) {
    this.buckets.delete(key);
  }
}
`;

/** The Redis store, which two processes may share. */
export const redisFile = `import type { BucketState, Store } from './store.js';

/** The three commands the store needs; any client has them. */
export interface RedisLike {
  hgetall(key: string): Promise<Record<string, string>>;
  hset(key: string, fields: Record<string, string | number>): Promise<unknown>;
  del(key: string): Promise<unknown>;
  pexpire(key: string, ms: number): Promise<unknown>;
}

const TEN_MINUTES = 600_000;

export class RedisStore implements Store {
  constructor(
    private readonly redis: RedisLike,
    private readonly prefix = 'sluice:',
  ) {}

  async read(key: string): Promise<BucketState | undefined> {
    const row = await this.redis.hgetall(this.prefix + key);
    if (row.tokens === undefined || row.updatedAt === undefined) return undefined;
    return { tokens: Number(row.tokens), updatedAt: Number(row.updatedAt) };
  }

  async write(key: string, state: BucketState): Promise<void> {
    await this.redis.hset(this.prefix + key, { tokens: state.tokens, updatedAt: state.updatedAt });
    await this.redis.pexpire(this.prefix + key, TEN_MINUTES);
  }

  async remove(key: string): Promise<void> {
    await this.redis.del(this.prefix + key);
  }
}
`;

/** The public API nobody may touch. */
export const indexFile = `export { TokenBucket, type BucketOptions, type Verdict } from './bucket.js';
export { systemClock, type Clock } from './clock.js';
export { createLimiter, type Limiter, type LimiterOptions } from './limiter.js';
export { RedisStore, type RedisLike } from './redis-store.js';
export { MemoryStore, type BucketState, type Store } from './store.js';
`;

/** One line of calls a key and store: the heart of fix 3. */
export const turnsFile = `import type { Store } from './store.js';

// Weak, so that a limiter that is gone takes its queues with it.
const lines = new WeakMap<Store, Map<string, Promise<unknown>>>();

/** Runs \`work\` after everything that was asked of the same store and key before it. */
export function inTurn<T>(store: Store, key: string, work: () => Promise<T>): Promise<T> {
  let line = lines.get(store);
  if (!line) lines.set(store, (line = new Map()));
  const before = line.get(key) ?? Promise.resolve();
  const mine = before.then(work, work);
  line.set(key, mine);
  const leave = () => {
    if (line.get(key) === mine) line.delete(key);
  };
  mine.then(leave, leave);
  return mine;
}
`;
