import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Store } from '../store.ts';
import { Connection } from './connection.ts';
import { openSqlite } from './open.ts';

/** How SQLite goes about the statements of some work on a store: the steps of each. */
async function plansOf(work: (store: Store) => Promise<void>): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tenfold-plans-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'tenfold.db');
  const asked = new Set<string>();
  const prepare = Connection.prototype.prepare;
  onTestFinished(() => {
    Connection.prototype.prepare = prepare;
  });
  const store = await openSqlite(file);
  Connection.prototype.prepare = function (sql) {
    asked.add(sql);
    return prepare.call(this, sql);
  };
  await work(store);
  await store.close();
  Connection.prototype.prepare = prepare;
  const connection = new Connection(file, { busyMs: 100, readOnly: true });
  onTestFinished(() => connection.close());
  return [...asked].map((sql) => {
    const values = Array.from({ length: sql.split('?').length - 1 }, () => 'x');
    const plan = connection.prepare(`explain query plan ${sql}`).all(values) as { detail: string }[];
    return plan.map(({ detail }) => detail).join('; ');
  });
}

const at = 1;
const said = (text: string) => ({ message: { role: 'user', parts: [{ type: 'text', text }] } as const });

it('finds who has a conversation without looking into every session', async () => {
  const plans = await plansOf(async (store) => void (await store.entries.find(['a', 'b'])));
  expect(plans[0]).toMatch(/entries_first/);
});

it('makes no list of all sessions for what is done to one', async () => {
  const plans = await plansOf(async (store) => {
    const { id: session } = await store.sessions.create({ at });
    const first = await store.entries.append({ session, entries: [said('One.')], at });
    const { head } = await store.entries.append({ session, entries: [said('Two.')], end: first.end, at });
    await store.heads.count([{ session, branch: head.branch, version: head.version, used: { tokens: 1, by: 'x' } }]);
    const pending = await store.pending.begin({ session, after: head.head.position, lease: 1, at });
    await store.pending.write(pending, pending.message, at);
    await store.pending.stop(session);
    await store.pending.leave(session, 1);
    await store.pending.take(session, 0, 2);
    await store.pending.drop(pending.id);
    await store.events.after(session, 0);
  });
  expect(plans.length).toBeGreaterThan(8);
  expect(plans.filter((plan) => plan.includes('LIST SUBQUERY'))).toEqual([]);
});

it("finds what is stored of a profile's model by its id", async () => {
  const plans = await plansOf(async (store) => {
    const { id } = await store.sessions.create({ profile: 'p', at });
    await store.sessions.open(id);
    await store.profiles.full('p');
  });
  const reading = plans.filter((plan) => plan.includes('model_configs'));
  expect(reading).toHaveLength(2);
  for (const plan of reading)
    expect(plan).toContain('SEARCH model_configs USING INDEX sqlite_autoindex_model_configs_1 (owner=? AND id=?)');
});
