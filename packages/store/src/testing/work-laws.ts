import assert from 'node:assert/strict';
import { textMessage } from '@tenfold/core';
import { Conflict, LeaseHeld, LeaseLost, NotFound, TurnTaken } from '../error.ts';
import { KEPT_EVENTS } from '../events.ts';
import { type Law, law, type Open } from './law.ts';

/** Laws W1 to W6: jobs, leases, streaming answers, events, turns and their hand-over. */
export function workLaws(open: Open): Law[] {
  return [
    law(open, 'W1', 'has at most one unfinished job in a slot', async ({ store, again }) => {
      const other = await again();
      const { id: session } = await store.sessions.create({ at: 0 });
      const start = (writer: typeof store) =>
        writer.jobs.create({ session, kind: 'fold', slot: `fold:${session}`, lease: 1, state: 'running', at: 1 });
      const outcomes = await Promise.allSettled([store, other, store, other].map(start));
      const started = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
      const [job] = started;
      assert.ok(started.length === 1 && job !== undefined);
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') assert.ok(outcome.reason instanceof Conflict && outcome.reason.facts.job === job.id);
      await assert.rejects(other.jobs.update(job.id, { lease: 2, progress: { pass: 1 }, at: 2 }), LeaseLost);
      await other.jobs.update(job.id, { lease: 1, progress: { pass: 1 }, at: 3 });
      const done = await other.jobs.update(job.id, { lease: 1, state: 'failed', result: [1], error: { why: 'x' }, at: 4 });
      assert.deepEqual([done.state, done.progress, done.result, done.error], ['failed', { pass: 1 }, [1], { why: 'x' }]);
      await assert.rejects(store.jobs.update(job.id, { state: 'running', at: 5 }), Conflict);
      await start(store);
      assert.deepEqual(
        (await store.jobs.list({ session, kind: 'fold', states: ['failed'] })).map(({ id }) => id),
        [job.id],
      );
      assert.equal((await store.jobs.list({ limit: 1 }))[0]?.state, 'running');
      await assert.rejects(store.jobs.get('none'), NotFound);
      await other.close();
    }),
    law(open, 'W1', 'lets any process stop a job: no unit of work that goes by it is written then', async ({ store, again }) => {
      const other = await again();
      const { id: session } = await store.sessions.create({ at: 0 });
      const start = () =>
        store.jobs.create({ session, kind: 'fold', slot: `fold:${session}`, lease: 1, state: 'running', at: 1 });
      const work = (job: string) =>
        store.transaction(session, async (unit) => {
          if (!(await unit.jobs.holds(job, 1))) return false;
          await unit.entries.append({ session, entries: [{ message: textMessage('user', job) }], at: 2 });
          return true;
        });
      for (let round = 0; round < 8; round++) {
        const before = (await store.heads.get(session)).length;
        const { id } = await start();
        assert.equal(await store.jobs.holds(id, 2), false);
        const [isWritten, asked] = await Promise.all([work(id), other.jobs.stop(id)]);
        assert.deepEqual([asked.state, asked.stopping, asked.endedAt], ['running', true, null]);
        assert.equal((await store.heads.get(session)).length, before + (isWritten ? 1 : 0));
        assert.equal(await work(id), false);
        // Until whoever works on it has stopped, nobody else begins.
        await assert.rejects(start(), Conflict);
        const ended = await store.jobs.update(id, { state: 'cancelled', lease: 1, at: 3 });
        assert.ok(ended.endedAt !== null && ended.stopping);
        await assert.rejects(other.jobs.stop(id), Conflict);
      }
      await assert.rejects(other.jobs.stop('none'), NotFound);
      await other.close();
    }),
    law(open, 'W2', 'hands a lease over only from the beat that stood still', async ({ store, again }) => {
      const other = await again();
      const first = await store.leases.acquire({ name: 'server', holder: 'a', facts: { pid: 1 }, at: 0 });
      const wish = { name: 'server', holder: 'b', at: 1 };
      await assert.rejects(other.leases.acquire(wish), LeaseHeld);
      const beat = await store.leases.beat('server', first.token, { pid: 2 });
      assert.deepEqual([beat.beat, beat.facts], [1, { pid: 2 }]);
      await assert.rejects(other.leases.acquire({ ...wish, over: { token: first.token, beat: 0 } }), LeaseHeld);
      const over = { token: beat.token, beat: beat.beat };
      const outcomes = await Promise.allSettled([store, other].map((writer) => writer.leases.acquire({ ...wish, over })));
      assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
      const second = await other.leases.get('server');
      assert.ok(second !== null && second.token > first.token && second.holder === 'b');
      await assert.rejects(store.leases.beat('server', first.token), LeaseLost);
      await store.leases.release('server', first.token);
      assert.equal((await store.leases.get('server'))?.released, false);
      await other.leases.release('server', second.token);
      await assert.rejects(other.leases.beat('server', second.token), LeaseLost);
      const third = await store.leases.acquire({ name: 'server', holder: 'c', at: 2 });
      const side = await store.leases.acquire({ name: 'side', holder: 'c', at: 2 });
      assert.ok(second.token < third.token && third.token < side.token);
      assert.deepEqual(
        (await store.leases.list()).map(({ name }) => name),
        ['server', 'side'],
      );
      assert.equal(await store.leases.get('none'), null);
      for (const { name, token } of [third, side]) await store.leases.release(name, token);
      const later = [];
      for (const name of ['d', 'e', 'f']) {
        const { token } = await store.leases.acquire({ name, holder: name, at: 3 });
        await store.leases.release(name, token);
        later.push(token);
      }
      // What ended in order does not pile up, and no token comes twice.
      assert.ok(Math.min(...later) > side.token && new Set(later).size === 3);
      assert.ok((await store.leases.list()).length <= 2);
      await other.close();
    }),
    law(open, 'W3', 'turns a streaming answer into an entry, once', async ({ store }) => {
      const { id: session } = await store.sessions.create({ at: 0 });
      const { id } = await store.pending.begin({ session, after: null, lease: 4, facts: { model: 'm' }, at: 1 });
      await store.pending.write({ id, lease: 4 }, textMessage('assistant', 'Hel'), 2);
      const [row] = await store.pending.list({ session, lease: 4 });
      assert.deepEqual(
        [row?.message, row?.lease, row?.facts, row?.branch],
        [textMessage('assistant', 'Hel'), 4, { model: 'm' }, 'main'],
      );
      assert.deepEqual(await store.pending.list({ lease: 5 }), []);
      const entries = [{ message: textMessage('assistant', 'Hello') }];
      await assert.rejects(store.entries.append({ session, entries, pending: { id, lease: 4 }, expect: 99, at: 3 }), Conflict);
      assert.equal((await store.pending.list()).length, 1);
      await store.entries.append({ session, entries, pending: { id, lease: 4 }, at: 3 });
      assert.deepEqual(await store.pending.list(), []);
      await assert.rejects(store.pending.write({ id, lease: 4 }, textMessage('assistant', 'x'), 4), NotFound);
      const waiting = textMessage('user', 'Next');
      const other = await store.pending.begin({ session, after: null, lease: 4, message: waiting, at: 5 });
      assert.deepEqual(
        (await store.pending.list()).map(({ message }) => message),
        [waiting],
      );
      await store.pending.drop(other.id);
      await assert.rejects(store.pending.drop(other.id), NotFound);
      await assert.rejects(store.pending.begin({ session, branch: 'none', after: null, lease: 4, at: 6 }), NotFound);
    }),
    law(
      open,
      'W5',
      'gives the turn of a session to one lease at a time, and the next to who came first',
      async ({ store, again }) => {
        const other = await again();
        const { id: session } = await store.sessions.create({ at: 0 });
        const ask = (writer: typeof store, lease: number, waited?: { id: string; lease: number }) =>
          writer.entries.append({
            session,
            entries: [{ message: textMessage('user', `from ${lease}`) }],
            begins: { id: `answer-${lease}`, lease, facts: {} },
            ...(waited && { pending: waited }),
            at: 1,
          });
        const outcomes = await Promise.allSettled([ask(store, 1), ask(other, 2), ask(store, 3), ask(other, 4)]);
        const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
        const first = outcomes.findIndex(({ status }) => status === 'fulfilled') + 1;
        assert.ok(refused.length === 3 && refused.every((error) => error instanceof TurnTaken && error.facts.lease === first));
        assert.equal((await store.entries.page(session)).length, 1, 'who is refused has written nothing');
        const line = [];
        for (const lease of [7, 6, 5])
          line.push(await (lease === 6 ? other : store).pending.enqueue({ session, after: null, lease, at: 9 - lease }));
        await assert.rejects(ask(other, 7, line[0]), TurnTaken);
        assert.equal(await other.pending.stop(session), true);
        assert.deepEqual(
          (await store.pending.list({ lease: first, stopping: true })).map(({ id }) => id),
          [`answer-${first}`],
        );
        await store.pending.drop(`answer-${first}`);
        assert.equal(await store.pending.stop(session), false);
        for (const lease of [8, 5, 6]) await assert.rejects(ask(store, lease, line[7 - lease]), TurnTaken);
        await ask(other, 7, line[0]);
        // Its next step does not wait behind those in line.
        const step = { entries: [{ message: textMessage('assistant', 'calls') }], pending: { id: 'answer-7', lease: 7 } };
        await other.entries.append({ session, ...step, begins: { id: 'step-7', lease: 7, facts: {} }, at: 2 });
        // A process that is taken for dead has lost its turn, whatever it writes when it wakes.
        await store.pending.leave(session, 7);
        await ask(store, 6, line[1]);
        const late = {
          session,
          entries: [{ message: textMessage('assistant', 'late') }],
          pending: { id: 'answer-7', lease: 7 },
          at: 3,
        };
        await assert.rejects(other.entries.append(late), LeaseLost);
        await assert.rejects(other.pending.write({ id: 'step-7', lease: 7 }, textMessage('assistant', 'late'), 3), NotFound);
        await other.close();
      },
    ),
    law(open, 'W6', 'hands a session over to one of those who want it, in order', async ({ store, again }) => {
      const other = await again();
      const { id: session } = await store.sessions.create({ at: 0 });
      await store.pending.begin({ id: 'answer', session, after: null, lease: 1, at: 1 });
      for (const id of ['second', 'third', 'elsewhere'])
        await store.pending.enqueue({ id, session, after: null, lease: id === 'elsewhere' ? 9 : 1, at: 5 });
      await store.pending.write({ id: 'answer', lease: 1 }, textMessage('assistant', 'It beg'), 2);
      const taken = await Promise.all([2, 3, 4].map((lease) => (lease === 3 ? other : store).pending.take(session, 1, lease)));
      const [rows = [], ...more] = taken.filter(({ length }) => length > 0);
      assert.deepEqual([rows.map(({ id }) => id), more], [['answer', 'second', 'third'], []]);
      const [{ lease = 0, message } = {}] = rows;
      assert.deepEqual(message, textMessage('assistant', 'It beg'));
      await assert.rejects(store.pending.write({ id: 'answer', lease: 1 }, textMessage('assistant', 'late'), 3), NotFound);
      const entries = [{ message: textMessage('assistant', 'late') }];
      await assert.rejects(store.entries.append({ session, entries, pending: { id: 'answer', lease: 1 }, at: 3 }), LeaseLost);
      await other.pending.write({ id: 'answer', lease }, textMessage('assistant', 'It begins'), 4);
      await other.entries.append({ session, entries, pending: { id: 'answer', lease }, at: 5 });
      assert.deepEqual((await store.pending.list({ session })).map((row) => [row.id, row.lease]).toSorted(), [
        ['elsewhere', 9],
        ['second', lease],
        ['third', lease],
      ]);
      assert.deepEqual(await store.for('stranger').pending.take(session, 9, 5), []);
      await other.close();
    }),
    law(open, 'W4', 'replays the events of a session from any number on', async ({ store, again }) => {
      const other = await again();
      const [{ id: session }, { id: apart }] = [await store.sessions.create({ at: 0 }), await store.sessions.create({ at: 0 })];
      await Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          (n % 2 === 0 ? store : other).events.append({
            session: n % 4 === 0 ? apart : session,
            type: 'tick',
            actor: 'me',
            data: { n },
            at: 99 - n,
          }),
        ),
      );
      const all = await store.events.after(session, 0);
      assert.deepEqual(
        all.map(({ sequence }) => sequence),
        Array.from({ length: 30 }, (_, n) => n + 1),
      );
      assert.deepEqual([await store.events.last(session), await other.events.last(apart)], [30, 10]);
      const lasts = await other.events.lasts([session, apart, 'none']);
      assert.deepEqual(
        [...lasts].sort(),
        [
          ...new Map([
            [session, 30],
            [apart, 10],
          ]),
        ].sort(),
      );
      assert.deepEqual(await store.for('stranger').events.lasts([session]), new Map());
      assert.deepEqual(await store.events.lasts([]), new Map());
      assert.deepEqual(await other.events.after(session, 19, 5), all.slice(19, 24));
      assert.equal(await store.for('stranger').events.prune(100), 0);
      assert.equal(await store.events.prune(100), 40);
      assert.equal(await store.events.prune(100), 0);
      assert.equal((await store.events.append({ session, type: 'tick', at: 1 })).sequence, 31);
      const events = Array.from({ length: KEPT_EVENTS + 500 }, () => ({ type: 'tick', data: {} }));
      const entries = [{ message: textMessage('user', 'Much happened.') }];
      await store.entries.append({ session, entries, at: 2, alongside: () => ({ events }) });
      const kept = await other.events.after(session, 0, 5_000);
      assert.deepEqual([kept[0]?.sequence, kept.at(-1)?.sequence], [532, 1_531], 'the newest of a session are kept');
      await assert.rejects(store.events.append({ session: 'none', type: 'tick', at: 1 }), NotFound);
      await assert.rejects(store.events.after('none', 0), NotFound);
      await assert.rejects(store.events.last('none'), NotFound);
      await other.close();
    }),
    law(open, 'W4', 'shows no event before an earlier one, however many write', async ({ store, again }) => {
      const other = await again();
      const { id: session } = await store.sessions.create({ at: 0 });
      const total = 80;
      const written = Promise.all(
        Array.from({ length: total }, (_, n) =>
          n % 3 === 0
            ? store.entries.append({
                session,
                entries: [{ message: textMessage('user', `${n}`) }],
                alongside: () => ({ events: [{ type: 'entry', data: {} }] }),
                at: n,
              })
            : (n % 2 === 0 ? store : other).events.append({ session, type: 'tick', at: n }),
        ),
      );
      const seen: number[] = [];
      while (seen.length < total) {
        for (const { sequence } of await other.events.after(session, seen.at(-1) ?? 0, 7)) seen.push(sequence);
        await new Promise((next) => setImmediate(next));
      }
      await written;
      assert.deepEqual(
        seen,
        Array.from({ length: total }, (_, n) => n + 1),
      );
      await other.close();
    }),
  ];
}
