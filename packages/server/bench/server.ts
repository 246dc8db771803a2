// What the API does in how long, over HTTP against servers in processes of their own, on a file and on a PostgreSQL of its own.
//   npm run bench:server [-- PART…] [--short] [--against CHECKOUT]     CHECKOUT: of 40feb6b, its appends into a file beside ours; PART: appends status context notices streams servers; all of them where none is named
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runFolder } from '../../../bench/src/run-folder.ts';
import { startPostgres, whyNoPostgres } from '../../../tests/postgres/test-postgres.ts';
import { startTransactionPooler } from '../../../tests/postgres/transaction-pooler.ts';
import { appends } from './appends.ts';
import { freshContexts } from './contexts.ts';
import { idleStreams } from './idle-streams.ts';
import { notices } from './notices.ts';
import { startEarlierServer, startServer } from './running-server.ts';
import { statusAfterMessage } from './status.ts';
import { twoServers } from './two-servers.ts';

const { values, positionals: named } = parseArgs({
  options: { against: { type: 'string' }, short: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const { against, short } = values;
const say = (line: string) => console.log(line);
const missing = whyNoPostgres();

/** What a part measures on: folders, and a PostgreSQL that nobody has used. */
interface Ground {
  home(name: string): string;
  readonly postgres: string | null;
  /** Both engines, and the database of the second. */
  readonly engines: readonly [string, string | undefined][];
}

async function onGround(run: (ground: Ground) => Promise<void>): Promise<void> {
  const folder = runFolder();
  const postgres = missing === null ? await startPostgres({ fsync: true }) : null;
  const home = (name: string) => {
    const path = join(folder, name);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return path;
  };
  const engines = [['SQLite', undefined], ...(postgres ? [['PostgreSQL', postgres.url]] : [])] as [string, string | undefined][];
  try {
    await run({ home, postgres: postgres?.url ?? null, engines });
  } finally {
    await postgres?.stop();
  }
}

const parts: Record<string, (ground: Ground) => Promise<void>> = {
  async appends({ home, engines }) {
    const starts = engines.map(([engine, database]) => [engine, () => startServer(home(`append-${engine}`), database)] as const);
    const earlier =
      against === undefined ? [] : [['earlier', () => startEarlierServer(home('append-earlier'), against)] as const];
    const speeds = await appends(Object.fromEntries([...starts, ...earlier]), 16, short ? 300 : 900);
    const said = Object.entries(speeds).map(([engine, speed]) => `${engine} ${Math.round(speed)}`);
    const ratio = (speeds.PostgreSQL ?? Number.NaN) / (speeds.SQLite ?? 1);
    say(`POST entries, 2 KB, 16 clients, full flush, acknowledged/s: ${said.join(', ')}; ratio ${ratio.toFixed(2)} (bar 0.7)`);
    if (speeds.earlier !== undefined)
      say(`SQLite against the earlier commit: ${((speeds.SQLite ?? 0) / speeds.earlier).toFixed(2)} (bar 1.3)`);
  },
  async status({ home }) {
    const { tokens, p50, p99 } = await statusAfterMessage(home('status'));
    say(`status after a message, ${tokens} tokens: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (bar 10)`);
  },
  async context({ home, engines }) {
    const totals = [10_000, short ? 20_000 : 100_000];
    for (const [engine, database] of engines) {
      const found = await freshContexts(totals, home(`context-${engine}`), database);
      const bar = engine === 'SQLite' ? 40 : 60;
      for (const { total, contextMs, statusMs, readyMs } of found)
        say(
          `${engine}, ${total} entries, 1,000 unfolded, first request to a fresh process: context ${contextMs.toFixed(1)} ms (bar ${bar}), status ${statusMs.toFixed(1)} ms, ready after ${Math.round(readyMs)} ms`,
        );
      const [few, many] = found;
      say(`${engine}, many against few: ${((many?.contextMs ?? 0) / (few?.contextMs ?? 1)).toFixed(2)} (bar 1.3)`);
    }
  },
  async notices({ home, postgres }) {
    if (postgres === null) return;
    const told = await notices([home('notice-1'), home('notice-2')], postgres, short ? 100 : 500);
    say(`notice from server to server, LISTEN: p50 ${told.p50.toFixed(1)} ms, p99 ${told.p99.toFixed(1)} ms (bar 50)`);
    const pooler = await startTransactionPooler(postgres, 20);
    const looked = await notices([home('notice-3'), home('notice-4')], pooler.url, short ? 10 : 40);
    say(`the same behind a transaction pooler: p50 ${looked.p50.toFixed(0)} ms, most ${looked.most.toFixed(0)} ms (bar 1,200)`);
    await pooler.close();
  },
  async streams({ home, engines }) {
    for (const [engine, database] of engines) {
      const figures = await idleStreams(short ? 500 : 5_000, home(`streams-${engine}`), database);
      const { streams, rssMb, beforeMb, p50, p99 } = figures;
      say(
        `${engine}, ${streams} idle streams: ${rssMb.toFixed(0)} MB (bar 400; ${beforeMb.toFixed(0)} before), append p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (bar 100)`,
      );
    }
  },
  async servers({ home, postgres }) {
    if (postgres === null) return;
    const { oneMs, twoMs, ratios, ratio, waits } = await twoServers([home('two-1'), home('two-2')], postgres, short ? 1 : 3);
    say(
      `CPU of a turn: one server ${oneMs.toFixed(1)} ms, two ${twoMs.toFixed(1)} ms, ratio ${ratio.toFixed(2)} (bar 1.15; rounds ${ratios.map((each) => each.toFixed(2)).join(', ')}); waits for locks seen: ${waits.length} (bar 0)`,
    );
    for (const { waits: who, for: whom } of waits) say(`  ${who}\n    waited for ${whom}`);
  },
};

/** Each in a process and on a PostgreSQL of its own: what one left in memory, in tables or to be flushed would be measured with the next. */
function oneByOne(names: readonly string[]): void {
  for (const name of names) {
    spawnSync('sync');
    const args = [name, ...(short ? ['--short'] : []), ...(against === undefined ? [] : ['--against', against])];
    const { status } = spawnSync(process.execPath, [import.meta.filename, ...args], { stdio: 'inherit' });
    if (status !== 0) process.exitCode = 1;
  }
}

const [only] = named;
const unknown = named.find((name) => parts[name] === undefined);
if (unknown !== undefined) throw new Error(`There is no part ${unknown}; there are ${Object.keys(parts).join(', ')}.`);
if (named.length === 1 && only !== undefined) await onGround(parts[only] as (ground: Ground) => Promise<void>);
else oneByOne(named.length === 0 ? Object.keys(parts) : named);
if (missing !== null) say(`PostgreSQL was not measured: ${missing}.`);
