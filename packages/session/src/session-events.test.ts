import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgres, openSqlite, type Store } from '@tenfold/store';
import { describe, expect, it } from 'vitest';
import { newDatabase, whyNoPostgres } from '../../../tests/postgres/test-postgres.ts';
import { SILENT } from './log.ts';
import { sessionEvents } from './session-events.ts';

/** What one process publishes, a reader of another sees, in order and once. */
async function acrossProcesses(open: () => Promise<Store>): Promise<void> {
  const [one, two] = [await open(), await open()];
  const [here, there] = [await sessionEvents(one, () => 1, SILENT), await sessionEvents(two, () => 1, SILENT)];
  const { id: session } = await one.sessions.create({ at: 0 });
  const { id: other } = await one.sessions.create({ at: 0 });
  const end = new AbortController();
  const seen: number[] = [];
  const reading = (async () => {
    for await (const { sequence, session: of } of there.follow(session, { after: 0, signal: end.signal })) {
      expect(of).toBe(session);
      seen.push(sequence);
    }
  })();
  const head = (version: number) => ({ version, branch: 'main', why: 'undo' }) as const;
  for (let n = 1; n <= 5; n++) {
    await here.publish(other, 'head', head(n));
    await here.publish(session, 'head', head(n));
    if (n === 3) await expect.poll(() => seen.length).toBe(3);
  }
  await expect.poll(() => seen).toEqual([1, 2, 3, 4, 5]);
  end.abort();
  await reading;
  for (const events of [here, there]) await events.close();
  for (const store of [one, two]) await store.close();
}

describe('events', () => {
  it('reach readers of another process through a file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tenfold-events-'));
    await acrossProcesses(() => openSqlite(join(folder, 'events.db')));
    rmSync(folder, { recursive: true });
  });

  it.skipIf(whyNoPostgres() !== null)('reach readers of another process through PostgreSQL', async () => {
    const { url } = await newDatabase();
    await acrossProcesses(() => openPostgres(url));
  });
});
