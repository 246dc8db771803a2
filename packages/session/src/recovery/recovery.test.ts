import { expect, it } from 'vitest';
import { openTenfold } from '../open-tenfold.ts';
import { bench } from '../testing/bench.ts';
import { livingProcesses } from './process-lease.ts';

/** Leaves behind what a process that was killed leaves behind. */
async function killedIn(stage: 'asked' | 'streaming' | 'folding') {
  const opened = await bench();
  const { tenfold, store } = opened;
  const { id } = await tenfold.sessions.create({ title: 'Billing' });
  await tenfold.sessions.append(id, {
    messages: [
      { role: 'user', text: 'Earlier' },
      { role: 'assistant', text: 'Yes.' },
    ],
  });
  await tenfold.checkpoints.create(id, 'auth done');
  // It showed itself until it died: nothing holds its lock any more.
  store.leases.appear('dead')();
  const dead = await store.leases.acquire({ name: 'process:dead', holder: 'dead', facts: { pid: process.pid }, at: 1 });
  const { head } = await store.heads.get(id);
  if (stage === 'folding')
    await store.jobs.create({
      session: id,
      kind: 'fold',
      slot: `fold:${id}`,
      state: 'running',
      lease: dead.token,
      input: { trigger: 'soft', strategy: 'native', strategyName: 'Native', fast: false },
      at: 1,
    });
  else {
    const pending = await store.pending.begin({
      session: id,
      after: head.position,
      lease: dead.token,
      facts: { model: 'openai:gpt-4o' },
      at: 1,
    });
    await store.entries.append({
      session: id,
      entries: [{ message: { role: 'user', parts: [{ type: 'text', text: 'The question' }] } }],
      at: 2,
    });
    if (stage === 'streaming')
      await store.pending.write(pending, { role: 'assistant', parts: [{ type: 'text', text: 'The answer beg' }] }, 3);
  }
  return { ...opened, session: id };
}

it.each([
  ['asked', '1 message', null],
  ['streaming', '1 message and a partial answer', 'The answer beg'],
  ['folding', 'an unfinished condensation', null],
] as const)('finds a session that died while %s and brings it back', async (stage, what, partial) => {
  const { tenfold, session, store } = await killedIn(stage);
  const [found] = await tenfold.recovery.list();
  expect(found).toMatchObject({ session: { id: session }, what, partial, checkpoint: { label: 'auth done' } });
  expect(found?.prompt).toMatch(/^Resume from checkpoint\? \d{4}-\d\d-\d\d \d\d:\d\d - auth done$/);
  await tenfold.recovery.resume(session);
  expect(await tenfold.recovery.list()).toEqual([]);
  expect(await store.pending.list()).toEqual([]);
  const { entries } = await tenfold.sessions.entries(session);
  const texts = entries.map(({ parts }) => parts.map((part) => ('text' in part ? part.text : '')).join(''));
  if (stage === 'asked') expect(texts.at(-1)).toBe('The question');
  if (stage === 'streaming') {
    expect(texts.slice(-2)).toEqual(['The question', 'The answer beg']);
    expect(entries.at(-1)).toMatchObject({ aborted: true, model: 'openai:gpt-4o' });
  }
});

it('brings back messages that stood in line, in order, and only once', async () => {
  const { tenfold, session, store } = await killedIn('streaming');
  const [{ lease = 0 } = {}] = await store.pending.list({ session });
  for (const [at, text] of ['Second', 'Third'].entries()) {
    const message = { role: 'user', parts: [{ type: 'text', text }] } as const;
    await store.pending.enqueue({ session, after: null, lease, message, facts: { key: text }, at: 10 + at });
  }
  expect(await tenfold.turns.queue(session)).toMatchObject([
    { text: 'Second', state: 'left' },
    { text: 'Third', state: 'left' },
  ]);
  expect(await tenfold.recovery.list()).toMatchObject([{ what: '1 message and 2 queued messages and a partial answer' }]);
  await store.entries.append({
    session,
    entries: [{ message: { role: 'user', parts: [{ type: 'text', text: 'Second' }] } }],
    key: 'Second',
    at: 20,
  });
  expect(await tenfold.turns.queue(session)).toMatchObject([{ text: 'Third', state: 'left' }]);
  await tenfold.recovery.resume(session);
  const { entries } = await tenfold.sessions.entries(session);
  const texts = entries.map(({ parts }) => parts.map((part) => ('text' in part ? part.text : '')).join(''));
  expect(texts.slice(-4)).toEqual(['The question', 'Second', 'The answer beg', 'Third']);
  expect(await tenfold.turns.queue(session)).toEqual([]);
});

