import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { newDatabase, startPostgres, whyNoPostgres } from '../../../../../tests/postgres/test-postgres.ts';
import { openPostgres, openSqlite, type Store } from '../../index.ts';
import { killWriter } from '../crash/killing.ts';
import { storedIds } from '../stored-ids.ts';

const ROUNDS = 150;
const KILLS = 60;
const SCRIPT = join(import.meta.dirname, 'writer.ts');
const run = promisify(execFile);

/** Two processes write the same session at once; what they said and what is stored must be the same thing. */
async function race(address: string, store: Store): Promise<void> {
  await store.sessions.create({ id: 'shared', at: 0 });
  const said = await Promise.all(
    ['a', 'b'].map(async (name) => (await run(process.execPath, [SCRIPT, address, name, `${ROUNDS}`])).stdout.split('\n')),
  );
  const told = (what: string) => said.flat().flatMap((line) => (line.startsWith(`${what} `) ? [line.split(' ')] : []));
  const counting = Array.from({ length: 2 * ROUNDS }, (_, n) => n + 1);
  const sequences = told('entry').map(([, sequence]) => Number(sequence));
  expect(sequences.toSorted((a, b) => a - b)).toEqual(counting);
  const page = await store.entries.page('shared', { limit: 1_000 });
  expect(new Set(page.map(({ id }) => id))).toEqual(new Set(told('entry').map(([, , id]) => id)));
  expect(page.map(({ sequence }) => sequence)).toEqual(counting);
  const events = await store.events.after('shared', 0, 1_000);
  expect(events.map(({ sequence }) => sequence)).toEqual(counting);
  expect(new Set(told('token').map(([, token]) => token)).size).toBe(2 * ROUNDS);
  for (const [, unfinished] of told('slot')) expect(unfinished).toBe('1');
  expect(told('branch')).toHaveLength(2 * ROUNDS);
  expect(await store.heads.list('shared')).toHaveLength(2 * ROUNDS + 1);
  expect((await store.verify()).damages).toEqual([]);
  await store.close();
}

it('[R3, R8, W1, W2, W4] two processes on one SQLite file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tenfold-two-'));
  const path = join(folder, 'two.db');
  await race(path, await openSqlite(path));
  rmSync(folder, { recursive: true });
});

it.skipIf(whyNoPostgres() !== null)('[R3, R8, W1, W2, W4] two processes on one PostgreSQL', async () => {
  const { url } = await newDatabase();
  await race(url, await openPostgres(url));
});

it.skipIf(whyNoPostgres() !== null)(
  '[R1, D3] killed processes and a restarted PostgreSQL lose nothing that was acknowledged',
  async () => {
    const postgres = await startPostgres({ fsync: true });
    try {
      const store = await openPostgres(postgres.url);
      await store.sessions.create({ id: 'shared', at: 0 });
      const acknowledged: string[] = [];
      for (let round = 0; round < KILLS; round++) {
        const { lines } = await killWriter(SCRIPT, [postgres.url, `k${round}`, '1000'], 'entry', (round * 7) % 60);
        acknowledged.push(...lines.flatMap((line) => (line.startsWith('entry ') ? (line.split(' ')[2] ?? []) : [])));
        if (round % 10 === 9) await postgres.restart();
      }
      expect(acknowledged.length).toBeGreaterThanOrEqual(KILLS);
      const stored = await storedIds(store, 'shared');
      expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
      const page = await store.entries.page('shared', { limit: 100_000 });
      expect(page.map(({ sequence }) => sequence)).toEqual(page.map((_, index) => index + 1));
      expect((await store.verify()).damages).toEqual([]);
      await store.close();
    } finally {
      await postgres.stop();
    }
  },
);
