import { expect, it, onTestFinished } from 'vitest';
import { emptyStore } from '../../../tests/postgres/empty-store.ts';
import { whyNoPostgres } from '../../../tests/postgres/test-postgres.ts';
import { Upstream } from '../../../tests/upstream/upstream.ts';
import { openTenfold } from './open-tenfold.ts';
import { secretBox } from './secret-box.ts';
import { bench, collected, outcomeOf, talk } from './testing/bench.ts';

const noPostgres = await whyNoPostgres();
const ENGINES = noPostgres === null ? (['SQLite', 'PostgreSQL'] as const) : (['SQLite'] as const);

/** Somebody who may have private hosts called, a model at one, and what an administrator does to them while it answers. */
async function somebody(engine: (typeof ENGINES)[number]) {
  const upstream = await Upstream.open();
  onTestFinished(() => upstream.close());
  let meanwhile = async () => {};
  const look = {
    name: 'look',
    parameters: { type: 'object', properties: {} },
    async run() {
      await meanwhile();
      return 'A walrus.';
    },
  };
  const options = { tools: [look], secrets: secretBox(new Uint8Array(32).fill(7)) };
  const open = async () => {
    const store = await (await emptyStore())();
    const tenfold = await openTenfold({ store, ...options });
    onTestFinished(async () => {
      await tenfold.close();
      await store.close();
    });
    return { tenfold, store };
  };
  const { tenfold, store } = engine === 'SQLite' ? await bench(options) : await open();
  const { id: owner } = await tenfold.people.add({ name: 'Ada', role: 'admin' });
  const ada = await tenfold.for({ owner, role: 'admin' });
  const given = { name: 'Own', provider: 'openai', model: 'gpt-4o', baseUrl: upstream.url(), key: 'sk-canary-1234567890' };
  const { id: profileId } = await ada.profiles.add({ ...given, contextWindow: 12_000, maxOutputTokens: 1_000 });
  const { id: session } = await ada.sessions.create({ profileId });
  const during = (act: () => Promise<unknown>) => {
    meanwhile = async () => void (await act());
  };
  return { tenfold, store: store.for(owner), owner, ada, session, upstream, during };
}

it.each(ENGINES)('who is an administrator no more has no private host called from the next call on (%s)', async (engine) => {
  const { tenfold, owner, ada, session, upstream, during } = await somebody(engine);
  upstream.manner = { answer: () => ({ calls: [{ id: 'c', name: 'look', input: {} }] }) };
  during(() => tenfold.people.change(owner, { role: 'user' }));
  const events = await collected(ada.turns.send(session, { text: 'What is there?' }));
  expect(outcomeOf(events)).toBe('failed');
  expect(events.find(({ type }) => type === 'error')).toMatchObject({
    message: expect.stringContaining("not a provider's own address"),
  });
  expect(upstream.seen).toHaveLength(1);
  // And back again.
  await tenfold.people.change(owner, { role: 'admin' });
  upstream.manner = {};
  expect(outcomeOf(await collected(ada.turns.send(session, { text: 'And now?' })))).toBe('answered');
});

it.each(ENGINES)(
  'who is shut out has no model asked any more, for an answer or a fold, and finds all when they are back (%s)',
  async (engine) => {
    const { tenfold, store, owner, ada, session, upstream, during } = await somebody(engine);
    upstream.manner = { answer: () => ({ text: 'Let me look.', calls: [{ id: 'c', name: 'look', input: {} }] }) };
    let shutOut: Promise<unknown> = Promise.resolve();
    const shut = async () => {
      shutOut = tenfold.people.change(owner, { disabled: true });
      await expect.poll(async () => (await tenfold.people.list()).find(({ id }) => id === owner)?.disabled).toBe(true);
    };
    during(shut);
    const events = await collected(ada.turns.send(session, { text: 'What is there?' }));
    await shutOut;
    expect(['failed', 'stopped']).toContain(outcomeOf(events));
    expect(upstream.seen).toHaveLength(1);
    expect((await ada.sessions.entries(session)).entries.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
    expect(await store.pending.list()).toEqual([]);

    await tenfold.people.change(owner, { disabled: false });
    const messages = Array.from({ length: 16 }, (_, n) => ({ role: n % 2 ? 'assistant' : 'user', text: talk(n, 250) }) as const);
    await ada.sessions.append(session, { messages });
    await shut();
    const job = await ada.folding.condense(session, { force: true });
    await ada.folding.finished(job.id);
    await shutOut;
    expect(upstream.seen).toHaveLength(1);

    await tenfold.people.change(owner, { disabled: false });
    upstream.manner = {};
    expect(outcomeOf(await collected(ada.turns.send(session, { text: 'And now?', overflow: 'truncate' })))).toBe('answered');
    expect(upstream.seen.flatMap(({ refused }) => refused)).toEqual([]);
  },
);
