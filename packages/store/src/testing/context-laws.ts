import assert from 'node:assert/strict';
import { type Conversation, type Fold, type Message, project, type Row } from '@tenfold/core';
import { generateTranscript, type Random, randomOf } from '@tenfold/core/testing';
import { type Context, headFrom, isStub, openContext } from '../context.ts';
import { NotFound } from '../error.ts';
import type { Store } from '../store.ts';
import { change, grow, wholeRecord } from './grown-session.ts';
import { type Law, law, type Open } from './law.ts';

type StandInRow = Row & { readonly kind: 'stand-in' };

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];

/** Laws C1 to C5: what is read of a long record; K11: what a copy of it holds. */
export function contextLaws(open: Open): Law[] {
  return [...SEEDS.map((seed) => readsLittle(open, seed)), grows(open), ...SEEDS.map((seed) => copies(open, seed))];
}

function readsLittle(open: Open, seed: number): Law {
  return law(
    open,
    'C1',
    `reads little and shows the same as the whole record, C2 to C4 too (seed ${seed})`,
    async ({ store }) => {
      const random = randomOf(seed);
      const session = await grow(store, random, seed);
      for (let step = 0; step < 60; step++) {
        const branch = random.pick((await store.heads.list(session)).map((head) => head.branch));
        const context = await store.contexts.load(session, { branch, folds: random.chance(0.3) ? 'all' : 'shown' });
        const whole = await wholeRecord(store, session, context.head);
        compare(context, whole);
        await compareHidden(store, context, whole, random);
        const next = await change(store, session, branch, context, whole, random, step);
        if (next === null) continue;
        await store.heads.swap({ session, branch, expect: context.version ?? 0, head: next.head, folds: next.folds, at: step });
      }
    },
  );
}

/** A context that was read before becomes what is read now. */
function grows(open: Open): Law {
  return law(
    open,
    'C5',
    'goes on from a context that was read before, whatever came in between, or reads anew',
    async ({ store, again }) => {
      const random = randomOf(5);
      const other = await again();
      const session = await grow(store, random, 5);
      const { messages } = generateTranscript({ seed: 55, messages: 200, hazards: 'all' });
      const before: Context[] = [];
      let grown = 0;
      for (let step = 0; step < 60; step++) {
        const branch = random.pick((await store.heads.list(session)).map((head) => head.branch));
        const context = await store.contexts.load(session, { branch });
        before.push(context);
        const whole = await wholeRecord(store, session, context.head);
        const next = random.chance(0.3) ? await change(store, session, branch, context, whole, random, step) : null;
        if (next !== null)
          await store.heads.swap({ session, branch, expect: context.version ?? 0, head: next.head, folds: next.folds, at: step });
        else await other.entries.append({ session, branch, entries: [{ message: messages[step] as Message }], at: step });
        const opened = await store.sessions.open(session, branch);
        const { end } = opened;
        const now = await wholeRecord(store, session, end.head.head);
        for (const one of [context, random.pick(before), random.pick(before)]) {
          const more = await store.contexts.open(opened, one);
          if (more.entries[0] === one.entries[0]) grown++;
          assert.equal(more.version, end.head.version);
          compare(more, now);
        }
      }
      assert.ok(grown > 20);
      await other.close();
    },
  );
}

function copies(open: Open, seed: number): Law {
  return law(
    open,
    'K11',
    `copies a session with branches, folds, checkpoints and settings: its context is the same (seed ${seed})`,
    async ({ store, again }) => {
      const random = randomOf(seed);
      const session = await grow(store, random, seed);
      for (let step = 0; step < 20; step++) {
        const branch = random.pick((await store.heads.list(session)).map((head) => head.branch));
        const context = await store.contexts.load(session, { branch });
        const whole = await wholeRecord(store, session, context.head);
        const next = await change(store, session, branch, context, whole, random, step);
        if (next !== null)
          await store.heads.swap({ session, branch, expect: context.version ?? 0, head: next.head, folds: next.folds, at: step });
        if (random.chance(0.3)) await store.checkpoints.create({ session, branch, label: `step ${step}`, tags: ['t'], at: step });
      }
      const content = { summaryText: 'of walruses' };
      await store.snapshots.create({ session, kind: 'memory', content, messageCutoffId: null, tokenCount: 3, at: 4 });
      await store.settings.set({ scope: `session:${session}`, key: 'systemPrompt', value: 'Be brief.', at: 5 });
      await store.sessions.switchTo(session, 'fork');
      const message = { role: 'assistant', parts: [{ type: 'text', text: 'half an ans' }] } as const;
      await store.pending.begin({ session, after: null, lease: 77, message, at: 6 });
      const from = await again();
      const before = await everythingOf(store, session);
      const words = await store.search.entries({ text: 'the', session, limit: 1_000 });
      const staged = store.staging.begin(1);
      const copy = await staged.sessions.copy(from.sessions.rows(session), { title: 'Again', project: null, at: 9 });
      await from.close();
      await assert.rejects(store.sessions.get(copy), NotFound);
      await store.staging.publish(staged);
      assert.deepEqual(await everythingOf(store, copy), { ...before, title: 'Again' });
      assert.deepEqual(await everythingOf(store, session), before);
      assert.deepEqual((await store.verify()).damages, []);
      assert.deepEqual(
        (await store.pending.list({ session: copy })).map(({ lease, message: said }) => [lease, said]),
        [[0, message]],
      );
      assert.equal((await store.search.entries({ text: 'the', session: copy, limit: 1_000 })).length, words.length);
      assert.equal((await store.search.memories({ text: 'walruses' })).length, 2);
      // Each goes on by itself.
      const { messages } = generateTranscript({ seed: seed + 100, messages: 4, hazards: 'all' });
      await store.entries.append({ session: copy, branch: 'fork', entries: messages.map((said) => ({ message: said })), at: 10 });
      assert.deepEqual(await everythingOf(store, session), before);
      await store.sessions.remove(copy);
      assert.deepEqual(await everythingOf(store, session), before);
    },
  );
}

