import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite, type Store } from '../src/index.ts';
import { foldedSession, message } from './folded-session.ts';

const BYTES = 2048;
const folder = mkdtempSync(join(tmpdir(), 'tenfold-bench-'));
try {
  const appends = await acknowledgedPerSecond(16, 8000);
  const small = await contextMs(10_000);
  const large = await contextMs(100_000);
  const result = { appends, context: { small, large, ratio: large.loadMs / small.loadMs } };
  if (process.argv.includes('--json')) console.log(JSON.stringify(result));
  else {
    console.log(`append, 2 KB, 16 clients, full flush: ${Math.round(appends.perSecond)} acknowledged/s (bar 1,000)`);
    console.log(
      `context, 100,000 entries, 1,000 unfolded, fresh process: ${large.loadMs.toFixed(1)} ms (bar 25), project ${large.projectMs.toFixed(1)} ms`,
    );
    console.log(
      `context, 10,000 entries: ${small.loadMs.toFixed(1)} ms, ratio ${result.context.ratio.toFixed(2)} (bar 0.5 to 1.5), project ${small.projectMs.toFixed(1)} ms`,
    );
  }
} finally {
  rmSync(folder, { recursive: true });
}

/** Each client has a session and sends its next entry when the last is acknowledged. */
async function acknowledgedPerSecond(clients: number, total: number) {
  const store = await openSqlite(join(folder, 'append.db'));
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
async function contextMs(total: number) {
  const path = join(folder, `context-${total}.db`);
  const store = await openSqlite(path);
  const session = await foldedSession(store, total, 1000, BYTES);
  await store.close();
  const script = join(import.meta.dirname, 'load-context.ts');
  const runs = Array.from({ length: 9 }, () => {
    const said = execFileSync(process.execPath, [script, path, session], { encoding: 'utf8' });
    return JSON.parse(said) as { loadMs: number; projectMs: number; entries: number; rows: number };
  }).sort((a, b) => a.loadMs - b.loadMs);
  const middle = runs[4];
  if (middle === undefined || middle.entries !== 1000) throw new Error('The context does not hold the unfolded entries.');
  return middle;
}
