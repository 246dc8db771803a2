import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MAX_OF_A_KIND } from './refuse-more.ts';
import { openSqlite } from './sqlite/open.ts';
import type { Store } from './store.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenfold-many-'));
let store: Store;
let person: string;
let session: string;

beforeAll(async () => {
  store = await openSqlite(join(folder, 'tenfold.db'));
  person = (await store.people.add({ name: 'Ada', role: 'user', at: 0 })).id;
  session = (await store.sessions.create({ at: 0 })).id;
  return () => store.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

const limits = { provider: 'p', model: 'm', contextWindow: 9, maxInputTokens: null, maxOutputTokens: 1 };
const model = { ...limits, threshold: 0.8, retentionTokens: 0, source: 'manual' as const, at: 0 };
const token = (id: string) => ({ id, person, name: id, hash: id, scope: 'full' as const, at: 0 });
const empty = { position: null, folds: [], protected: [], settings: {} };

it.each<[string, number, (id: string) => Promise<unknown>]>([
  ['presets', MAX_OF_A_KIND, (id) => store.presets.put({ id, name: id, config: {}, at: 0 })],
  ['profiles', MAX_OF_A_KIND, (id) => store.profiles.put({ id, name: id, provider: 'p', model: 'm', at: 0 })],
  ['models', MAX_OF_A_KIND, (id) => store.models.put({ ...model, id: `p:${id}` })],
  ['servers of tools', 200, (key) => store.settings.set({ scope: 'tool-servers', key, value: {}, at: 0 })],
  ['projects', MAX_OF_A_KIND, (id) => store.projects.create({ id, name: id, at: 0 })],
  ['tokens', 1_000, (id) => store.people.addToken(token(id))],
  ['branches', 9_999, (branch) => store.heads.create({ session, branch, head: empty, at: 0 })],
])('[K12] takes no more %s than may be there, and what is there goes on being changed', async (called, max, put) => {
  await Promise.all(Array.from({ length: max }, (_, n) => put(`${called} ${n}`)));
  await expect(put('one more')).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining(called) });
  // What has no second of its id is a conflict, as ever.
  await put(`${called} 7`).catch(({ code }) => expect(called + code).toMatch(/^(projects|branches)conflict$|tokens/));
});

it('[K12] forgets the oldest revoked tokens for new ones', async () => {
  const { id } = await store.people.add({ name: 'Bo', role: 'user', at: 0 });
  for (let n = 0; n < 600; n++) {
    await store.people.addToken({ ...token(`old ${n}`), person: id });
    await store.people.revokeToken(id, `old ${n}`, n);
  }
  await store.people.addToken({ ...token('new'), person: id });
  const names = (await store.people.tokens(id)).map(({ name }) => name);
  expect([names.length, names.includes('old 99'), names.includes('old 100'), names.includes('new')]).toEqual([
    501,
    false,
    true,
    true,
  ]);
});