/** All that a session is made of, but for what only names one row of it. */
async function everythingOf(store: Store, session: string) {
  const unnamed = <Row extends object>(rows: readonly Row[]) => rows.map((row) => ({ ...row, id: '', session: '' }));
  const branches = [];
  for (const { branch, head } of await store.heads.list(session))
    branches.push({
      head: { ...(await store.heads.get(session, branch)), session: '' },
      rows: project(openContext(await store.contexts.load(session, { branch, folds: 'all' }))).rows,
      entries: (await wholeRecord(store, session, head)).transcript,
      stored: (await store.entries.page(session, { branch, limit: 1_000 })).map((entry) => ({ ...entry, session: '' })),
    });
  const { title, kind, profile, strategy, branch, createdAt, updatedAt, version } = await store.sessions.get(session);
  return {
    ...{ title, kind, profile, strategy, branch, createdAt, updatedAt, version },
    branches,
    folds: await store.folds.list(session),
    checkpoints: unnamed(await store.checkpoints.list(session)),
    snapshots: unnamed(await store.snapshots.list(session)),
    settings: (await store.settings.list(`session:${session}`)).map((setting) => ({ ...setting, scope: '' })),
  };
}

function compare(context: Context, whole: Conversation): void {
  const sparse = openContext(context);
  assert.equal(sparse.transcript.length, whole.transcript.length);
  const shown = project(sparse).rows;
  assert.deepEqual(shown, project(whole).rows);
  const covered = shown.reduce((sum, row) => sum + (row.kind === 'stand-in' ? row.covers : 0), 0);
  assert.equal(context.entries.length, whole.transcript.length - covered);
  assert.equal(sparse.transcript.filter(isStub).length, covered);
  assert.deepEqual(headFrom(context, sparse), context.head);
}

/** What suppressions hide is there when it is asked for, the newest of it when there is a limit, and the view stays the same. */
async function compareHidden(store: Store, { session, head, entries }: Context, whole: Conversation, random: Random) {
  const shown = project(whole).rows;
  const hiding = shown.filter((row) => row.kind === 'stand-in' && row.fold.kind === 'suppression') as StandInRow[];
  const beneath = (conversation: Conversation) =>
    project({ ...conversation, folds: conversation.folds.filter((fold) => !isSuppression(fold)) }).rows.filter(({ index }) =>
      hiding.some(({ from, to }) => from <= index && index <= to),
    );
  const open = await store.contexts.loadHead(session, head, { hiddenChars: Infinity });
  assert.deepEqual(beneath(openContext(open)), beneath(whole));
  const known = new Set(entries.map(({ position }) => position));
  const hidden = open.entries.filter(({ position }) => !known.has(position));
  const most = random.between(1, 2_000);
  const some = await store.contexts.loadHead(session, head, { hiddenChars: most, folds: random.chance(0.3) ? 'all' : 'shown' });
  const read = some.entries.filter(({ position }) => !known.has(position));
  assert.ok(read.reduce((sum, { entry }) => sum + JSON.stringify(entry.message).length, 0) <= most);
  assert.deepEqual(read, hidden.slice(hidden.length - read.length));
  for (const context of [open, some]) {
    const sparse = openContext(context);
    assert.deepEqual(project(sparse).rows, shown);
    assert.deepEqual(headFrom(context, sparse), head);
    assert.equal(sparse.transcript.filter(isStub).length, whole.transcript.length - context.entries.length);
  }
}

function isSuppression({ kind, target }: Fold): boolean {
  return kind === 'suppression' && target.kind === 'span';
}
