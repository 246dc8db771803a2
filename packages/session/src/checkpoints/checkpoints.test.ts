import type { Json } from '@tenfold/core';
import { StoreBusy, StoreFault } from '@tenfold/store';
import { describe, expect, it } from 'vitest';
import { bench, talk } from '../testing/bench.ts';
import { talkWith } from '../testing/talk-with.ts';

const call = (id: string, name: string, input: Json = { path: 'a.ts' }) =>
  ({ role: 'assistant', parts: [{ type: 'tool-call', id, name, input }] }) as const;
const result = (id: string, isError = false, output = 'done') =>
  ({ role: 'tool', parts: [{ type: 'tool-result', id, output, ...(isError ? { isError } : {}) }] }) as const;
const user = (text: string) => ({ role: 'user', text }) as const;
const patch = '*** Begin Patch\n*** Update File: src/a.ts\n@@\n-a\n+b\n*** End Patch';

/** Waits for what is made beside the conversation; the bar is two seconds. */
async function eventually<T>(look: () => Promise<T>, good: (value: T) => boolean): Promise<T> {
  for (let tries = 0; ; tries++) {
    const value = await look();
    if (good(value) || tries > 200) return value;
    await new Promise((later) => setTimeout(later, 10));
  }
}

describe('automatic checkpoints', () => {
  it.each([
    ['code', [call('1', 'write_file'), result('1')]],
    ['code', [call('1', 'bash', { command: "cat > src/a.ts <<'EOF'\nexport const a = 1;\nEOF" }), result('1')]],
    ['code', [call('1', 'apply_patch', patch), result('1')]],
    ['code', [call('1', 'shell', { command: ['apply_patch', patch] }), result('1')]],
    ['code', [{ role: 'assistant', text: `Here:\n\`\`\`ts\n${'let a = b(c);\n'.repeat(180)}\`\`\`` } as const]],
    ['decision', [user('We decided to go with PostgreSQL for billing.')]],
    ['error-resolved', [call('1', 'bash'), result('1', true), call('2', 'bash'), result('2')]],
    ['error-resolved', [call('1', 'bash'), result('1', false, 'Exit code 1'), call('2', 'bash'), result('2')]],
    ['error-resolved', [user('The error no longer occurs.')]],
    ['error-resolved', [user('Two tests fail.'), { role: 'assistant', text: 'All 12 tests pass.' } as const]],
  ])('are made for %s', async (tag, messages) => {
    const { tenfold } = await bench();
    const { id } = await tenfold.sessions.create({});
    await tenfold.sessions.append(id, { messages });
    const made = await eventually(
      () => tenfold.checkpoints.list(id),
      (list) => list.length > 0,
    );
    expect(made).toMatchObject([{ tags: [tag], automatic: true, entries: messages.length, model: 'embedded:offline' }]);
  });

  it('are not made for questions, reads and failures', async () => {
    const { tenfold } = await bench();
    const { id } = await tenfold.sessions.create({});
    await tenfold.sessions.append(id, {
      messages: [
        { role: 'user', text: 'Should we go with PostgreSQL?' },
        call('1', 'read_file'),
        result('1'),
        call('2', 'write_file'),
        result('2', true),
        call('3', 'bash', { command: 'cat src/a.ts 2>/dev/null | head' }),
        result('3'),
        user('Tell me when it works again.'),
      ],
    });
    // One that is asked for later is made later.
    await tenfold.sessions.append(id, { messages: [user('We decided to go with PostgreSQL for billing.')] });
    const made = await eventually(
      () => tenfold.checkpoints.list(id),
      (list) => list.length > 0,
    );
    expect(made).toMatchObject([{ tags: ['decision'], entries: 9 }]);
  });

  it('checkpoint storage fails: tried again, told, and the conversation goes on', async () => {
    const { tenfold, store, say, logged } = await bench();
    const { id } = await tenfold.sessions.create({});
    let failures = 3;
    const create = store.checkpoints.create;
    Object.assign(store.checkpoints, {
      create: (...args: Parameters<typeof create>) =>
        failures-- > 0 ? Promise.reject(new StoreFault({}, null)) : create(...args),
    });
    await say(id, 'We decided to use SQLite.');
    expect((await tenfold.sessions.entries(id)).total).toBe(2);
    await eventually(
      () => tenfold.checkpoints.list(id),
      (list) => list.length > 0,
    );
    expect(await tenfold.checkpoints.list(id)).toHaveLength(1);
    failures = Number.POSITIVE_INFINITY;
    await say(id, 'We decided to use Redis.');
    await eventually(
      async () => logged,
      (all) => all.some(({ event }) => event === 'checkpoint-failed'),
    );
    expect(logged.map(({ event }) => event)).toContain('checkpoint-failed');
    expect((await tenfold.sessions.entries(id)).total).toBe(4);
  });

  it('go first when there are more than fifty, never what a person saved', async () => {
    const { tenfold, store } = await bench();
    const { id } = await tenfold.sessions.create({});
    await tenfold.settings.change({ checkpointsPerSession: 5 });
    const mine = await tenfold.checkpoints.create(id, 'mine');
    for (let number = 0; number < 7; number++)
      await store.checkpoints.create({ session: id, label: `auto ${number}`, tags: ['code'], at: Date.now() });
    await tenfold.checkpoints.create(id, 'last');
    const left = await tenfold.checkpoints.list(id);
    expect(left).toHaveLength(5);
    expect(left.map((one) => one.id)).toContain(mine.id);
    expect(left.map((one) => one.label)).toEqual(['last', 'auto 6', 'auto 5', 'auto 4', 'mine']);
  });
});

