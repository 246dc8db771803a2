import assert from 'node:assert/strict';
import { textMessage } from '@tenfold/core';
import { Conflict, Invalid, NotFound } from '../error.ts';
import { SHARED } from '../profiles.ts';
import { type Law, law, type Open } from './law.ts';
import { limits, oneOfEach } from './one-of-each.ts';

const DAY = 86_400_000;
const hello = [{ message: textMessage('user', 'hello') }];

/** Laws K2 and K4: retention and configuration. */
export function keepingLaws(open: Open): Law[] {
  return [
    law(open, 'K2', 'drops checkpoints by age, then the oldest automatic ones, never entries', async ({ store }) => {
      const { id: session } = await store.sessions.create({ at: 0 });
      await store.entries.append({ session, entries: hello, at: 0 });
      const add = (label: string, manual: boolean, at: number) => store.checkpoints.create({ session, label, manual, at });
      await add('ancient', true, DAY);
      for (let n = 0; n < 5; n++) await add(`manual${n}`, true, 40 * DAY);
      for (let n = 0; n < 60; n++) await add(`auto${n}`, false, 40 * DAY + n);
      const gone = await store.checkpoints.prune(41 * DAY);
      const kept = (await store.checkpoints.list(session)).map(({ label }) => label);
      assert.equal(gone.length, 16);
      assert.equal(kept.length, 50);
      assert.deepEqual([kept[0], kept[44], kept.at(-1)], ['auto59', 'auto15', 'manual0']);
      assert.equal((await store.checkpoints.prune(41 * DAY, { perSession: 3, session })).length, 47);
      assert.deepEqual(
        (await store.checkpoints.list(session)).map(({ label }) => label),
        ['manual4', 'manual3', 'manual2'],
      );
      assert.equal((await store.checkpoints.prune(41 * DAY, { days: 1 })).length, 3);
      assert.equal((await store.verify()).entries, 1);
    }),
    law(open, 'K4', 'replaces a row only for who read the version that is there', async ({ store }) => {
      await oneOfEach(store);
      const profile = { id: 'prof', name: 'N', provider: 'openai', model: 'm', at: 2 };
      const preset = { id: 'pre', name: 'N', config: { a: 2 }, at: 2 };
      const setting = { scope: 'global', key: 'k', value: [2], at: 2 };
      const model = { ...limits, at: 2 };
      await assert.rejects(store.profiles.put({ ...profile, expect: null }), Conflict);
      await assert.rejects(store.presets.put({ ...preset, expect: 9 }), Conflict);
      await assert.rejects(store.settings.set({ ...setting, expect: null }), Conflict);
      await assert.rejects(store.models.put({ ...model, expect: 9 }), Conflict);
      assert.equal((await store.presets.put({ ...preset, expect: 1 })).version, 2);
      assert.equal((await store.settings.set({ ...setting, expect: 1 })).version, 2);
      assert.equal((await store.profiles.put({ ...profile, expect: 2 })).hasSecret, true);
      assert.deepEqual(await store.profiles.secret('prof'), Uint8Array.of(0, 255, 7));
      await store.profiles.setSecret('prof', null, 3);
      assert.deepEqual([await store.profiles.secret('prof'), (await store.profiles.get('prof')).hasSecret], [null, false]);
      await store.models.calibrate('a:b', { bills: [1.2, 1.3], at: 3 });
      const calibrated = await store.models.put({ ...model, maxOutputTokens: 5, expect: 2 });
      assert.deepEqual([calibrated.bills, calibrated.maxOutputTokens, calibrated.createdAt], [[1.2, 1.3], 5, 1]);
      assert.equal(await store.models.seed([limits, { ...limits, id: 'a:c' }], 4), 1);
      assert.deepEqual(
        (await store.models.list()).map(({ id }) => id),
        ['a:b', 'a:c'],
      );
      await assert.rejects(store.models.put({ ...limits, id: 'nameless', at: 1 }), Invalid);
      await assert.rejects(store.models.calibrate('a:z', { bills: [1], at: 1 }), NotFound);
      for (const gone of [store.presets.remove('pre'), store.profiles.remove('prof'), store.settings.remove('global', 'k')])
        await gone;
      assert.deepEqual([await store.settings.get('global', 'k'), await store.presets.list()], [null, []]);
      assert.deepEqual((await store.settings.list('session:s')).length, 0);
    }),
    law(
      open,
      'K4',
      'marks a session anew with every change of its profile, and of what is stored of its model',
      async ({ store }) => {
        const profile = { id: 'p', name: 'P', provider: 'a', model: 'b', at: 1 };
        const { id } = await store.sessions.create({ profile: 'p', at: 1 });
        const marks = [(await store.sessions.open(id)).profileMark];
        const changes = [
          () => store.for(SHARED).profiles.put(profile),
          () => store.profiles.put(profile),
          () => store.profiles.put(profile),
          () => store.profiles.setSecret('p', Uint8Array.of(1), 1),
          () => store.sealed.replace([], () => Uint8Array.of(2)),
          () => store.models.put({ ...limits, at: 1 }),
          () => store.models.calibrate(limits.id, { bills: [1.2], at: 1 }),
          () => store.profiles.put({ ...profile, model: 'c' }),
        ];
        for (const change of changes) {
          await change();
          marks.push((await store.sessions.open(id)).profileMark);
          assert.equal((await store.sessions.open(id)).profileMark, marks.at(-1));
        }
        assert.equal(marks[0], null);
        assert.equal(new Set(marks).size, marks.length);
      },
    ),
    law(open, 'K4', 'keeps answers, snapshots and runs', async ({ store }) => {
      const { session } = await oneOfEach(store);
      const usage = { input: 10, output: 2 };
      await store.answers.put({ hash: 'h2', text: 'short', by: 'model', usage, at: 50 });
      assert.deepEqual(await store.answers.get('h2'), { hash: 'h2', text: 'short', by: 'model', usage, createdAt: 50 });
      const many = Array.from({ length: 1_200 }, (_, number) => `none ${number}`);
      assert.equal((await store.answers.first([...many, 'h', 'h2']))?.hash, 'h');
      assert.equal((await store.answers.first(['h2', ...many, 'h']))?.hash, 'h2');
      assert.equal(await store.answers.first(many), null);
      assert.equal(await store.answers.prune(50), 1);
      const latest = await store.snapshots.create({
        session,
        kind: 'summary',
        content: { summaryText: 'b' },
        messageCutoffId: 'e',
        tokenCount: 2,
        at: 1,
      });
      assert.deepEqual(await store.snapshots.latest(session, 'summary'), latest);
      assert.equal(await store.snapshots.latest(session, 'title'), null);
      assert.deepEqual(
        (await store.snapshots.list(session)).map(({ kind }) => kind),
        ['summary', 'memory'],
      );
      const [run] = await store.runs.list(session);
      assert.equal((await store.runs.rate(session, 'r', 4)).rating, 4);
      for (const wrong of [0, 6, 2.5, Number.NaN]) await assert.rejects(store.runs.rate(session, 'r', wrong), Invalid);
      assert.ok(run !== undefined);
      assert.equal((await store.runs.save({ ...run, outcome: 'degraded' })).rating, 4);
      assert.equal((await store.runs.setOutcome(session, 'r', 'undone')).outcome, 'undone');
      assert.deepEqual(await store.runs.list(session), [{ ...run, outcome: 'undone', rating: 4 }]);
      await assert.rejects(store.runs.rate(session, 'none', 4), NotFound);
    }),
    law(open, 'K10', 'remembers what was spent, by the hour, when its conversation is gone', async ({ store, again }) => {
      const hour = 3_600_000;
      const other = await again();
      const { session } = await oneOfEach(store);
      await Promise.all(Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? store : other).usage.spend(100, 50 * hour + n)));
      await store.usage.spend(1, 51 * hour);
      await store.sessions.remove(session);
      assert.deepEqual(
        await Promise.all([50 * hour + 7, 51 * hour + 7, 52 * hour].map((at) => other.usage.tokensSince(at))),
        [1_001, 1, 0],
      );
      // What is two days old has gone.
      assert.equal(await store.usage.tokensSince(0), 1_001);
      const before = await store.usage.bytes();
      await store.answers.put({ hash: 'long', text: 'é'.repeat(500), by: 'm', at: 1 });
      assert.equal((await store.usage.bytes()) - before, 1_000);
      assert.deepEqual(await store.usage.byOwner(51 * hour), [{ owner: store.owner, bytes: before + 1_000, tokens: 1 }]);
      await other.close();
    }),
  ];
}
