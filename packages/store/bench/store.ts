import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { runFolder } from '../../../bench/src/run-folder.ts';
import { startPostgres, whyNoPostgres } from '../../../tests/postgres/test-postgres.ts';
import { isPostgresUrl, openPostgres, openSqlite, type Store } from '../src/index.ts';
import { foldedSession, message } from './folded-session.ts';
import { movedEntries } from './move.ts';

// npm run bench:store [-- --short] [--json]; -- move [ENTRIES] measures a move into PostgreSQL instead.

const BYTES = 2048;
const [appends, small, large] = process.argv.includes('--short') ? [2_000, 2_000, 10_000] : [8_000, 10_000, 100_000];

// Both engines in one run and taking turns, each with a full flush at every commit, since a machine's disk differs from hour to hour.
const folder = runFolder();
const missing = whyNoPostgres();
const postgres = missing === null ? await startPostgres({ fsync: true }) : null;
try {
  if (process.argv[2] === 'move') await move(Number(process.argv[3] ?? 1_000_000));
  else await compare();
} finally {
  await postgres?.stop();
}

async function move(total: number): Promise<void> {
  if (postgres === null) return console.log(`PostgreSQL was not measured: ${missing}.`);
  const { seconds, rssMb, entries, rows } = await movedEntries(join(folder, 'move.db'), postgres.url, total);
  console.log(
    `move of ${entries} entries into PostgreSQL: ${seconds.toFixed(0)} s (bar 600 for a million), ${rssMb.toFixed(0)} MB at most (bar 300), ${rows} rows compared, 0 different`,
  );
}

async function compare(): Promise<void> {
  const engines = { sqlite: join(folder, 'bench.db'), ...(postgres === null ? {} : { postgres: postgres.url }) };
  const result: Record<string, unknown> = {};
  for (const [engine, address] of Object.entries(engines)) {
    const written = await acknowledgedPerSecond(address, 16, appends);
    const [few, many] = [await contextMs(address, small), await contextMs(address, large)];
    result[engine] = { appends: written, context: { small: few, large: many, ratio: many.loadMs / few.loadMs } };
    if (process.argv.includes('--json')) continue;
    console.log(`${engine}: append, 2 KB, 16 clients, full flush: ${Math.round(written.perSecond)} acknowledged/s`);
    console.log(
      `${engine}: context of ${large} entries, 1,000 unfolded, fresh process: ${many.loadMs.toFixed(1)} ms, project ${many.projectMs.toFixed(1)} ms; of ${small}: ${few.loadMs.toFixed(1)} ms, ratio ${(many.loadMs / few.loadMs).toFixed(2)}`,
    );
  }
  if (process.argv.includes('--json')) console.log(JSON.stringify(result));
  else if (missing !== null) console.log(`PostgreSQL was not measured: ${missing}.`);
}

function open(address: string): Promise<Store> {
  return isPostgresUrl(address) ? openPostgres(address) : openSqlite(address);
}

/** Each client has a session and sends its next entry when the last is acknowledged. */
async function acknowledgedPerSecond(address: string, clients: number, total: number) {
  const store = await open(address);
  const sessions = await Promise.all(Array.from({ length: clients }, () => store.sessions.create({ at: 0 })));
  let next = 0;
  const client = async ({ id }: { id: string }) => {
    for (let n = next++; n < total; n = next++) await appendOne(store, id, n);
  };
  const start = performance.now();
  await Promise.all(sessions.map(client));
  const seconds = (performance.now() - start) / 1000;
  const { entries, damages } = await store.verify();
  if (entries !== total || damages.length > 0)
    throw new Error(`${entries} of ${total} entries are there, ${damages.length} damaged.`);
  await store.close();
  return { perSecond: total / seconds, clients, total, bytes: BYTES };
}

async function appendOne(store: Store, session: string, n: number): Promise<void> {
  await store.entries.append({ session, entries: [{ message: message(n, BYTES), countedTokens: 500 }], key: `k${n}`, at: n });
}

/** Median of nine fresh processes. */
async function contextMs(address: string, total: number) {
  const store = await open(address);
  const session = await foldedSession(store, total, 1000, BYTES);
  await store.close();
  const script = join(import.meta.dirname, 'load-context.ts');
  const runs = Array.from({ length: 9 }, () => {
    const said = execFileSync(process.execPath, [script, address, session], { encoding: 'utf8' });
    return JSON.parse(said) as { loadMs: number; projectMs: number; entries: number; rows: number };
  }).sort((a, b) => a.loadMs - b.loadMs);
  const middle = runs[4];
  if (middle === undefined || middle.entries !== 1000) throw new Error('The context does not hold the unfolded entries.');
  return middle;
}
