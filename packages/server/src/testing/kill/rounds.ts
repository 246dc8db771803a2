import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { randomOf } from '@tenfold/core/testing';
import { openSqlite } from '@tenfold/store';
import { SECONDS } from '../../../../../tests/places-to-try.ts';
import { Upstream } from '../../../../../tests/upstream/upstream.ts';
import { ANSWER, keepBusy, nothingPromised, PHASES, type Promised, promisesOf } from './deeds.ts';
import { startVictim, type Victim } from './victim.ts';

type Client = Victim['client'];

/** Everything promised, killed and found again, added up. */
export interface Toll {
  kills: number;
  entries: number;
  checkpoints: number;
  /** Sessions that died in the middle of a turn or fold, and those of them that were listed and brought back. */
  abnormal: number;
  recovered: number;
}

/**
 * Starts a server on one home again and again, keeps it busy in all ways at once, and kills it at a random moment. After each
 * start all that the last one promised has to be there, at the end all that was ever promised, and every session that died in the middle of something has to be listed.
 */
export async function killRounds(script: string, home: string, kills: number, seed: number): Promise<Toll> {
  const random = randomOf(seed);
  const upstream = await Upstream.open({ answer: () => ({ text: ANSWER }) });
  upstream.always = { drip: 2 };
  const toll: Toll = { kills: 0, entries: 0, checkpoints: 0, abnormal: 0, recovered: 0 };
  const rounds: Promised[] = [];
  try {
    let profile: string | null = null;
    const end = SECONDS === null ? Number.POSITIVE_INFINITY : performance.now() + SECONDS * 1_000;
    for (; toll.kills < kills && performance.now() < end; toll.kills++) {
      await killed(script, home, async ({ client, kill }) => {
        profile ??= await addProfile(client, upstream.url());
        await lookBack(client, rounds.at(-1) ?? nothingPromised(), toll);
        const promised = nothingPromised();
        rounds.push(promised);
        const sessions = await Promise.all(PHASES.map(() => newSession(client, profile)));
        const busy = PHASES.map((phase, index) => keepBusy(client, phase, sessions[index] ?? '', promised));
        // Each round is about one way; the moment is counted from what it has promised, so that slow machines kill there too.
        const focus = toll.kills % PHASES.length;
        const enough = focus === 1 || focus === 2 ? 1 : random.between(1, 8);
        await until(() => promisesOf(promised, PHASES[focus] ?? 'append', sessions[focus] ?? '') >= enough, busy);
        await wait(random.between(0, 150));
        await kill();
        await Promise.all(busy);
      });
    }
    await killed(script, home, async ({ client }) => {
      await lookBack(client, rounds.at(-1) ?? nothingPromised(), toll);
      for (const promised of rounds) await refuseLoss(client, promised);
    });
    toll.entries = rounds.reduce((total, { entries }) => total + sum(entries), 0);
    toll.checkpoints = rounds.reduce((total, { checkpoints }) => total + sum(checkpoints), 0);
    await refuseDamage(home);
    return toll;
  } finally {
    await upstream.close();
  }
}

/** Resolves when it holds; fails when those that are to bring it about do. */
async function until(holds: () => boolean, busy: readonly Promise<void>[]): Promise<void> {
  let over = false;
  Promise.all(busy).then(
    () => (over = true),
    () => (over = true),
  );
  while (!holds() && !over) await wait(2);
}

/** Starts a server, does something with it and kills it, whatever happens. */
async function killed(script: string, home: string, work: (victim: Victim) => Promise<unknown>): Promise<void> {
  const victim = await startVictim(script, home);
  try {
    await work(victim);
  } finally {
    await victim.kill();
  }
}

async function addProfile(client: Client, baseUrl: string): Promise<string> {
  const limits = { contextWindow: 64_000, maxOutputTokens: 2_000 };
  return (await client.post('/api/profiles', { name: 'fake', provider: 'openai-compatible', model: 'fake', baseUrl, ...limits }))
    .id;
}