it('dismisses, and asks no more', async () => {
  const { tenfold, session } = await killedIn('streaming');
  await tenfold.recovery.dismiss(session);
  expect(await tenfold.recovery.list()).toEqual([]);
  await expect(tenfold.recovery.resume(session)).rejects.toMatchObject({ code: 'not-found' });
});

it('folds again where a dead process left a fold', async () => {
  const { tenfold, session, say } = await killedIn('folding');
  for (let number = 0; number < 5; number++)
    await say(session, `${number} ${'The shelf holds many boxes of parts. '.repeat(60)}`);
  const job = await tenfold.folding.condense(session);
  expect((await tenfold.folding.finished(job.id)).state).toBe('done');
});

it('folds again where the end of a fold of its own could not be written down', async () => {
  const { tenfold, store, say } = await bench();
  const { id: session } = await tenfold.sessions.create({});
  for (let number = 0; number < 5; number++)
    await say(session, `${number} ${'The shelf holds many boxes of parts. '.repeat(60)}`);
  const [own] = await livingProcesses(store);
  const input = { trigger: 'soft', strategy: 'native', strategyName: 'Native', fast: false, branch: 'main' };
  const lost = {
    session,
    kind: 'fold',
    slot: `fold:${session}`,
    state: 'running',
    lease: own?.token ?? 0,
    input,
    at: 1,
  } as const;
  await store.jobs.create(lost);
  expect(await tenfold.folding.jobs(session)).toMatchObject([{ state: 'failed', reason: expect.stringContaining('ended') }]);
  const job = await tenfold.folding.condense(session);
  expect((await tenfold.folding.finished(job.id)).state).toBe('done');
  expect(await tenfold.folding.jobs(session)).toMatchObject([{ id: job.id, state: 'done' }, { state: 'failed' }]);
});

it('does not take living processes for dead ones', async () => {
  const { tenfold, store } = await bench();
  const other = await openTenfold({ store, facts: { url: 'http://127.0.0.1:4310' } });
  const { id } = await tenfold.sessions.create({});
  const living = await livingProcesses(store);
  expect(living).toHaveLength(2);
  expect(living[0]?.facts).toMatchObject({ url: 'http://127.0.0.1:4310', pid: process.pid });
  await store.pending.begin({ session: id, after: null, lease: living[1]?.token ?? 0, at: 1 });
  expect(await tenfold.recovery.list()).toEqual([]);
  await other.close();
  expect(await livingProcesses(store)).toHaveLength(1);
});

it('takes a process for dead that is there but whose beat stands still, and for alive once it beats again', async () => {
  let clock = 0;
  // Every look is two seconds later than the one before.
  const { tenfold, store } = await bench({ monotonic: () => (clock += 2_000) });
  const { id } = await tenfold.sessions.create({});
  store.leases.appear('silent');
  const silent = await store.leases.acquire({ name: 'process:silent', holder: 'silent', at: 1 });
  await store.pending.begin({ session: id, after: null, lease: silent.token, at: 1 });
  expect(await tenfold.recovery.list()).toMatchObject([{ session: { id } }]);
  // Its machine was only paused: what it works on from now on is its own.
  const { list } = store.leases;
  const beating = async () => {
    await store.leases.beat(silent.name, silent.token);
    return list();
  };
  Object.assign(store.leases, { list: beating });
  expect(await tenfold.recovery.list()).toEqual([]);
});

it('takes a process for alive that beats, though it ran on an earlier boot and nobody here has its number', async () => {
  let clock = 0;
  const { tenfold, store } = await bench({ monotonic: () => (clock += 2_000) });
  const { id } = await tenfold.sessions.create({});
  store.leases.appear('elsewhere');
  const facts = { pid: 2 ** 22 + 1 };
  const { name, token } = await store.leases.acquire({ name: 'process:elsewhere', holder: 'elsewhere', facts, at: 1 });
  await store.pending.begin({ session: id, after: null, lease: token, at: 1 });
  const { list } = store.leases;
  // It beats between any two looks.
  const beating = async () => {
    await store.leases.beat(name, token);
    return list();
  };
  Object.assign(store.leases, { list: beating });
  expect(await tenfold.recovery.list()).toEqual([]);
});
