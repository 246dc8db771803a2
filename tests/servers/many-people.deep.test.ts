import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { randomOf } from '@tenfold/core/testing';
import { openPostgres } from '@tenfold/store';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { clientOf } from '../../packages/server/src/testing/client.ts';
import { freePort } from '../free-port.ts';
import { startPostgres, whyNoPostgres } from '../postgres/test-postgres.ts';
import { type Running, runTenfold } from './server-process.ts';
import { actAsUser, type Promises, wordsOf } from './user-load.ts';

// 200 people for ten minutes are TENFOLD_USERS=200 TENFOLD_SECONDS=600.
const USERS = Number(process.env.TENFOLD_USERS ?? 20);
const SECONDS = Number(process.env.TENFOLD_SECONDS ?? 120);
const SEED = Number(process.env.TENFOLD_SEED ?? 1);
const KILL_MS = 8_000;
const OPERATOR = 'a-long-random-token-for-tests';

it.skipIf(whyNoPostgres() !== null)(
  `${USERS} people for ${SECONDS} s while servers, worker and database are killed: nothing lost, nothing doubled, order kept`,
  // On a busy machine people take minutes to finish what they began, and so does the check of what is there.
  { timeout: (2 * SECONDS + 900) * 1_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tenfold-many-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const postgres = await startPostgres({ fsync: true });
    onTestFinished(() => postgres.stop());
    const shared = {
      TENFOLD_DATABASE_URL: postgres.url,
      TENFOLD_SECRET: 'the same everywhere',
      TENFOLD_TOKEN: OPERATOR,
      HOME: folder,
    };
    const ports = [await freePort(), await freePort()];
    const serve = (port: number) =>
      runTenfold(
        ['serve', '--no-worker', '--no-open', '--no-web', '--port', `${port}`, '--home', join(folder, `${port}`)],
        shared,
      );
    const starts = [
      ...ports.map((port) => () => serve(port)),
      () => runTenfold(['worker', '--home', join(folder, 'worker')], shared),
    ];
    const running: Running[] = [];
    for (const start of starts) running.push(await start());
    await watchFolds(postgres.url);
    const urls = ports.map((port) => `http://127.0.0.1:${port}`);
    const admin = clientOf(urls[0] ?? '', OPERATOR);
    const people = [];
    for (let n = 0; n < USERS; n++) {
      const { person, text } = await admin.post('/api/people', { name: `User ${n}`, role: 'user' });
      people.push({ owner: person.id as string, token: text as string });
    }
    const end = Date.now() + SECONDS * 1_000;
    const working = people.map((person, n) => actAsUser(urls, person, SEED * 1_000 + n, () => Date.now() > end));
    const random = randomOf(SEED);
    const kills = { servers: 0, worker: 0, database: 0 };
    while (Date.now() < end - KILL_MS) {
      await wait(KILL_MS);
      const victim = random.between(0, starts.length);
      if (victim === starts.length) {
        await postgres.restart();
        kills.database++;
        continue;
      }
      await running[victim]?.end('SIGKILL');
      kills[victim === starts.length - 1 ? 'worker' : 'servers']++;
      running[victim] = (await starts[victim]?.().catch(() => starts[victim]?.() as Promise<Running>)) as Running;
    }
    const promised = (await Promise.all(working)).flat();
    console.info(`All people were done ${Math.round((Date.now() - end) / 1_000)} s after the time was over.`);
    const found = await check(postgres.url, promised);
    const done: Record<string, number> = {};
    for (const one of promised) for (const [deed, times] of Object.entries(one.done)) done[deed] = (done[deed] ?? 0) + times;
    console.info(JSON.stringify({ kills, done, retries: promised.reduce((sum, { retries }) => sum + retries, 0), ...found }));
    const { acknowledged, told, entries: _, folds: __, ...wrong } = found;
    expect(
      Object.values(wrong).every((times) => times === 0),
      JSON.stringify(wrong),
    ).toBe(true);
    expect([acknowledged > USERS, told > acknowledged]).toEqual([true, true]);
  },
);

/**
 * Has the database itself note when it lets a fold begin and end. What rows say of themselves is told by processes before they wait
 * for the database, so that the times of two folds in a row may cross.
 */