it('[D8] is saved once the store is free again, however long another process held it', async () => {
  const { tenfold, store, pass } = await bench();
  const { id } = await tenfold.sessions.create({});
  const create = store.checkpoints.create;
  let tries = 0;
  Object.assign(store.checkpoints, {
    create: (...args: Parameters<typeof create>) => {
      // The busy timeout of a store is five seconds.
      pass(5_000);
      return ++tries <= 3 ? Promise.reject(new StoreBusy({}, null)) : create(...args);
    },
  });
  const { message } = await tenfold.commands.run(id, '/save-progress "tests green"');
  expect(message).toMatch(/^Checkpoint saved: "tests green" \([0-9a-f]{4}…\)$/);
  expect(await tenfold.checkpoints.list(id)).toMatchObject([{ label: 'tests green' }]);
  tries = Number.NEGATIVE_INFINITY;
  await expect(tenfold.checkpoints.create(id, 'never')).rejects.toMatchObject({ code: 'store-busy' });
});

describe('restoring', () => {
  it('[law 10] brings back exactly that state, also after appends, folds and undos', async () => {
    const { tenfold, session, fill, pass } = await talkWith('openai', 'gpt-4o', {
      answer: () => ({ text: '## Context\nShelves.' }),
    });
    await fill(8);
    await tenfold.folding.finished((await tenfold.folding.condense(session)).id);
    await tenfold.sessions.protect(session, (await tenfold.sessions.entries(session)).entries[3]?.id ?? '', true);
    const then = await tenfold.contexts.context(session);
    const sent = await tenfold.contexts.wire(session);
    const saved = await tenfold.checkpoints.create(session, 'here');
    await fill(6);
    pass(31_000);
    await tenfold.folding.finished((await tenfold.folding.condense(session)).id);
    const { branch } = await tenfold.checkpoints.restore(session, saved.id);
    expect((await tenfold.sessions.get(session)).branch).toBe(branch);
    const now = await tenfold.contexts.context(session);
    expect(await tenfold.contexts.wire(session)).toEqual(sent);
    expect(now.rows.map((row) => ({ ...row, cached: null }))).toEqual(then.rows.map((row) => ({ ...row, cached: null })));
    expect((await tenfold.checkpoints.list(session))[0]).toMatchObject({ tags: ['before-restore'] });
    await tenfold.sessions.switchBranch(session, 'main');
    expect((await tenfold.sessions.entries(session)).total).toBe(28);
  });

  it('from a different model asks first', async () => {
    const { tenfold, session, profile } = await talkWith('openai', 'gpt-4o');
    await tenfold.sessions.append(session, { messages: [{ role: 'user', text: talk(1) }] });
    const saved = await tenfold.checkpoints.create(session);
    await tenfold.profiles.update(profile, { model: 'gpt-4o-mini' });
    await expect(tenfold.checkpoints.restore(session, saved.id)).rejects.toMatchObject({
      code: 'model-differs',
      facts: { checkpointModel: 'openai:gpt-4o', currentModel: 'openai:gpt-4o-mini' },
    });
    expect(await tenfold.checkpoints.restore(session, saved.id, { confirmModel: true })).toMatchObject({
      branch: expect.stringContaining('restored'),
    });
  });
});
