import assert from 'node:assert/strict';
import { textMessage } from '@tenfold/core';
import { Conflict, Invalid, NotFound } from '../error.ts';
import { SHARED } from '../profiles.ts';
import type { Store } from '../store.ts';
import { type Law, law, type Open } from './law.ts';

const DAY = 86_400_000;
const hello = [{ message: textMessage('user', 'hello') }];

/** Laws K1 to K4: sessions, projects, retention, owners, configuration. */
export function keepingLaws(open: Open): Law[] {
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
      const { sessions } = await store.projects.remove(project.id);
      assert.deepEqual(new Set(sessions), new Set(theirs.map(({ id }) => id)));
      assert.deepEqual(
        (await store.sessions.list()).map(({ id }) => id),
        [chat.id],
      );
      assert.equal((await store.search.entries({ text: 'hello' })).length, 1);
      await assert.rejects(store.projects.get(project.id), NotFound);
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
      await assert.rejects(store.people.revokeToken(ada.id, token.id, 6), NotFound);
      assert.equal((await store.people.revokeToken(ben.id, token.id, 6)).revokedAt, 6);
      assert.equal((await other.people.revokeToken(ben.id, token.id, 7)).revokedAt, 6);
      assert.deepEqual(
        (await store.people.tokens(ben.id)).map(({ id }) => id),
        [token.id],
      );
      assert.deepEqual(await store.people.tokens(ada.id), []);
      const gone = await store.people.change(ben.id, { disabled: true, role: 'admin', at: 8 });
      assert.deepEqual([gone.disabled, gone.role, gone.name], [true, 'admin', 'Ben']);
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
        () => stranger.entries.append({ session, entries: hello, at: 1 }),
        () => stranger.entries.page(session),
        () => stranger.entries.known(session, []),
        () => stranger.heads.get(session),
        () => stranger.heads.list(session),
        () => stranger.contexts.load(session),
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
        () => stranger.jobs.create({ session, kind: 'x', at: 1 }),
        () => stranger.events.append({ session, type: 'x', at: 1 }),
        () => stranger.search.entries({ text: 'hello', session }),
        () => stranger.verify(session),
        () => stranger.events.after(session, 0),
        () => stranger.events.last(session),
        () => stranger.events.append({ session, type: 'tick', at: 1 }),
        () => stranger.transaction(session, (unit) => unit.heads.get(session)),
        () => stranger.projects.get('p'),
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
      assert.equal((await store.checkpoints.list(session)).length, 1);
      assert.equal(store.owner === stranger.owner, false);
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
      for (const gone of [
        store.models.remove('a:b'),
        store.presets.remove('pre'),
        store.profiles.remove('prof'),
        store.settings.remove('global', 'k'),
      ])
        await gone;
      assert.deepEqual(
        [await store.models.get('a:b'), await store.settings.get('global', 'k'), await store.presets.list()],
        [null, null, []],
      );
      assert.deepEqual((await store.settings.list('session:s')).length, 0);
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
    law(open, 'K9', 'replaces everything sealed, of all owners, in one step or not at all', async ({ store }) => {
      const profile = { id: 'p', name: 'P', provider: 'a', model: 'b', at: 1 };
      for (const owner of [store, store.for('other'), store.for(SHARED)]) {
        await owner.profiles.put(profile);
        await owner.profiles.setSecret('p', Uint8Array.of(1), 1);
        await owner.settings.set({ scope: 'sealing', key: 's', value: { name: 'S', sealed: 'AQ==' }, at: 1 });
        await owner.settings.set({ scope: 'sealing', key: 'open', value: { name: 'O', sealed: null }, at: 1 });
        await owner.settings.set({ scope: 'elsewhere', key: 's', value: { name: 'S', sealed: 'AQ==' }, at: 1 });
      }
      const there = async () => (await store.sealed.list('sealing')).map(({ owner, id, sealed }) => [owner, id, sealed[0]]);
      const before = await there();
      assert.equal(before.length, 6);
      let left = 5;
      const failing = () => {
        if (left-- === 0) throw new Error('cut off');
        return Uint8Array.of(2);
      };
      await assert.rejects(store.sealed.replace('sealing', failing), /cut off/);
      assert.deepEqual(await there(), before);
      assert.equal(await store.sealed.replace('sealing', ({ owner }) => (owner === 'other' ? null : Uint8Array.of(3))), 4);
      assert.deepEqual(
        await there(),
        before.map(([owner, id]) => [owner, id, owner === 'other' ? 1 : 3]),
      );
      assert.deepEqual((await store.settings.get('elsewhere', 's'))?.value, { name: 'S', sealed: 'AQ==' });
    }),
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
      assert.deepEqual(await store.runs.get(session, 'r'), { ...run, outcome: 'undone', rating: 4 });
      await assert.rejects(store.runs.get(session, 'none'), NotFound);
    }),
  ];
}

const limits = {
  id: 'a:b',
  contextWindow: 128_000,
  maxInputTokens: null,
  maxOutputTokens: 4096,
  threshold: 95,
  retentionTokens: 1000,
  source: 'default',
} as const;

/** A row of everything, to see who else sees it. */
async function oneOfEach(store: Store) {
  await store.projects.create({ id: 'p', name: 'P', at: 1 });
  const { id: session } = await store.sessions.create({ at: 1 });
  const { head } = await store.entries.append({ session, entries: hello, at: 1 });
  const checkpoint = (await store.checkpoints.create({ session, label: 'c', at: 1 })).id;
  const pending = (await store.pending.begin({ session, after: null, lease: 1, at: 1 })).id;
  const job = (await store.jobs.create({ session, kind: 'fold', at: 1 })).id;
  await store.heads.swap({ session, expect: 0, head: head.head, at: 1 }).catch(() => undefined);
  const revision = (await store.revisions.list(session))[0]?.id ?? '';
  await store.events.append({ session, type: 'made', at: 1 });
  const content = { summaryText: 'a memory' };
  await store.snapshots.create({ session, kind: 'memory', content, messageCutoffId: null, tokenCount: 1, at: 1 });
  const times = { startedAt: 1, durationMs: 2, cost: 0.5, tokensBefore: 9, tokensAfter: 3 };
  await store.runs.save({
    id: 'r',
    session,
    branch: 'main',
    strategy: 'native',
    trigger: 'soft',
    outcome: 'done',
    report: { passes: [] },
    ...times,
  });
  await store.models.put({ ...limits, at: 1 });
  await store.profiles.put({
    id: 'prof',
    name: 'N',
    provider: 'openai',
    model: 'm',
    baseUrl: 'http://x',
    config: { a: 1 },
    at: 1,
  });
  await store.profiles.setSecret('prof', Uint8Array.of(0, 255, 7), 1);
  await store.presets.put({ id: 'pre', name: 'N', config: { a: 1 }, at: 1 });
  await store.settings.set({ scope: 'global', key: 'k', value: [1], at: 1 });
  await store.answers.put({ hash: 'h', text: 't', by: 'm', at: 1 });
  return { session, checkpoint, pending, job, revision };
}