async function watchFolds(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`
    create table public.fold_times (number bigserial primary key, session text, job text, begins boolean);
    create function public.note_fold() returns trigger language plpgsql security definer as $$
      begin
        if new.kind = 'fold' and (tg_op = 'INSERT' or new.state not in ('queued', 'running'))
          then insert into public.fold_times (session, job, begins) values (new.session, new.id, tg_op = 'INSERT'); end if;
        return null;
      end $$;
    create trigger note_fold after insert or update on tenfold.jobs for each row execute function public.note_fold();`);
  await client.end();
}

/** Folds that were let begin while another of their session was under way. */
async function overlappingFolds(client: pg.Client): Promise<number> {
  const { rows } = await client.query('select session, job, begins from public.fold_times order by number');
  const underWay = new Map<string, string>();
  let overlapping = 0;
  for (const { session, job, begins } of rows) {
    if (begins && underWay.has(session)) overlapping++;
    if (begins) underWay.set(session, job);
    else if (underWay.get(session) === job) underWay.delete(session);
  }
  return overlapping;
}

interface Row {
  readonly id: string;
  readonly parent: string | null;
  readonly role: string;
  readonly text: string;
}

/** Compares what was acknowledged, messages and answers, with what is there, and where it stands. */
async function check(url: string, promised: readonly Promises[]) {
  const client = new pg.Client(url);
  await client.connect();
  const found = { acknowledged: 0, told: 0, entries: 0, folds: 0, lost: 0, doubled: 0, changed: 0, outOfOrder: 0, misplaced: 0 };
  const beside = { answeredTwice: 0, misheard: 0, overlapping: 0, damages: 0 };
  const store = await openPostgres(url);
  for (const [session, clients] of Map.groupBy(promised, (each) => each.session)) {
    const { rows } = await client.query(
      'select id, parent, role, message from tenfold.entries where session = $1 order by sequence',
      [session],
    );
    const entries = rows.map(
      ({ id, parent, role, message }): Row => ({ id, parent, role, text: wordsOf(JSON.parse(message).parts) }),
    );
    found.entries += entries.length;
    for (const one of clients) compare(one, entries, found);
    const asked = new Set(entries.filter(({ role }) => role === 'user').map(({ id }) => id));
    const answered = entries.filter(({ role, parent }) => role === 'assistant' && parent !== null && asked.has(parent));
    beside.answeredTwice += answered.length - new Set(answered.map(({ parent }) => parent)).size;
    beside.misheard += clients.reduce((sum, { misheard }) => sum + misheard, 0);
    const folds = "select from tenfold.jobs where session = $1 and kind = 'fold' and state = 'done'";
    found.folds += (await client.query(folds, [session])).rows.length;
    beside.damages += (await store.for(clients[0]?.owner ?? '').verify()).damages.length;
  }
  beside.overlapping = await overlappingFolds(client);
  await store.close();
  await client.end();
  return { ...found, ...beside };
}

type Compared = Record<'acknowledged' | 'told' | 'lost' | 'doubled' | 'changed' | 'outOfOrder' | 'misplaced', number>;

/** What one client was promised against the record of its session. */
function compare({ said, told }: Promises, entries: readonly Row[], found: Compared): void {
  const places = said.map((text) => entries.flatMap((each, at) => (each.text === text ? [at] : [])));
  found.acknowledged += said.length;
  found.lost += places.filter(({ length }) => length === 0).length;
  found.doubled += places.filter(({ length }) => length > 1).length;
  const firsts = places.flatMap(([first]) => (first === undefined ? [] : [first]));
  found.outOfOrder += firsts.filter((at, index) => index > 0 && at < (firsts[index - 1] ?? 0)).length;
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  for (const { id, role, text, after } of told) {
    const there = byId.get(id);
    found.told++;
    if (there === undefined) found.lost++;
    else if (there.role !== role || there.text !== text) found.changed++;
    let above = there;
    while (above !== undefined && above.id !== after && after !== null) above = byId.get(above.parent ?? '');
    if (there !== undefined && above === undefined) found.misplaced++;
  }
}
