import assert from 'node:assert/strict';
import { type Fold, type Head, project, textMessage } from '@tenfold/core';
import { openContext } from '../context.ts';
import { Conflict, Invalid, NotFound } from '../error.ts';
import type { Store } from '../store.ts';
import { type Law, law, type Open } from './law.ts';

const user = (text: string) => ({ message: textMessage('user', text) });
const saidMany = (length: number, mark: string) => Array.from({ length }, (_, n) => user(`${mark}${n}`));

/** A fold over these entries. */
export function summaryOf(id: string, from: string, to: string, more: Partial<Fold> = {}): Fold {
  const target = { kind: 'span', from, to } as const;
  return {
    id,
    run: 'run',
    target,
    kind: 'summary',
    lossless: false,
    text: `summary ${id}`,
    by: 'law',
    before: 9,
    after: 3,
    ...more,
  };
}

async function talk(store: Store, count: number) {
  const { id: session } = await store.sessions.create({ at: 0 });
  const said = await store.entries.append({ session, entries: saidMany(count, 'm'), at: 1 });
  return { session, ids: said.entries.map((entry) => entry.id), head: said.head };
}

/** Laws H1 to H4: heads, checkpoints, folds. */
export function headLaws(open: Open): Law[] {
  return [
    law(open, 'H1', 'lets one of two heads win and keeps what the other wanted', async ({ store, again }) => {
      const other = await again();
      const { session, head } = await talk(store, 3);
      const wish = (who: string): Head => ({ ...head.head, settings: { who } });
      const outcomes = await Promise.allSettled([
        store.heads.swap({ session, expect: head.version, head: wish('a'), at: 2 }),
        other.heads.swap({ session, expect: head.version, head: wish('b'), at: 2 }),
      ]);
      const won = outcomes.filter((outcome) => outcome.status === 'fulfilled');
      const lost = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason as Conflict);
      assert.deepEqual([won.length, lost.length], [1, 1]);
      const now = await store.heads.get(session);
      assert.deepEqual(now, won[0]?.value);
      assert.ok(lost[0] instanceof Conflict);
      assert.deepEqual([lost[0].facts.expected, lost[0].facts.found], [head.version, now.version]);
      const kept = await other.revisions.get(session, String(lost[0].facts.revision));
      const loser = now.head.settings.who === 'a' ? 'b' : 'a';
      assert.deepEqual([kept.kind, kept.content], ['head', { head: wish(loser), folds: [] }]);
      await other.close();
    }),
    law(open, 'H1', 'keeps the text of an append that came too late', async ({ store }) => {
      const { session, head } = await talk(store, 1);
      const late = { session, expect: head.version, at: 2 };
      await store.entries.append({ ...late, entries: [user('first')] });
      const error = await store.entries.append({ ...late, entries: [user('second'), user('third')] }).catch((reason) => reason);
      assert.ok(error instanceof Conflict && error.advice !== '' && error.code === 'conflict');
      const [kept] = await store.revisions.list(session);
      assert.equal(kept?.id, error.facts.revision);
      assert.deepEqual(kept?.content, [textMessage('user', 'second'), textMessage('user', 'third')]);
      assert.equal((await store.heads.get(session)).length, 2);
      await store.revisions.remove(session, kept?.id ?? '');
      await assert.rejects(store.revisions.get(session, kept?.id ?? ''), NotFound);
    }),
    law(open, 'H2', 'restores a checkpoint to exactly what it was', async ({ store }) => {
      const { session, ids, head } = await talk(store, 20);
      const folds = [summaryOf('f1', ids[1] ?? '', ids[6] ?? ''), summaryOf('f2', ids[1] ?? '', ids[12] ?? '')];
      const wanted: Head = { ...head.head, folds: ['f1', 'f2'], protected: [ids[4] ?? ''], settings: { soft: 70, 東: [1] } };
      const swapped = await store.heads.swap({ session, expect: head.version, head: wanted, folds, at: 2 });
      const before = JSON.stringify(await contextBytes(store, session, 'main'));
      const { id } = await store.checkpoints.create({
        session,
        label: 'before',
        tags: ['code'],
        manual: true,
        model: 'openai:gpt-4o',
        tokenCount: 5,
        at: 3,
      });
      await store.entries.append({ session, entries: [user('later')], at: 4 });
      const cleared = { ...swapped.head, folds: [], protected: [] };
      await store.heads.swap({ session, expect: swapped.version + 1, head: cleared, at: 5 });
      const restored = await store.checkpoints.restore({ session, checkpoint: id, branch: 'restored', at: 6 });
      assert.deepEqual(restored.head, wanted);
      assert.equal(JSON.stringify(await contextBytes(store, session, 'restored')), before);
      const { head: labelled, length, model, tags, manual } = await store.checkpoints.get(session, id);
      assert.deepEqual([labelled, length, model, tags, manual], [wanted, 20, 'openai:gpt-4o', ['code'], true]);
      assert.equal(
        JSON.stringify(viewOf(await store.contexts.loadHead(session, labelled))),
        JSON.stringify((await contextBytes(store, session, 'restored')).view),
      );
      await assert.rejects(store.checkpoints.restore({ session, checkpoint: id, branch: 'restored', at: 7 }), Conflict);
      assert.deepEqual(await store.checkpoints.prune(3, { days: 0 }), [id]);
      assert.deepEqual(await store.checkpoints.list(session), []);
      await assert.rejects(store.checkpoints.get(session, id), NotFound);
    }),
    law(
      open,
      'H3',
      'takes off a head what folds of another branch it names, and reads one that names them without',
      async ({ store }) => {
        const { session, ids, head } = await talk(store, 20);
        await store.heads.create({ session, branch: 'side', head: { ...head.head, position: ids[1] ?? null }, at: 2 });
        const beside = await store.entries.append({ session, branch: 'side', entries: saidMany(20, 's'), at: 3 });
        const end = beside.entries.at(-1)?.id ?? '';
        const [first, last] = [beside.entries[2]?.id ?? '', beside.entries[5]?.id ?? ''];
        const folds = [
          summaryOf('own', ids[0] ?? '', ids[3] ?? ''),
          summaryOf('inner', ids[6] ?? '', ids[7] ?? ''),
          summaryOf('outer', ids[4] ?? '', ids[9] ?? ''),
        ];
        const named = { ...head.head, folds: folds.map(({ id }) => id) };
        const { head: main } = await store.heads.swap({ session, expect: head.version, head: named, folds, at: 4 });
        const { version } = await store.heads.get(session, 'side');
        const others = [summaryOf('there', first, last)];
        const both = { ...named, position: end, folds: [...main.folds, 'there'] };
        const made = await store.heads.swap({ session, branch: 'side', expect: version, head: both, folds: others, at: 5 });
        assert.deepEqual(made.head.folds, ['there']);
        assert.deepEqual((await store.heads.get(session, 'side')).head.folds, ['there']);
        // As it was written before this was looked at.
        const mixed = { ...main, folds: [...main.folds, 'there'] };
        const read = await store.contexts.loadHead(session, mixed, { folds: 'all' });
        assert.deepEqual(
          read.folds.map(({ id }) => id),
          main.folds,
        );
        assert.deepEqual(read, { ...(await store.contexts.loadHead(session, main, { folds: 'all' })), head: mixed });
      },
    ),
    law(open, 'H3', 'keeps branches apart and refuses heads that name nothing', async ({ store }) => {
      const { session, ids, head } = await talk(store, 4);
      await store.heads.create({ session, branch: 'side', head: { ...head.head, position: ids[1] ?? null }, at: 2 });
      await store.entries.append({ session, branch: 'side', entries: [user('aside')], at: 3 });
      assert.deepEqual(await store.heads.get(session), head);
      assert.deepEqual(
        (await store.heads.list(session)).map(({ branch, length }) => [branch, length]),
        [
          ['main', 4],
          ['side', 3],
        ],
      );
      const swap = (next: Partial<Head>) =>
        store.heads.swap({ session, expect: head.version, head: { ...head.head, ...next }, at: 4 });
      await assert.rejects(swap({ position: 'none' }), NotFound);
      await assert.rejects(swap({ folds: ['none'] }), Invalid);
      await assert.rejects(store.heads.create({ session, branch: 'side', head: head.head, at: 5 }), Conflict);
      await assert.rejects(store.heads.create({ session, branch: ' ', head: head.head, at: 5 }), Invalid);
      await store.heads.label(session, 'side', 'The other way');
      const { branches, segments } = await store.heads.tree(session);
      assert.deepEqual(
        branches.map(({ branch, label, length, segment }) => [
          branch,
          label,
          length,
          segments.find((one) => one.segment === segment)?.from,
        ]),
        [
          ['main', null, 4, 0],
          ['side', 'The other way', 3, 2],
        ],
      );
      await assert.rejects(store.heads.label(session, 'none', 'x'), NotFound);
      await assert.rejects(store.heads.get(session, 'none'), NotFound);
      await assert.rejects(store.entries.append({ session, branch: 'none', entries: [user('x')], at: 6 }), NotFound);
      assert.equal((await store.verify(session)).entries, 5);
    }),
    law(open, 'H4', 'never changes a fold and writes it with its head or not at all', async ({ store }) => {
      const { session, ids, head } = await talk(store, 6);
      const fold = summaryOf('f', ids[0] ?? '', ids[2] ?? '');
      const swap = (expect: number, folds: readonly Fold[], names = folds.map(({ id }) => id)) =>
        store.heads.swap({ session, expect, head: { ...head.head, folds: names }, folds, at: 2 });
      await assert.rejects(swap(99, [fold]), Conflict);
      await assert.rejects(store.folds.get(session, 'f'), NotFound);
      await assert.rejects(swap(head.version, [fold, summaryOf('g', ids[3] ?? '', 'none')]), Invalid);
      await assert.rejects(swap(head.version, [summaryOf('g', ids[3] ?? '', ids[1] ?? '')]), Invalid);
      assert.deepEqual(await store.folds.list(session), []);
      const { version } = await swap(head.version, [fold]);
      const again = await swap(version, [fold]);
      await assert.rejects(swap(again.version, [{ ...fold, text: 'other' }]), Conflict);
      assert.deepEqual(await store.folds.list(session, { run: 'run' }), [fold]);
      assert.deepEqual(await store.folds.list(session, { run: 'none' }), []);
      assert.deepEqual(await store.folds.get(session, 'f'), fold);
    }),
  ];
}

async function contextBytes(store: Store, session: string, branch: string) {
  const context = await store.contexts.load(session, { branch });
  const { version: _, ...rest } = context;
  return { rest, view: viewOf(context) };
}

function viewOf(context: Parameters<typeof openContext>[0]) {
  return project(openContext(context)).rows;
}
