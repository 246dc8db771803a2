import assert from 'node:assert/strict';
import { textMessage } from '@tenfold/core';
import { Conflict, Invalid, NotFound } from '../error.ts';
import { type Law, law, type Open } from './law.ts';

const hello = [{ message: textMessage('user', 'hello') }];

/** Laws K1 and K5: what lists of sessions and projects show, and what goes with them. */
export function sessionListLaws(open: Open): Law[] {
  return [
    law(open, 'K1', 'removes with a project what belongs to it and nothing else', async ({ store }) => {
      const project = await store.projects.create({ name: 'Tower', at: 0 });
      const create = (kind: 'project' | 'knowledge-officer') => store.sessions.create({ kind, project: project.id, at: 0 });
      const theirs = [await create('project'), await create('project'), await create('knowledge-officer')];
      const chat = await store.sessions.create({ at: 0 });
      for (const { id: session } of [...theirs, chat]) await store.entries.append({ session, entries: hello, at: 1 });
      await assert.rejects(create('knowledge-officer'), Conflict);
      await assert.rejects(store.sessions.create({ kind: 'project', at: 0 }), Invalid);
      await assert.rejects(store.sessions.create({ kind: 'chat', project: project.id, at: 0 }), Invalid);
      await assert.rejects(store.sessions.create({ kind: 'project', project: 'none', at: 0 }), NotFound);
      const [waiting, working, quiet] = theirs.map(({ id }) => id) as [string, string, string];
      await store.pending.begin({ session: waiting, after: null, lease: 1, at: 2 });
      await store.jobs.create({ session: working, kind: 'fold', at: 2 });
      const { id: past } = await store.jobs.create({ session: quiet, kind: 'fold', at: 2 });
      await store.jobs.update(past, { state: 'done', at: 2 });
      await store.sessions.update(working, { archived: true, at: 2 });
      assert.deepEqual(new Set(await store.projects.busy(project.id)), new Set([waiting, working]));
      assert.deepEqual(await store.for('stranger').projects.busy(project.id), []);
      assert.deepEqual([...(await store.sessions.counts())], [[project.id, 2]]);
      assert.deepEqual([...(await store.for('stranger').sessions.counts())], []);
      const { sessions } = await store.projects.remove(project.id);
      assert.deepEqual(new Set(sessions), new Set(theirs.map(({ id }) => id)));
      assert.deepEqual(
        (await store.sessions.list()).map(({ id }) => id),
        [chat.id],
      );
      assert.equal((await store.search.entries({ text: 'hello' })).length, 1);
      assert.deepEqual(await store.projects.list(), []);
      assert.equal((await store.verify()).entries, 1);
    }),
    law(open, 'K1', 'moves a session into a project and out of it; a knowledge officer stays', async ({ store }) => {
      const project = await store.projects.create({ name: 'Tower', at: 0 });
      const { id } = await store.sessions.create({ at: 0 });
      const officer = await store.sessions.create({ kind: 'knowledge-officer', project: project.id, at: 0 });
      const into = await store.sessions.update(id, { project: project.id, at: 1 });
      assert.deepEqual([into.kind, into.project], ['project', project.id]);
      assert.equal((await store.sessions.update(id, { title: 'Named', at: 2 })).project, project.id);
      const out = await store.sessions.update(id, { project: null, at: 3 });
      assert.deepEqual([out.kind, out.project, out.title], ['chat', null, 'Named']);
      await assert.rejects(store.sessions.update(id, { project: 'none', at: 4 }), NotFound);
      await assert.rejects(store.sessions.update(officer.id, { project: null, at: 4 }), Conflict);
      await store.projects.remove(project.id);
      assert.equal((await store.sessions.get(id)).kind, 'chat');
    }),
    law(open, 'K5', 'lists what is pinned by itself, until it is let go', async ({ store }) => {
      const [first] = await Promise.all([1, 2, 3].map((at) => store.sessions.create({ at })));
      const id = first?.id ?? '';
      const pinned = async () => (await store.sessions.list({ pinned: true })).map((session) => [session.id, session.pinnedAt]);
      assert.deepEqual(await pinned(), []);
      await store.sessions.update(id, { pinned: true, at: 5 });
      const named = await store.sessions.update(id, { pinned: true, title: 'On top', at: 6 });
      assert.equal(named.updatedAt, named.createdAt, 'a new name is no use of it');
      assert.deepEqual(await pinned(), [[id, 5]]);
      assert.equal((await store.sessions.list()).length, 3);
      await store.sessions.update(id, { pinned: false, at: 7 });
      assert.deepEqual(await pinned(), []);
    }),
    law(open, 'K5', 'reads on from page to page and searches all of them', async ({ store }) => {
      const ids = Array.from({ length: 620 }, (_, n) => `s${n}`);
      await Promise.all(
        ids.map((id, n) => store.sessions.create({ id, title: n % 50 === 0 ? `Übung 100% [${n}]` : `Talk ${n}`, at: n })),
      );
      await store.entries.append({ session: 's1', entries: [{ message: textMessage('user', 'the Łódź ferry') }], at: 1 });
      const paged = async (filter: { q?: string; limit: number }) => {
        const found: string[] = [];
        for (let page = await store.sessions.list(filter); page.length > 0; ) {
          found.push(...page.map(({ id }) => id));
          page = await store.sessions.list({ ...filter, before: page.at(-1)?.order ?? 0 });
        }
        return found;
      };
      const listed = (await store.sessions.list({ limit: 1_000 })).map(({ id }) => id);
      assert.deepEqual([listed[0], new Set(listed)], ['s1', new Set(ids)]);
      assert.deepEqual(await paged({ limit: 70 }), listed);
      const practice = listed.filter((id) => Number(id.slice(1)) % 50 === 0);
      for (const q of ['ÜBUNG', 'ubung', 'übung 100%', ' Übung ']) assert.deepEqual(await paged({ q, limit: 5 }), practice, q);
      assert.deepEqual(await paged({ q: 'FERRY', limit: 5 }), ['s1']);
      for (const q of ['100_', 'ubung\\', '%%', 'nowhere', `${'x'.repeat(5000)}`])
        assert.deepEqual(await paged({ q, limit: 5 }), [], q);
      await store.sessions.update('s1', { title: 'Bridge', at: 2 });
      assert.deepEqual(
        await paged({ q: 'talk 1', limit: 500 }),
        listed.filter((id) => id.startsWith('s1') && Number(id.slice(1)) % 50 !== 0 && id !== 's1'),
      );
      assert.deepEqual(await paged({ q: 'bridge', limit: 5 }), ['s1']);
    }),
    law(open, 'K1', 'lists sessions by last use with what a picker shows', async ({ store }) => {
      const project = await store.projects.create({ id: 'p', name: 'P', strategy: 'smart', at: 0 });
      assert.deepEqual(
        (await store.projects.list()).map(({ strategy }) => strategy),
        ['smart'],
      );
      await store.projects.update('p', { name: 'Q', expect: 1, at: 1 });
      await assert.rejects(store.projects.update('p', { name: 'R', expect: 1, at: 1 }), Conflict);
      await assert.rejects(store.projects.create({ id: 'p', name: 'again', at: 1 }), Conflict);
      const old = await store.sessions.create({ id: 'old', title: 'Old', profile: 'x', at: 100 });
      const young = await store.sessions.create({ id: 'young', kind: 'project', project: project.id, at: 200 });
      await assert.rejects(store.sessions.create({ id: 'old', at: 1 }), Conflict);
      await store.entries.append({
        session: old.id,
        entries: [{ message: textMessage('user', `long ${'🎉'.repeat(300)}`) }],
        at: 1,
      });
      await store.checkpoints.create({ session: old.id, label: 'one', at: 2 });
      const [first, second] = await store.sessions.list();
      assert.deepEqual(
        [first?.id, first?.entries, first?.checkpoints, second?.id, second?.lastMessage],
        ['old', 1, 1, 'young', null],
      );
      assert.ok(first?.lastMessage?.startsWith('long 🎉') && first.lastMessage.isWellFormed() && first.lastMessage.length <= 200);
      assert.deepEqual(
        (await store.sessions.list({ kind: 'project', project: 'p' })).map(({ id }) => id),
        ['young'],
      );
      assert.deepEqual(
        (await store.sessions.list({ limit: 1, before: first?.order ?? 0 })).map(({ id }) => id),
        ['young'],
      );
      const change = { title: 'New', archived: true, strategy: 'lossless', profile: null, expect: 1, at: 3 };
      const changed = await store.sessions.update(old.id, change);
      assert.deepEqual([changed.title, changed.archivedAt, changed.strategy, changed.profile], ['New', 3, 'lossless', null]);
      await assert.rejects(store.sessions.update(old.id, change), Conflict);
      assert.deepEqual(
        (await store.sessions.list()).map(({ id }) => id),
        [young.id],
      );
      assert.deepEqual(
        (await store.sessions.list({ archived: true })).map(({ id }) => id),
        ['old'],
      );
      const back = await store.sessions.update(old.id, { archived: false, at: 4 });
      assert.deepEqual([back.archivedAt, back.title], [null, 'New']);
      assert.deepEqual(await store.sessions.get(old.id), back);
      await store.sessions.remove(old.id);
      await assert.rejects(store.sessions.get(old.id), NotFound);
      await assert.rejects(store.sessions.remove(old.id), NotFound);
    }),
  ];
}
