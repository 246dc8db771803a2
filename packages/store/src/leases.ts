import type { JsonObject } from '@tenfold/core';

/**
 * The right to do something alone. No clock decides: the holder counts `beat` up, watchers measure with their own
 * monotonic clock how long it has stood still, and may then take it over the exact token and beat they saw.
 */
export interface Lease {
  readonly name: string;
  readonly holder: string;
  /** The machine's boot: a lease of an earlier boot is dead. */
  readonly boot: string;
  /** Fencing token, unique in the store and ever growing. */
  readonly token: number;
  readonly beat: number;
  /** Pid, URL and the like, for whoever finds it. */
  readonly facts: JsonObject;
  /** True after an orderly end. */
  readonly released: boolean;
  readonly acquiredAt: number;
}

/** Leases, over all owners. */
export interface Leases {
  /** Takes a free or released lease, or one that still has the token and beat of `over`; otherwise `LeaseHeld`. */
  acquire(lease: {
    name: string;
    holder: string;
    boot: string;
    facts?: JsonObject;
    over?: { token: number; beat: number };
    at: number;
  }): Promise<Lease>;
  /** Counts up, and updates the facts if given. `LeaseLost` when somebody else has it now. */
  beat(name: string, token: number, facts?: JsonObject): Promise<Lease>;
  /** An orderly end. Releasing what is lost does nothing. */
  release(name: string, token: number): Promise<void>;
  get(name: string): Promise<Lease | null>;
  list(): Promise<readonly Lease[]>;
}
