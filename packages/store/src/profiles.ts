import type { JsonObject } from '@tenfold/core';

/** A configured model with its endpoint and prices. Its key is not here. */
export interface Profile {
  readonly id: string;
  readonly name: string;
  readonly provider: string;
  readonly model: string;
  readonly baseUrl: string | null;
  /** Prices, thresholds, limits: whatever the session layer validates. */
  readonly config: JsonObject;
  readonly hasSecret: boolean;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Profiles of one owner. Keys come in encrypted and are opaque here. */
export interface Profiles {
  /** Adds or replaces one. `expect` is the version read; null says it must be new. The secret stays. */
  put(profile: {
    id?: string;
    name: string;
    provider: string;
    model: string;
    baseUrl?: string | null;
    config?: JsonObject;
    expect?: number | null;
    at: number;
  }): Promise<Profile>;
  get(id: string): Promise<Profile>;
  list(): Promise<readonly Profile[]>;
  /** Sets or (null) clears the encrypted key. */
  setSecret(id: string, secret: Uint8Array | null, at: number): Promise<void>;
  /** The encrypted key, null where there is none. */
  secret(id: string): Promise<Uint8Array | null>;
  remove(id: string): Promise<void>;
}
