import assert from 'node:assert/strict';
import { textMessage } from '@tenfold/core';
import { NotFound } from '../error.ts';
import { SHARED } from '../profiles.ts';
import { type Law, law, type Open } from './law.ts';
import { limits, oneOfEach } from './one-of-each.ts';
import { storedIds } from './stored-ids.ts';

const hello = [{ message: textMessage('user', 'hello') }];

/** Laws K3, K4 of what is shared, K6, K7 and K9: whose something is, and who people are. */
export function ownerLaws(open: Open): Law[] {
  return [
    law(open, 'K7', 'knows people by what they show, and what they show no more', async ({ store, again }) => {
      const other = await again();
      const ada = await store.people.add({ name: 'Ada', role: 'admin', at: 1 });
      const identity = { issuer: 'https://issuer.example', subject: 's-1' };
      const met = await Promise.all([store, other, store].map((one) => one.people.meet(identity, 'Ben', 2)));
      assert.equal(new Set(met.map(({ id }) => id)).size, 1, 'one person, however often they come at once');
      const [ben] = met as [(typeof met)[number], ...typeof met];
      assert.deepEqual([ben.role, ben.identity, ada.identity], ['user', identity, null]);
      assert.deepEqual(await other.people.meet(identity, 'Another name', 3), ben);
      const token = await store.people.addToken({ person: ben.id, name: 'laptop', hash: 'h', scope: 'read', at: 4 });
      await other.people.useToken(token.id, 5);
      assert.deepEqual(await other.people.byToken('h'), { person: ben, token: { ...token, usedAt: 5 } });
      assert.equal(await store.people.byToken('x'), null);
      const active = async () => [...(await other.people.active([ben.id, 'nobody']))].sort();
      assert.deepEqual(await active(), [ben.id, token.id].sort());
      await assert.rejects(store.people.revokeToken(ada.id, token.id, 6), NotFound);
      assert.equal((await store.people.revokeToken(ben.id, token.id, 6)).revokedAt, 6);
      assert.equal((await other.people.revokeToken(ben.id, token.id, 7)).revokedAt, 6);
      assert.deepEqual(
        (await store.people.tokens(ben.id)).map(({ id }) => id),
        [token.id],
      );
      assert.deepEqual(await store.people.tokens(ada.id), []);
      assert.deepEqual(await active(), [ben.id]);
      const gone = await store.people.change(ben.id, { disabled: true, role: 'admin', at: 8 });
      assert.deepEqual([gone.disabled, gone.role, gone.name], [true, 'admin', 'Ben']);
      assert.deepEqual([await active(), [...(await store.people.active([]))]], [[], []]);
      assert.deepEqual(
        (await other.people.list()).map(({ name }) => name),
        ['Ada', 'Ben'],
      );
      await assert.rejects(store.people.change('nobody', { at: 9 }), NotFound);
      await assert.rejects(store.people.addToken({ person: 'nobody', name: 'x', hash: 'y', scope: 'full', at: 9 }), NotFound);
      await other.close();
    }),
    law(open, 'K3', 'shows nothing of another owner', async ({ store }) => {
      const stranger = store.for('stranger');
      const { session, checkpoint, pending, job, revision } = await oneOfEach(store);
      const tries: (() => Promise<unknown>)[] = [
        () => stranger.sessions.get(session),
        () => stranger.sessions.update(session, { title: 'mine', at: 1 }),
        () => stranger.sessions.remove(session),
        () => stranger.sessions.copy(stranger.sessions.rows(session), { title: '', project: null, at: 1 }),
        () => stranger.entries.append({ session, entries: hello, at: 1 }),
        () => stranger.entries.page(session),
        () => storedIds(stranger, session),
        () => stranger.heads.get(session),
        () => stranger.heads.list(session),
        () => stranger.contexts.load(session),
        async () => stranger.contexts.open(await store.sessions.open(session)),
        async () => stranger.contexts.open(await store.sessions.open(session), await store.contexts.load(session)),
        () => stranger.folds.list(session),
        () => stranger.checkpoints.get(session, checkpoint),
        () => stranger.checkpoints.list(session),
        () => stranger.checkpoints.restore({ session, checkpoint, branch: 'mine', at: 1 }),
        () => stranger.snapshots.list(session),
        () => stranger.runs.list(session),
        () => stranger.revisions.get(session, revision),
        () => stranger.pending.drop(pending),
        () => stranger.pending.begin({ session, after: null, lease: 1, at: 1 }),
        () => stranger.jobs.get(job),
        () => stranger.jobs.stop(job),
        () => stranger.jobs.holds(job, 1),
        () => stranger.jobs.create({ session, kind: 'x', at: 1 }),
        () => stranger.events.append({ session, type: 'x', at: 1 }),
        () => stranger.search.entries({ text: 'hello', session }),
        () => stranger.verify(session),
        () => stranger.events.after(session, 0),
        () => stranger.events.last(session),
        () => stranger.events.append({ session, type: 'tick', at: 1 }),
        () => stranger.transaction(session, (unit) => unit.heads.get(session)),
        () => stranger.projects.update('p', { name: 'mine', at: 1 }),
        () => stranger.profiles.secret('prof'),
        () => stranger.presets.get('pre'),
      ];
      for (const attempt of tries) await assert.rejects(attempt(), NotFound, attempt.toString());
      const lists = [
        stranger.sessions.list(),
        stranger.projects.list(),
        stranger.profiles.list(),
        stranger.presets.list(),
        stranger.settings.list(),
        stranger.models.list(),
        stranger.pending.list(),
        stranger.jobs.list(),
        stranger.search.entries({ text: 'hello' }),
        stranger.search.memories({ text: 'memory' }),
        stranger.checkpoints.prune(1e15),
      ];
      for (const list of lists) assert.deepEqual(await list, []);
      assert.deepEqual(
        [await stranger.settings.get('global', 'k'), await stranger.answers.first(['h']), await stranger.models.get('a:b')],
        [null, null, null],
      );
      assert.deepEqual([await stranger.usage.tokensSince(0), await stranger.usage.bytes()], [0, 0]);
      assert.equal((await store.checkpoints.list(session)).length, 1);
      assert.equal(store.owner === stranger.owner, false);
    }),
    law(open, 'K4', 'shows a shared profile to everybody, and changes it for its keeper alone', async ({ store }) => {
      const keeper = store.for(SHARED);
      const shared = { id: 'all', name: 'For all', provider: 'a', model: 'b', at: 1 };
      await keeper.profiles.put(shared);
      await keeper.profiles.setSecret('all', Uint8Array.of(1, 2), 2);
      await store.models.put({ ...limits, at: 1 });
      for (const reader of [store, store.for('other')]) {
        const { profile, secret, model } = (await reader.profiles.full('all'))[0] ?? {};
        assert.deepEqual(
          [profile?.shared, secret, model?.id ?? null],
          [true, Uint8Array.of(1, 2), reader === store ? 'a:b' : null],
        );
        assert.deepEqual(
          (await reader.profiles.list()).map(({ id, shared }) => [id, shared]),
          [['all', true]],
        );
        await assert.rejects(reader.profiles.setSecret('all', null, 3), NotFound);
        await reader.profiles.remove('all');
      }
      // Whoever has one of the same id has that one, without the other's key.
      await store.profiles.put({ ...shared, name: 'Mine', expect: null });
      assert.deepEqual(
        [(await store.profiles.list()).map(({ name, shared }) => [name, shared]), await store.profiles.secret('all')],
        [[['Mine', false]], null],
      );
      assert.deepEqual(
        (await store.profiles.full('all')).map(({ profile }) => profile.name),
        ['Mine'],
      );
      await keeper.profiles.remove('all');
      assert.deepEqual(await store.for('other').profiles.list(), []);
    }),
    law(open, 'K6', 'shows a draft of nobody, written in one go or bit by bit, once it is whole', async ({ store, again }) => {
      const other = await again();
      const staged = store.staging.begin(1);
      const made = await staged.transaction(staged.owner, async ({ sessions, entries, settings }) => {
        const ids: string[] = [];
        for (let n = 0; n < 20; n++) {
          const { id } = await sessions.create({ title: `Talk ${n}`, at: 1 });
          await settings.set({ scope: `session:${id}`, key: 'systemPrompt', value: `You are ${n}.`, at: 1 });
          await entries.append({ session: id, entries: [{ message: textMessage('user', `walrus ${n}`) }], at: 1 });
          ids.push(id);
        }
        return ids;
      });
      await staged.entries.append({ session: made[3] as string, entries: hello, at: 2 });
      const failing = staged.transaction(staged.owner, async ({ sessions }) => {
        await sessions.create({ title: 'Half', at: 3 });
        throw new Error('cut off');
      });
      await assert.rejects(failing, /cut off/);
      const seen = async () => [
        await other.sessions.list(),
        await other.search.entries({ text: 'walrus' }),
        await other.settings.list(),
      ];
      assert.deepEqual(await seen(), [[], [], []]);
      await store.staging.publish(staged);
      const listed = (await other.sessions.list()).toReversed().map(({ id, title, entries }) => [id, title, entries]);
      const behind = made.map((id, n) => [id, `Talk ${n}`, n === 3 ? 2 : 1]).filter((_, n) => n !== 3);
      assert.deepEqual(listed, [...behind, [made[3], 'Talk 3', 2]]);
      assert.equal((await other.search.entries({ text: 'walrus', limit: 50 })).length, 20);
      assert.equal((await other.settings.list()).length, 20);
      assert.deepEqual((await other.verify()).damages, []);
    }),
    law(open, 'K9', 'replaces everything sealed, of all owners, in one step or not at all', async ({ store }) => {
      const profile = { id: 'p', name: 'P', provider: 'a', model: 'b', at: 1 };
      for (const owner of [store, store.for('other'), store.for(SHARED)]) {
        await owner.profiles.put(profile);
        await owner.profiles.setSecret('p', Uint8Array.of(1), 1);
        await owner.settings.set({ scope: 'sealing', key: 's', value: { name: 'S', sealed: 'AQ==' }, at: 1 });
        await owner.settings.set({ scope: 'sealing', key: 'open', value: { name: 'O', sealed: null }, at: 1 });
        await owner.settings.set({ scope: 'elsewhere', key: 's', value: { name: 'S', sealed: 'AQ==' }, at: 1 });
      }
      const there = async () => (await store.sealed.list(['sealing'])).map(({ owner, id, sealed }) => [owner, id, sealed[0]]);
      const before = await there();
      assert.equal(before.length, 6);
      let left = 5;
      const failing = () => {
        if (left-- === 0) throw new Error('cut off');
        return Uint8Array.of(2);
      };
      await assert.rejects(store.sealed.replace(['sealing'], failing), /cut off/);
      assert.deepEqual(await there(), before);
      assert.equal(await store.sealed.replace(['sealing'], ({ owner }) => (owner === 'other' ? null : Uint8Array.of(3))), 4);
      assert.deepEqual(
        await there(),
        before.map(([owner, id]) => [owner, id, owner === 'other' ? 1 : 3]),
      );
      assert.deepEqual((await store.settings.get('elsewhere', 's'))?.value, { name: 'S', sealed: 'AQ==' });
    }),
  ];
}
