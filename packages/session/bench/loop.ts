// How long the event loop is held while long sessions are opened, weighed and folded, each kind in a process of its own.
//   npm run bench:loop [-- ENTRIES]
import { execFileSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import path from 'node:path';
import type { Message } from '@tenfold/core';
import { openSqlite } from '@tenfold/store';
import { runFolder } from '../../../bench/src/run-folder.ts';
import { watchLoop } from '../../../tests/servers/watch-loop.ts';
import { openTenfold } from '../src/index.ts';

const STRATEGIES = ['native', 'lossless', 'truncation', 'smart'];
const [entries, file, session, strategy] = process.argv.slice(2);

if (file === undefined || session === undefined || strategy === undefined) await main(Number(entries ?? 50_000));
else await once(file, session, strategy);

async function main(total: number): Promise<void> {
  const folder = runFolder();
  const made = path.join(folder, 'made.db');
  const id = await prepared(made, total);
  for (const strategy of STRATEGIES) {
    const db = path.join(folder, `${strategy}.db`);
    copyFileSync(made, db);
    process.stdout.write(
      execFileSync(process.execPath, [import.meta.filename, String(total), db, id, strategy], { encoding: 'utf8' }),
    );
  }
}

/** A session of so many entries, an agent's work: a question, a call, its result, an answer. */
async function prepared(db: string, total: number): Promise<string> {
  const store = await openSqlite(db);
  const { id } = await store.sessions.create({ at: 1 });
  for (let n = 0; n < total; n += 500)
    await store.entries.append({
      session: id,
      entries: Array.from({ length: 500 }, (_, i) => ({ message: said(n + i) })),
      at: n,
    });
  await store.close();
  return id;
}

function said(n: number): Message {
  const turn = `${Math.floor(n / 4)}`;
  const words = `In turn ${turn} somebody wants to know what src/part-${n % 977}.ts does, and why it took ${n * 7} ms in v1.${n % 13}. `;
  const text = words.repeat(1 + (n % 3));
  if (n % 4 === 1)
    return {
      role: 'assistant',
      parts: [{ type: 'tool-call', id: turn, name: 'read', input: { path: `src/part-${n % 977}.ts` } }],
    };
  if (n % 4 === 2) return { role: 'tool', parts: [{ type: 'tool-result', id: turn, name: 'read', output: text.repeat(3) }] };
  return { role: n % 4 === 0 ? 'user' : 'assistant', parts: [{ type: 'text', text }] };
}

async function once(db: string, id: string, strategy: string): Promise<void> {
  const store = await openSqlite(db);
  const tenfold = await openTenfold({ store });
  await watched(`${strategy}: opened`, () => tenfold.contexts.status(id));
  await watched(`${strategy}: weighed`, () => tenfold.folding.estimate(id, { strategy }));
  await watched(`${strategy}: folded`, async () => {
    const job = await tenfold.folding.condense(id, { strategy, force: true });
    const { state, reason } = await tenfold.folding.finished(job.id);
    if (state !== 'done') process.stdout.write(`${strategy}: ${state}: ${reason}\n`);
  });
  await watched(`${strategy}: page`, () => tenfold.contexts.context(id));
  await tenfold.close();
  await store.close();
}

async function watched(name: string, work: () => Promise<unknown>): Promise<void> {
  const loop = watchLoop();
  const start = performance.now();
  await work();
  const seconds = (performance.now() - start) / 1000;
  await new Promise((resolve) => setTimeout(resolve, 20));
  const most = process.resourceUsage().maxRSS / 1024;
  process.stdout.write(`${name} in ${seconds.toFixed(2)} s; ${loop.words()}; most memory ${most.toFixed(0)} MB\n`);
  loop.stop();
}
