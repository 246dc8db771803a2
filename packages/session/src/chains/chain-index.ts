import type { EntryId, Transcript } from '@tenfold/core';
import type { Hidden } from '@tenfold/dialects';
import type { Chain } from './chain.ts';

/** Chains a process keeps in memory; others are read from the store when they come back. */
const MAX_CHAINS = 256;

/** Which chain has an entry. Of branches that share entries the newest has them. */
export class ChainIndex {
  readonly #byEntry = new Map<EntryId, Chain>();
  readonly #chains = new Set<Chain>();
  readonly #inProcess: Map<Chain, ChainIndex>;
  /** Chains that open with an entry. */
  readonly #opened = new Map<EntryId, number>();
  /** What clients were not shown, of all chains. */
  readonly hidden = new Map<EntryId, Hidden>();

  /** `inProcess` has the chains of all indexes, the one used longest ago first. */
  constructor(inProcess: Map<Chain, ChainIndex>) {
    this.#inProcess = inProcess;
  }

  /** The chain that knows most of a transcript from its start, and how much of it. */
  find(transcript: Transcript): { readonly chain: Chain; readonly length: number } | null {
    for (let length = transcript.length; length > 0; length--) {
      const chain = this.#byEntry.get((transcript[length - 1] as Transcript[number]).id);
      if (chain !== undefined) return { chain, length };
    }
    return null;
  }

  add(chain: Chain, ids: readonly EntryId[] = chain.ids): void {
    // Set again, so that the one used longest ago comes first.
    const [first = ''] = chain.ids;
    if (!this.#chains.delete(chain)) this.#opened.set(first, (this.#opened.get(first) ?? 0) + 1);
    this.#chains.add(chain);
    this.#inProcess.delete(chain);
    this.#inProcess.set(chain, this);
    for (const id of ids) this.#byEntry.set(id, chain);
    for (const [id, hidden] of chain.hidden) this.hidden.set(id, hidden);
    // What is not written yet is known here alone.
    if (this.#inProcess.size > MAX_CHAINS)
      for (const [oldest, index] of this.#inProcess) {
        if (oldest.isWriting) continue;
        index.drop(oldest);
        break;
      }
  }

  /** Entries that a chain no longer has. */
  forget(chain: Chain, ids: readonly EntryId[]): void {
    for (const id of ids) if (this.#byEntry.get(id) === chain) this.#byEntry.delete(id);
  }

  drop(chain: Chain): void {
    if (!this.#chains.delete(chain)) return;
    this.#inProcess.delete(chain);
    for (const id of chain.hidden.keys()) this.hidden.delete(id);
    this.forget(chain, chain.ids);
    const [first = ''] = chain.ids;
    const left = (this.#opened.get(first) ?? 1) - 1;
    if (left > 0) this.#opened.set(first, left);
    else this.#opened.delete(first);
    if (left <= 0) return;
    // What it shares with other branches is theirs still.
    const shared = new Set(chain.ids);
    for (const other of this.#chains) {
      if (other.ids[0] !== first) continue;
      for (const id of other.ids) if (shared.has(id)) this.#byEntry.set(id, other);
      for (const [id, hidden] of other.hidden) this.hidden.set(id, hidden);
    }
  }

  /** A session that is there no more. */
  dropSession(id: string): void {
    for (const chain of this.#chains) if (chain.session === id) this.drop(chain);
  }

  clear(): void {
    for (const chain of this.#chains) this.drop(chain);
  }

  get all(): Iterable<Chain> {
    return this.#chains;
  }
}