async function newSession(client: Client, profileId: string | null): Promise<string> {
  return (await client.post('/api/sessions', { profileId })).id;
}

/** Holds a fresh start to everything the last one promised, then brings back what was left lying. */
async function lookBack(client: Client, promised: Promised, toll: Toll): Promise<void> {
  const { sessions } = await client.get('/api/recovery');
  const listed = new Set(sessions.map(({ session }: { session: { id: string } }) => session.id));
  for (const id of promised.turns) {
    const entries = await allEntries(client, id);
    const last = entries.at(-1);
    const whole = last?.role === 'assistant' && last.parts[0]?.text === ANSWER;
    assert.ok(whole || listed.has(id), `A turn that died is not listed: ${id}`);
    // Killed between its last word and the note that it ended: whole, and listed all the same.
    if (!whole || listed.has(id)) toll.abnormal++;
  }
  for (const id of promised.folds) {
    const { runs } = await client.get(`/api/sessions/${id}/condensations`);
    assert.ok(runs.length > 0 || listed.has(id), `A fold that died is not listed: ${id}`);
    if (runs.length === 0 || listed.has(id)) toll.abnormal++;
  }
  for (const id of listed) {
    await client.post(`/api/recovery/${id}`, { action: 'resume' });
    const last = (await allEntries(client, id as string)).at(-1);
    if (last?.aborted) assert.ok(ANSWER.startsWith(last.parts[0]?.text.trim() ?? ''), 'A partial answer is not what was said.');
    if (promised.turns.has(id as string) || promised.folds.has(id as string)) toll.recovered++;
  }
  assert.deepEqual(await client.get('/api/recovery'), { sessions: [], troubles: [] }, 'What was brought back is listed again.');
  await refuseLoss(client, promised);
}

/** Every entry and checkpoint that was acknowledged is there, in order. */
async function refuseLoss(client: Client, { entries, checkpoints }: Promised): Promise<void> {
  for (const [session, ids] of entries) {
    const stored = (await allEntries(client, session)).map(({ id }) => id);
    const wanted = new Set(ids);
    assert.deepEqual(
      stored.filter((id) => wanted.has(id)),
      [...wanted],
      `Acknowledged entries of ${session} are lost or moved.`,
    );
  }
  for (const [session, made] of checkpoints) {
    const { checkpoints: there } = await client.get(`/api/sessions/${session}/checkpoints`);
    const ids = new Set(there.map(({ id }: { id: string }) => id));
    for (const { id } of made.slice(-20)) assert.ok(ids.has(id), `The checkpoint ${id} is lost.`);
    const last = made.at(-1);
    if (last === undefined) continue;
    await client.post(`/api/sessions/${session}/restore`, { checkpoint: last.id, confirmModel: true });
    assert.equal((await allEntries(client, session)).length, last.entries, 'A restored checkpoint holds something else.');
    await client.put(`/api/sessions/${session}/head`, { branch: 'main' });
  }
}

interface Listed {
  readonly id: string;
  readonly role: string;
  readonly parts: readonly { readonly text: string }[];
  readonly aborted?: true;
}

async function allEntries(client: Client, session: string): Promise<Listed[]> {
  const pages: Listed[][] = [];
  for (let before: number | null = null; ; ) {
    const page = await client.get(`/api/sessions/${session}/entries?limit=1000${before === null ? '' : `&before=${before}`}`);
    pages.unshift(page.entries);
    if (!page.hasMore) return pages.flat();
    before = page.entries[0].position;
  }
}

async function refuseDamage(home: string): Promise<void> {
  const store = await openSqlite(join(home, 'tenfold.db'), { check: 'full' });
  try {
    assert.deepEqual((await store.verify()).damages, []);
  } finally {
    await store.close();
  }
}

function sum(lists: ReadonlyMap<string, readonly unknown[]>): number {
  return [...lists.values()].reduce((total, list) => total + list.length, 0);
}
