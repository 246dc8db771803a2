import { asJson, type Json } from '@tenfold/core';
import { Conflict, NotFound, type Store } from '@tenfold/store';
import { isServerRecord, NEW_SERVER, type OperatorToolServer, type ServerRecord, TOOL_SERVERS } from './tool-server.ts';

/** How often a change is tried again that another process was faster with. */
const TRIES = 5;

/** The records of servers of tools, as the store has them: whichever process changed one, all go by it. */
export class ServerRecords {
  readonly #store: Store;
  readonly #now: () => number;
  /** Those the operator names, by id. */
  readonly #named: ReadonlyMap<string, OperatorToolServer>;
  readonly #all = new Map<string, ServerRecord>();
  #versions: ReadonlyMap<string, number> = new Map();

  constructor(store: Store, now: () => number, named: ReadonlyMap<string, OperatorToolServer>) {
    this.#store = store;
    this.#now = now;
    this.#named = named;
  }

  /** As they were read last, always the same map. */
  get all(): ReadonlyMap<string, ServerRecord> {
    return this.#all;
  }

  async read(): Promise<ReadonlyMap<string, ServerRecord>> {
    const rows = await this.#store.settings.list(TOOL_SERVERS);
    const values = new Map<string, Json | undefined>(rows.map(({ key, value }) => [key, value]));
    for (const id of this.#named.keys()) if (!values.has(id)) values.set(id, undefined);
    this.#versions = new Map(rows.map(({ key, version }) => [key, version]));
    this.#all.clear();
    for (const [id, value] of values) {
      const record = this.#recordOf(id, value);
      if (record !== null) this.#all.set(id, record);
    }
    return this.#all;
  }

  /**
   * Reads them anew where others have changed them since, and answers which are gone. Which versions there are comes with every session
   * that is opened.
   */
  async learn(versions: ReadonlyMap<string, number>): Promise<readonly string[]> {
    const known = this.#versions;
    if (known.size === versions.size && [...versions].every(([id, version]) => known.get(id) === version)) return [];
    const before = [...this.#all.keys()];
    const now = await this.read();
    // One that cannot be read has a version all the same.
    this.#versions = versions;
    return before.filter((id) => !now.has(id));
  }

  /** One as it is now. */
  async get(id: string): Promise<ServerRecord> {
    return (await this.#find(id)).record;
  }

  /** Changes what is there now, and not what somebody saw before. */
  async change(id: string, next: (record: ServerRecord) => ServerRecord): Promise<ServerRecord> {
    for (let left = TRIES; ; left--) {
      const { record, version } = await this.#find(id);
      try {
        return await this.#write(id, next(record), version);
      } catch (error) {
        if (left <= 1 || !(error instanceof Conflict)) throw error;
      }
    }
  }

  add(id: string, record: ServerRecord): Promise<ServerRecord> {
    return this.#write(id, record, null);
  }

  async remove(id: string): Promise<void> {
    await this.#store.settings.remove(TOOL_SERVERS, id);
    await this.read();
  }

  async #write(id: string, record: ServerRecord, expect: number | null): Promise<ServerRecord> {
    await this.#store.settings.set({ scope: TOOL_SERVERS, key: id, value: asJson(record), expect, at: this.#now() });
    await this.read();
    return record;
  }

  async #find(id: string): Promise<{ readonly record: ServerRecord; readonly version: number | null }> {
    const stored = await this.#store.settings.get(TOOL_SERVERS, id);
    const record = this.#recordOf(id, stored?.value);
    if (record === null) throw new NotFound('tool server', id);
    return { record, version: stored?.version ?? null };
  }

  /** What an operator no longer names is gone with its command. */
  #recordOf(id: string, value: Json | undefined): ServerRecord | null {
    const stored: ServerRecord | undefined = isServerRecord(value) ? value : undefined;
    const named = this.#named.get(id);
    if (named !== undefined) return { ...NEW_SERVER, ...stored, name: named.name, sealed: null };
    return stored === undefined || stored.sealed === null ? null : stored;
  }
}
