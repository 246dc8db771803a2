import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Random, randomOf } from '@tenfold/core/testing';
import { openSqlite, StoreError } from '@tenfold/store';
import { storedIds } from '@tenfold/store/testing';
import { Upstream } from '../../../../../tests/upstream/upstream.ts';
import { openTenfold } from '../../open-tenfold.ts';
import { secretBox } from '../../secret-box.ts';
import { SessionError } from '../../session-error.ts';
import type { Tenfold } from '../../tenfold.ts';
import { collected, outcomeOf, talk } from '../bench.ts';
import { ACTS, FAULTS, traceOf } from './acts.ts';
import { FailingStore } from './failing-store.ts';

/** What a run came to. */
export interface Simulated {
  readonly seed: number;
  readonly acts: number;
  readonly refused: number;
  readonly crashes: number;
  /** Entries somebody was told are stored; all of them were there after every act. */
  readonly acknowledged: number;
}

/**
 * Clients, a model, a disk and two clocks, all out of one seed: they act, fail, jump and crash, and after every act all that was acknowledged is there
 * unchanged. At the end everything works again, and every conversation can go on. A failure names its seed and what was done.
 */
export async function simulate(seed: number, acts: number): Promise<Simulated> {
  const folder = mkdtempSync(join(tmpdir(), 'tenfold-simulation-'));
  const upstream = await Upstream.open({ answer: () => ({ text: 'Counted, and written down.' }) });
  const world = new World(seed, join(folder, 'tenfold.db'), upstream);
  const unhandled: unknown[] = [];
  const hear = (reason: unknown) => void unhandled.push(reason);
  process.on('unhandledRejection', hear);
  try {
    await world.open();
    for (let act = 0; act < acts; act++) await world.act();
    await world.settle();
    assert.deepEqual(unhandled, [], 'a promise failed that nobody looked at');
    return world.told(seed);
  } catch (error) {
    throw new Error(`Seed ${seed} fails after: ${world.trace.slice(-30).join(', ')}`, { cause: error });
  } finally {
    process.off('unhandledRejection', hear);
    await world.close();
    await upstream.close();
    rmSync(folder, { recursive: true });
  }
}

class World {
  readonly trace: string[] = [];
  readonly #random: Random;
  readonly #file: string;
  readonly #upstream: Upstream;
  readonly #known = new Map<string, Map<string, string>>();
  readonly #gone: Promise<unknown>[] = [];
  #wall = 1_700_000_000_000;
  #steady = 0;
  #refused = 0;
  #crashes = 0;
  #number = 0;
  #disk!: FailingStore;
  #tenfold!: Tenfold;
  #profile = '';
  /** The last thing said in each session. */
  readonly #sayings = new Map<string, { readonly text: string; readonly idempotencyKey: string }>();

  constructor(seed: number, file: string, upstream: Upstream) {
    this.#random = randomOf(seed);
    this.#file = file;
    this.#upstream = upstream;
  }

