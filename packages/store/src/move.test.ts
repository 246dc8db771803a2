import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { generateTranscript } from '@tenfold/core/testing';
import { expect, it } from 'vitest';
import { describeOnPostgres } from '../../../tests/postgres/describe-on-postgres.ts';
import { Conflict } from './error.ts';
import { moveStore } from './move.ts';
import { openPostgres } from './open-postgres.ts';
import { openSqlite } from './sqlite/open.ts';
import type { Store } from './store.ts';
import { portrait } from './testing/portrait.ts';

const claim = async () => async () => {};

describeOnPostgres('moving a store', (postgres, folder) => {
  /** What the last release wrote, and more of everything on top. */
  async function source(name: string): Promise<string> {
    const path = join(folder, name);
    writeFileSync(path, gunzipSync(readFileSync(join(import.meta.dirname, '../fixtures/v5.db.gz'))));
    const store = await openSqlite(path);
    const { messages } = generateTranscript({ seed: 3, messages: 160, hazards: 'all' });
    const other = store.for('ada');
    for (const owner of [store, other]) {
      const { id: session } = await owner.sessions.create({ title: 'null \0 half \ud83d', at: 1 });
      await owner.entries.append({ session, entries: messages.map((message) => ({ message })), key: 'k', at: 2 });
      await owner.events.append({ session, type: 'tick', at: 3 });
      await owner.settings.set({ scope: 'global', key: 'soft', value: 61.5, at: 4 });
      await owner.profiles.put({ id: 'p', name: 'Main', provider: 'openai', model: 'gpt-4o', at: 5 });
      await owner.answers.put({ hash: 'h', text: 'told', by: 'm', at: 5 });
      await owner.jobs.create({ session, kind: 'fold', at: 6 });
    }
    await store.close();
    return path;
  }

  const portraitOf = async (opening: Promise<Store>) => {
    const store = await opening;
    const seen = { own: await portrait(store), other: await portrait(store.for('ada')) };
    await store.close();
    // Processes of the source are not those of the target.
    return JSON.parse(JSON.stringify(seen, (key, value) => (key === 'leases' ? undefined : value)));
  };

  it('carries everything to PostgreSQL and back, 0 rows different', async () => {
    const path = await source('there.db');
    const before = await portraitOf(openSqlite(path));
    const there = await moveStore(path, postgres.url, { claim });
    expect(there).toMatchObject({ sessions: 4, entries: 32 + 320 });
    expect(await portraitOf(openPostgres(postgres.url))).toEqual(before);
    const store = await openPostgres(postgres.url);
    const [{ id: session } = { id: '' }] = await store.sessions.list();
    const made = await Promise.all([-2, -1].map((at) => store.checkpoints.create({ session, label: `${at}`, at })));
    expect((await store.sessions.list())[0]?.id).toBe(session);
    const pruned = await store.checkpoints.prune(-1, { days: 0 });
    expect(pruned.toSorted()).toEqual(made.map(({ id }) => id).toSorted());
    await store.close();
    const back = await moveStore(postgres.url, join(folder, 'back.db'), { claim });
    expect(back).toEqual(there);
    expect(await portraitOf(openSqlite(join(folder, 'back.db')))).toEqual(before);
  });

  it('goes on where it was cut off, and refuses a target with other conversations', async () => {
    const path = await source('cut.db');
    const target = join(folder, 'cut-target.db');
    let slices = 0;
    const cut = moveStore(path, target, {
      claim,
      onProgress: () => {
        if (++slices === 6) throw new RangeError('cut');
      },
    });
    await expect(cut).rejects.toThrow(RangeError);
    const moved = await moveStore(path, target, { claim });
    expect(moved).toMatchObject({ sessions: 4, entries: 352 });
    const store = await openSqlite(target);
    expect((await store.search.entries({ text: 'walruses' })).length).toBe(1);
    await store.sessions.create({ id: 'stranger', at: 0 });
    await store.close();
    await expect(moveStore(path, target, { claim })).rejects.toThrow(Conflict);
  });

  it('finds a row that is not the same', async () => {
    const path = await source('other.db');
    const target = join(folder, 'other-target.db');
    await moveStore(path, target, { claim });
    const store = await openSqlite(target);
    const setting = await store.settings.get('global', 'soft');
    await store.settings.set({ scope: 'global', key: 'soft', value: 7, expect: setting?.version ?? null, at: 9 });
    await store.close();
    await expect(moveStore(path, target, { claim })).rejects.toMatchObject({ facts: { table: 'settings' } });
  });
});
