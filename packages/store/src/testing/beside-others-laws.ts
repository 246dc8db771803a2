import assert from 'node:assert/strict';
import { type Fold, textMessage } from '@tenfold/core';
import { Conflict } from '../error.ts';
import type { Store } from '../store.ts';
import { type Law, law, type Open } from './law.ts';

const user = (text: string) => ({ message: textMessage('user', text) });

const VERIFIED = 8;

/** Everything that changes a session, until it is told to stop. */
async function keepWriting(store: Store, session: string, name: string, stopped: () => boolean): Promise<void> {
  for (let n = 0; !stopped(); n++) {
    const text = `${name}-${n}`;
    await store.entries.append({ session, entries: [user(text), user(`${text} again`)], at: n });
    const { version, head } = await store.heads.get(session);
    const span = { kind: 'span', from: head.position ?? '', to: head.position ?? '' } as const;
    const counts = { before: 2, after: 1, lossless: false };
    const fold: Fold = { id: text, run: text, target: span, kind: 'summary', text, by: 'law', ...counts };
    await store.heads
      .swap({ session, expect: version, head: { ...head, folds: [...head.folds.slice(-3), text] }, folds: [fold], at: n })
      .catch((error: unknown) => assert.ok(error instanceof Conflict));
    await store.checkpoints.create({ session, label: text, at: n });
    await store.heads.create({ session, branch: text, head, at: n });
    await store.sessions.switchTo(session, text);
    await store.entries.append({ session, branch: text, entries: [user('aside')], at: n });
    await store.sessions.switchTo(session, 'main');
    await store.sessions.update(session, { archived: n % 2 === 0, at: n });
    const { id: brief } = await store.sessions.create({ at: n });
    await store.entries.append({ session: brief, entries: [user('gone soon')], at: n });
    await store.sessions.remove(brief);
  }
}

/** Laws D4 and R8: what is seen of what others are just writing. */
export function besideOthersLaws(open: Open): Law[] {
  return [
    law(open, 'D4', 'takes nothing for damage that others are writing', async ({ store, again }) => {
      const other = await again();
      const { id: session } = await store.sessions.create({ at: 0 });
      // Enough for others to have their turn in between.
      await store.entries.append({ session, entries: Array.from({ length: 400 }, (_, n) => user(`${n}`)), at: 0 });
      let over = false;
      const busy = [keepWriting(store, session, 'one', () => over), keepWriting(other, session, 'two', () => over)];
      try {
        for (let n = 0; n < VERIFIED; n++) assert.deepEqual((await store.verify()).damages, []);
      } finally {
        over = true;
        await Promise.all(busy);
        await other.close();
      }
    }),
    law(open, 'D4', 'takes nothing for damage that is published or deleted meanwhile', async ({ store }) => {
      for (let turns = 1; turns <= 12; turns++) {
        const staged = store.staging.begin(1);
        for (let n = 0; n < 12; n++) {
          const { id: session } = await staged.sessions.create({ at: n });
          await staged.entries.append({ session, entries: [user(`${n}`)], at: n });
        }
        const checked = store.for(staged.owner).verify();
        for (let turn = 0; turn < turns; turn++) await new Promise((next) => setImmediate(next));
        await store.staging.publish(staged);
        assert.deepEqual((await checked).damages, []);
        const again = store.verify();
        for (const { id } of await store.sessions.list()) await store.sessions.remove(id);
        assert.deepEqual((await again).damages, []);
      }
    }),
    law(open, 'R8', 'writes several things as one, or none of them', async ({ store, again }) => {
      const other = await again();
      const { id: session } = await store.sessions.create({ at: 0 });
      const write = async (unit: Store, text: string) => {
        const { head } = await unit.entries.append({ session, entries: [user(text)], at: 1 });
        await unit.heads.create({ session, branch: text, head: head.head, at: 1 });
        await unit.sessions.switchTo(session, text);
        assert.deepEqual(
          [(await unit.sessions.get(session)).branch, (await unit.heads.get(session)).length],
          [text, head.length],
        );
        return head;
      };
      await assert.rejects(
        store.transaction(session, async (unit) => {
          await write(unit, 'a');
          assert.equal((await other.sessions.get(session)).branch, 'main');
          throw new RangeError('no');
        }),
        RangeError,
      );
      assert.deepEqual(
        [(await store.heads.list(session)).length, (await store.sessions.get(session)).branch, (await store.verify()).entries],
        [1, 'main', 0],
      );
      const written = await Promise.all(
        ['b', 'c', 'd', 'e'].map((text, n) => (n % 2 === 0 ? store : other).transaction(session, (unit) => write(unit, text))),
      );
      assert.deepEqual(written.map(({ length }) => length).sort(), [1, 2, 3, 4]);
      assert.equal((await store.heads.list(session)).length, 5);
      const { version, head } = await store.heads.get(session);
      const late = store.transaction(session, async (unit) => {
        await unit.entries.append({ session, entries: [user('late')], at: 2 });
        return unit.heads.swap({ session, expect: version, head, at: 2 });
      });
      await assert.rejects(late, Conflict);
      assert.equal((await store.heads.get(session)).version, version);
      assert.equal((await store.revisions.list(session)).length, 1);
      await other.close();
    }),
  ];
}