  async open(): Promise<void> {
    this.#disk = new FailingStore(await openSqlite(this.#file));
    const begun = performance.now();
    const [wall, steady] = [() => this.#wall, () => this.#steady + performance.now() - begun];
    const secrets = secretBox(new Uint8Array(32).fill(7));
    this.#tenfold = await openTenfold({ store: this.#disk.store, secrets, now: wall, monotonic: steady });
    if (this.#profile === '') {
      const wish = {
        name: 'Test',
        provider: 'openai',
        model: 'gpt-4o',
        baseUrl: this.#upstream.url(),
        key: 'sk-test-1234567890',
        contextWindow: 6_000,
        maxOutputTokens: 500,
      };
      this.#profile = (await this.#tenfold.profiles.add(wish)).id;
      await this.#create();
    }
  }

  async close(): Promise<void> {
    await this.#tenfold.close().catch(() => {});
    await this.#disk.store.close().catch(() => {});
    await Promise.allSettled(this.#gone);
  }

  told(seed: number): Simulated {
    const acknowledged = [...this.#known.values()].reduce((sum, entries) => sum + entries.size, 0);
    return { seed, acts: this.trace.length, refused: this.#refused, crashes: this.#crashes, acknowledged };
  }

  async act(): Promise<void> {
    const random = this.#random;
    const kind = random.pick(ACTS);
    const session = random.pick([...this.#known.keys()]) ?? '';
    const fault = random.chance(0.4) ? random.pick(FAULTS) : null;
    this.#upstream.faults.length = 0;
    this.#upstream.faults.push(fault, random.chance(0.3) ? random.pick(FAULTS) : null);
    const trouble = random.chance(0.3)
      ? ({ after: random.between(1, 14), kind: random.pick(['full', 'fault'] as const), isDone: random.chance(0.5) } as const)
      : null;
    this.trace.push(traceOf(kind, fault, trouble));
    this.#disk.fail(trouble);
    try {
      await this.#do(kind, session);
    } catch (error) {
      // A refusal is told by its code; anything else is a fault of ours.
      if (!(error instanceof SessionError || error instanceof StoreError)) throw error;
      this.#refused++;
    }
    this.#disk.fail(null);
    await this.#look(session);
  }

  async #do(kind: (typeof ACTS)[number], session: string): Promise<void> {
    const random = this.#random;
    const tenfold = this.#tenfold;
    const key = { idempotencyKey: `key ${++this.#number}` };
    switch (kind) {
      case 'say': {
        const said = { text: talk(this.#number, 30), ...key };
        this.#sayings.set(session, said);
        await collected(tenfold.turns.send(session, said));
        return;
      }
      case 'again': {
        const said = this.#sayings.get(session);
        if (said === undefined) return;
        await collected(tenfold.turns.send(session, said));
        const { entries } = await tenfold.sessions.entries(session, { limit: 1_000 });
        const there = entries.filter(({ role, parts }) => role === 'user' && JSON.stringify(parts).includes(said.text));
        assert.ok(there.length < 2, 'a message is stored twice');
        return;
      }
      case 'profile':
        await tenfold.profiles.update(this.#profile, { model: random.pick(['gpt-4o', 'gpt-4.1', 'gpt-4o-mini']) });
        return;
      case 'append':
      case 'fill': {
        const messages = Array.from({ length: kind === 'fill' ? 12 : 1 }, (_, n) => ({
          role: n % 2 === 0 ? ('user' as const) : ('assistant' as const),
          text: talk(this.#number * 100 + n, kind === 'fill' ? 250 : 20),
        }));
        const { entries } = await tenfold.sessions.append(session, { messages, ...key });
        for (const { id, parts } of entries) this.#known.get(session)?.set(id, JSON.stringify(parts));
        return;
      }
      case 'condense': {
        const job = await tenfold.folding.condense(session, { force: true });
        await tenfold.folding.finished(job.id);
        return;
      }
      case 'undo': {
        const run = (await tenfold.folding.runs(session)).find(({ active }) => active);
        if (run !== undefined) await tenfold.folding.undo(session, run.id);
        return;
      }
      case 'protect': {
        const { entries } = await tenfold.sessions.entries(session);
        const entry = entries.at(-1);
        if (entry !== undefined) await tenfold.sessions.protect(session, entry.id, random.chance(0.5));
        return;
      }
      case 'checkpoint':
        await tenfold.checkpoints.create(session, `mark ${this.#number}`);
        return;
      case 'restore': {
        const [checkpoint] = await tenfold.checkpoints.list(session);
        if (checkpoint !== undefined) await tenfold.checkpoints.restore(session, checkpoint.id);
        return;
      }
      case 'branch': {
        const { entries } = await tenfold.sessions.entries(session);
        const parent = entries.find(({ role }) => role === 'assistant')?.id;
        if (parent !== undefined) await collected(tenfold.turns.send(session, { text: 'Or rather this.', parent, ...key }));
        return;
      }
      case 'rename':
        await tenfold.sessions.update(session, { title: `Title ${this.#number}` });
        return;
      case 'create':
        await this.#create();
        return;
      case 'remove':
        if (this.#known.size < 2) return;
        try {
          await tenfold.sessions.remove(session);
        } finally {
          // Whether it went is not known where the disk failed.
          this.#disk.fail(null);
          const [there] = await this.#disk.store.sessions.list({ id: session });
          if (there === undefined) this.#known.delete(session);
        }
        return;
      case 'import': {
        const text = JSON.stringify({ messages: [{ role: 'user', content: talk(this.#number, 50) }] });
        const { sessions } = await tenfold.exchange.importFile({ name: 'file.json', text });
        for (const { id } of sessions) this.#known.set(id, new Map());
        return;
      }
      case 'look':
        await tenfold.exchange.exportFile(session, 'jsonl');
        await tenfold.contexts.context(session);
        await tenfold.sessions.list({ status: true });
        return;
      case 'clock':
        // Somebody sets the clock, back too; intervals go on.
        this.#wall += random.between(-3_600_000, 3 * 3_600_000);
        this.#steady += random.between(0, 120_000);
        return;
      case 'restart':
        await this.close();
        await this.open();
        return;
      case 'crash':
        await this.#crash(session);
    }
  }

  async #create(): Promise<void> {
    const { id } = await this.#tenfold.sessions.create({ profileId: this.#profile });
    this.#known.set(id, new Map());
  }

  /** The process dies in the middle of a turn, or of a fold beside it; another one takes over. */
  async #crash(session: string): Promise<void> {
    this.#crashes++;
    const [tenfold, disk] = [this.#tenfold, this.#disk];
    const calls = this.#random.between(1, 25);
    const turn = collected(tenfold.turns.send(session, { text: talk(this.#number, 40) })).catch(() => {});
    for (let n = 0; n < calls; n++) await new Promise((next) => setImmediate(next));
    disk.die();
    this.#gone.push(turn.then(() => tenfold.close()).catch(() => {}));
    await this.open();
  }

  /** Everything that was acknowledged is there, byte for byte; what is there now is acknowledged. */
  async #look(session: string): Promise<void> {
    const { store } = this.#disk;
    for (const [id, entries] of this.#known) {
      if (id !== session && this.#random.chance(0.7)) continue;
      const there = await storedIds(store, id);
      assert.deepEqual(
        [...entries.keys()].filter((entry) => !there.has(entry)),
        [],
        'an acknowledged entry is lost',
      );
      const { entries: shown } = await this.#tenfold.sessions.entries(id, { limit: 1_000 });
      for (const { id: entry, parts } of shown) {
        const text = JSON.stringify(parts);
        assert.equal(entries.get(entry) ?? text, text, 'an entry has changed');
        entries.set(entry, text);
      }
    }
  }

  /** After all that: nothing is damaged, nothing waits, every conversation goes on and everything sent was taken. */
  async settle(): Promise<void> {
    this.#disk.fail(null);
    this.#upstream.faults.length = 0;
    await this.close();
    await this.open();
    const { store } = this.#disk;
    for (const { session } of await this.#tenfold.recovery.list()) await this.#tenfold.recovery.resume(session.id);
    for (const session of this.#known.keys()) {
      await this.#look(session);
      const seen = this.#upstream.seen.length;
      const events = await collected(this.#tenfold.turns.send(session, { text: 'And now?', overflow: 'truncate' }));
      assert.equal(outcomeOf(events), 'answered', `a conversation cannot go on: ${JSON.stringify(events.at(-1))}`);
      assert.deepEqual(
        this.#upstream.seen.slice(seen).flatMap(({ refused }) => refused),
        [],
      );
      await this.#tenfold.exchange.exportFile(session, 'jsonl');
    }
    await this.#tenfold.close();
    assert.deepEqual((await store.verify()).damages, []);
    assert.deepEqual(await store.pending.list(), []);
  }
}
