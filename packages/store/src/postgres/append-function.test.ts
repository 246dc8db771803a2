import { textMessage } from '@tenfold/core';
import { expect, it, onTestFinished } from 'vitest';
import { describeOnPostgres } from '../../../../tests/postgres/describe-on-postgres.ts';
import { createStore } from '../store.ts';
import { openPostgresBackend } from './open.ts';
import { createPool } from './pool.ts';

describeOnPostgres('appends behind a known end', (postgres) => {
  /** A store, and how many of its appends were done by one statement. */
  const watched = async (schema: string) => {
    const backend = await openPostgresBackend(postgres.url, { schema });
    let done = 0;
    const store = createStore({
      ...backend,
      async appendOne(entry) {
        const written = (await backend.appendOne?.(entry)) ?? null;
        if (written !== null) done++;
        return written;
      },
    });
    onTestFinished(() => store.close());
    const begin = async () => {
      const { id: session } = await store.sessions.create({ at: 0 });
      return store.entries.append({ session, entries: [{ message: textMessage('user', 'first') }], at: 1 });
    };
    return { store, begin, done: () => done };
  };
  const say = (text: string) => ({ entries: [{ message: textMessage('user', text) }], at: 2 });

  it('are one statement each, and one transaction for those that come together', async () => {
    const { store, begin, done } = await watched('together');
    const begun = await Promise.all(Array.from({ length: 20 }, begin));
    const appended = await Promise.all(
      begun.map(({ head, end }, n) => store.entries.append({ session: head.session, end, ...say(`${n}`) })),
    );
    expect(appended.map(({ entries }) => entries[0]?.sequence)).toEqual(Array(20).fill(2));
    expect(done()).toBe(20);
    const pool = createPool(postgres.url, 1);
    onTestFinished(() => pool.end());
    const { rows } = await pool.query('select distinct xmin::text from together.entries where sequence = 2');
    expect(rows).toHaveLength(1);
    expect((await store.verify()).damages).toEqual([]);
  });

  it('write message, events and words as they were given, whatever is in them', async () => {
    const { store, begin, done } = await watched('odd');
    const odd = [
      '',
      '[]',
      '\x01',
      '"\\u0001"',
      'a\nb\t\\n',
      '\0',
      '\ud83d',
      "it's $& \\ “ü” 🦆",
      'x '.repeat(300),
      '{"parts":[]}',
    ];
    for (const text of odd) {
      const { head, end } = await begin();
      const { session } = head;
      const message = { ...textMessage('user', text), extra: { said: text } };
      const { entries } = await store.entries.append({
        session,
        end,
        entries: [{ message }],
        alongside: ({ entries: [entry] }) => ({
          events: [
            { type: 'entry', actor: 'me,"{}', data: { said: text, parts: [], entry: { parts: entry?.message.parts as never } } },
            { type: 'status', data: { text } },
          ],
        }),
        at: 2,
      });
      expect(entries).toEqual((await store.entries.page(session)).slice(1));
      expect(await store.events.after(session, 0)).toMatchObject([
        { sequence: 1, type: 'entry', actor: 'me,"{}', data: { said: text, parts: [], entry: { parts: message.parts } } },
        { sequence: 2, type: 'status', actor: null, data: { text } },
      ]);
    }
    expect(done()).toBe(odd.length);
    expect(await store.search.entries({ text: "it's ü" })).toHaveLength(1);
    expect((await store.verify()).damages).toEqual([]);
  });

  it('take the place of those of another version', async () => {
    const { done } = await watched('versions');
    const pool = createPool(postgres.url, 1);
    onTestFinished(() => pool.end());
    const functions = async () =>
      (await pool.query(`select oid::regprocedure::text as name from pg_proc where pronamespace = 'versions'::regnamespace`))
        .rows;
    const [own] = await functions();
    await pool.query(
      `drop function ${own?.name}; create function versions.append_entry_0123456789ab(x text) returns text language sql as 'select x'`,
    );
    const { store, begin, done: doneAgain } = await watched('versions');
    expect(await functions()).toEqual([own]);
    const { head, end } = await begin();
    await store.entries.append({ session: head.session, end, ...say('more') });
    expect([done(), doneAgain()]).toEqual([0, 1]);
  });

  it('are done step by step where one of them is refused, and fail alone', async () => {
    const { store, begin, done } = await watched('refused');
    const [good, bad] = [await begin(), await begin()];
    const { session } = bad.head;
    const { end } = await store.entries.append({ session, end: bad.end, ...say('twice') });
    // As if it went behind the first entry: that has an entry of this very id.
    const wrong = { ...end, head: { ...end.head, head: bad.end.head.head } };
    const settled = await Promise.allSettled([
      store.entries.append({ session: good.head.session, end: good.end, ...say('good') }),
      store.entries.append({ session, end: wrong, ...say('twice') }),
    ]);
    expect(settled).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected', reason: { facts: { sqlstate: '23505' } } }]);
    expect(done()).toBe(1);
    expect(await store.entries.page(good.head.session)).toHaveLength(2);
    expect(await store.entries.page(session)).toHaveLength(2);
    expect((await store.verify()).damages).toEqual([]);
  });

  it('wait for nobody, and go on by themselves where somebody holds the session', async () => {
    const { store, begin } = await watched('held');
    const { head, end } = await begin();
    const other = await openPostgresBackend(postgres.url, { schema: 'held' });
    onTestFinished(() => other.close());
    const order: string[] = [];
    const { promise: holding, resolve: held } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const holder = other.write([head.session], async (db) => {
      await db.selectFrom('sessions').select('id').execute();
      held();
      await released;
      order.push('released');
    });
    await holding;
    const late = store.entries.append({ session: head.session, end, ...say('late') }).then(() => order.push('appended'));
    const free = await begin();
    await store.entries.append({ session: free.head.session, end: free.end, ...say('free') }).then(() => order.push('free'));
    release();
    await Promise.all([holder, late]);
    expect(order).toEqual(['free', 'released', 'appended']);
  });
});
