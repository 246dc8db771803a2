// How long a session takes to be seen: its context in a fresh process, and its status after one more message.
//   npm run bench:session
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { openSqlite } from '@tenfold/store';
import { runFolder } from '../../../bench/src/run-folder.ts';
import { openTenfold } from '../src/index.ts';

const RUNS = 7;
const [file, session] = process.argv.slice(2);

if (file === undefined || session === undefined) await main();
else await once(file, session);

async function main(): Promise<void> {
  const folder = runFolder();
  for (const [name, entries, open, words] of [
    ['10,000 entries, 1,000 unfolded', 10_000, 1_000, 20],
    ['100,000 entries, 1,000 unfolded', 100_000, 1_000, 20],
    ['100K tokens, nothing folded', 1_000, 1_000, 75],
  ] as const) {
    const db = path.join(folder, `${entries}-${words}.db`);
    const id = await prepared(db, entries, open, words);
    const runs = Array.from({ length: RUNS }, () =>
      JSON.parse(execFileSync(process.execPath, [import.meta.filename, db, id], { encoding: 'utf8' })),
    );
    const middle = (key: string) =>
      runs
        .map((run) => run[key] as number)
        .sort((a, b) => a - b)
        [Math.floor(RUNS / 2)]?.toFixed(1);
    process.stdout.write(
      `${name}: context ${middle('context')} ms after open, status after a message ${middle('status')} ms (${middle('tokens')} tokens)\n`,
    );
  }
}

/** A session in a file of its own; all but the last `open` entries behind one summary. */
async function prepared(db: string, total: number, open: number, words: number): Promise<string> {
  const store = await openSqlite(db);
  const { id } = await store.sessions.create({ at: 1 });
  for (let n = 0; n < total; n += 500) {
    const entries = Array.from({ length: 500 }, (_, i) => {
      const text = Array.from({ length: words }, (_, word) => `word${(n + i + word) % 97}`).join(' ');
      return {
        message: { role: i % 2 === 0 ? ('user' as const) : ('assistant' as const), parts: [{ type: 'text' as const, text }] },
      };
    });
    await store.entries.append({ session: id, entries, at: n });
  }
  const { head, version } = await store.heads.get(id);
  if (total > open) {
    const at = async (position: number) => (await store.entries.range(id, head.position ?? '', position, position))[0]?.id ?? '';
    const target = { kind: 'span', from: await at(1), to: await at(total - open - 1) } as const;
    const fold = {
      id: 'fold',
      run: 'bench',
      target,
      kind: 'summary',
      lossless: false,
      text: 'A summary. '.repeat(200),
      by: 'bench',
      before: 1,
      after: 1,
    } as const;
    await store.heads.swap({ session: id, expect: version, head: { ...head, folds: [fold.id] }, folds: [fold], at: total });
  }
  await store.close();
  return id;
}

async function once(db: string, id: string): Promise<void> {
  const store = await openSqlite(db);
  const tenfold = await openTenfold({ store });
  const opened = performance.now();
  await tenfold.contexts.status(id);
  const context = performance.now() - opened;
  await tenfold.sessions.append(id, { messages: [{ role: 'user', text: `One more, ${process.pid}.` }] });
  const before = performance.now();
  const { used } = await tenfold.contexts.status(id);
  process.stdout.write(JSON.stringify({ context, status: performance.now() - before, tokens: used }));
  await tenfold.close();
  await store.close();
}
