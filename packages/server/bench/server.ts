// What the API does in how long, over HTTP against servers in processes of their own, on a file and on a PostgreSQL of its own.
//   npm run bench:server [-- PART…] [--short] [--against CHECKOUT]     CHECKOUT: of 40feb6b, its appends into a file beside ours; PART: appends status context notices streams servers; all of them where none is named
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runFolder } from '../../../bench/src/run-folder.ts';
import { startPostgres, whyNoPostgres } from '../../../tests/postgres/test-postgres.ts';
import { startTransactionPooler } from '../../../tests/postgres/transaction-pooler.ts';
import { appends } from './appends.ts';
import { freshContext } from './contexts.ts';
import { idleStreams } from './idle-streams.ts';
import { notices } from './notices.ts';
import { startEarlierServer, startServer } from './running-server.ts';
import { statusAfterMessage } from './status.ts';
import { twoServers } from './two-servers.ts';

const short = process.argv.includes('--short');
const { against } = parseArgs({
  options: { against: { type: 'string' }, short: { type: 'boolean' } },
  allowPositionals: true,
}).values;
const named = process.argv.slice(2).filter((word) => !word.startsWith('--') && word !== against);
const folder = runFolder();
const missing = whyNoPostgres();
const postgres = missing === null ? await startPostgres({ fsync: true }) : null;
const say = (line: string) => console.log(line);
const home = (name: string) => {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return path;
};
const engines: [string, string | undefined][] = [
  ['SQLite', undefined],
  ...(postgres ? [['PostgreSQL', postgres.url] as [string, string]] : []),
];

const parts: Record<string, () => Promise<void>> = {
  async appends() {
    const starts = engines.map(([engine, database]) => [engine, () => startServer(home(`append-${engine}`), database)] as const);
    const earlier =
      against === undefined ? [] : [['earlier', () => startEarlierServer(home('append-earlier'), against)] as const];
    const speeds = await appends(Object.fromEntries([...starts, ...earlier]), 16, short ? 500 : 1_500);
    const said = Object.entries(speeds).map(([engine, speed]) => `${engine} ${Math.round(speed)}`);
    const ratio = (speeds.PostgreSQL ?? Number.NaN) / (speeds.SQLite ?? 1);
    say(`POST entries, 2 KB, 16 clients, full flush, acknowledged/s: ${said.join(', ')}; ratio ${ratio.toFixed(2)} (bar 0.7)`);
    if (speeds.earlier !== undefined)
      say(`SQLite against the earlier commit: ${((speeds.SQLite ?? 0) / speeds.earlier).toFixed(2)} (bar 1.3)`);
  },
  async status() {
    const { tokens, p50, p99 } = await statusAfterMessage(home('status'));
    say(`status after a message, ${tokens} tokens: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (bar 10)`);
  },
  async context() {
    for (const [engine, database] of engines) {
      const few = await freshContext(10_000, home(`few-${engine}`), database);
      const many = await freshContext(short ? 20_000 : 100_000, home(`many-${engine}`), database);
      for (const [entries, { statusMs, contextMs, readyMs }] of Object.entries({ few, many }))
        say(
          `${engine}, ${entries} entries, 1,000 unfolded, first request to a fresh process: context ${contextMs?.toFixed(1)} ms (bar ${engine === 'SQLite' ? 40 : 60}), status ${statusMs?.toFixed(1)} ms, ready after ${Math.round(readyMs ?? 0)} ms`,
        );
      say(`${engine}, many against few: ${((many.contextMs ?? 0) / (few.contextMs ?? 1)).toFixed(2)} (bar 1.3)`);
    }
  },
  async notices() {
    if (postgres === null) return;
    const told = await notices([home('notice-1'), home('notice-2')], postgres.url, short ? 100 : 500);
    say(`notice from server to server, LISTEN: p50 ${told.p50.toFixed(1)} ms, p99 ${told.p99.toFixed(1)} ms (bar 50)`);
    const pooler = await startTransactionPooler(postgres.url, 20);
    const looked = await notices([home('notice-3'), home('notice-4')], pooler.url, short ? 10 : 40);
    say(`the same behind a transaction pooler: p50 ${looked.p50.toFixed(0)} ms, most ${looked.most.toFixed(0)} ms (bar 1,200)`);
    await pooler.close();
  },
  async streams() {
    for (const [engine, database] of engines) {
      const figures = await idleStreams(short ? 500 : 5_000, home(`streams-${engine}`), database);
      const { streams, rssMb, beforeMb, p50, p99 } = figures;
      say(
        `${engine}, ${streams} idle streams: ${rssMb.toFixed(0)} MB (bar 400; ${beforeMb.toFixed(0)} before), append p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (bar 100)`,
      );
    }
  },
  async servers() {
    if (postgres === null) return;
    const { oneMs, twoMs, ratio, waits } = await twoServers([home('two-1'), home('two-2')], postgres.url, short ? 100 : 400);
    say(
      `CPU of a turn: one server ${oneMs.toFixed(1)} ms, two ${twoMs.toFixed(1)} ms, ratio ${ratio.toFixed(2)} (bar 1.15); waits for locks seen: ${waits} (bar 0)`,
    );
  },
};

try {
  for (const [part, run] of Object.entries(parts)) if (named.length === 0 || named.includes(part)) await run();
  if (missing !== null) say(`PostgreSQL was not measured: ${missing}.`);
} finally {
  await postgres?.stop();
}
