import { describe, expect, it } from 'vitest';
import { talkWith } from './testing/talk-with.ts';

const named = (title: string) => ({
  answer: ({ messages }: { messages: readonly { parts: readonly object[] }[] }) =>
    JSON.stringify(messages).includes('Name the conversation') ? { text: title } : { text: 'Understood.' },
});

describe('titles', () => {
  it('[D14] come from the first message where nobody wishes otherwise, are kept as a snapshot and cost no request', async () => {
    const { tenfold, store, upstream, session, say } = await talkWith('openai', 'gpt-4o', named('Never asked'));
    await say(session, 'Hello there. How do I read a file in lines?');
    expect((await tenfold.sessions.get(session)).title).toBe('How do I read a file in lines?');
    await say(session, 'And in pairs?');
    await tenfold.close();
    expect(upstream.seen).toHaveLength(2);
    const kept = await store.snapshots.list(session, 'title');
    expect(kept.map(({ content }) => content)).toEqual([{ title: 'How do I read a file in lines?', by: 'embedded' }]);
  });

  it('[D14] are written by a model after the first answer, told and kept as a snapshot', async () => {
    const { tenfold, store, session, say } = await talkWith('openai', 'gpt-4o', named('"Reading Files in Lines."'));
    await tenfold.settings.change({ titles: 'model' });
    await say(session, 'How do I read a file in lines?');
    await expect.poll(async () => (await tenfold.sessions.get(session)).title).toBe('Reading Files in Lines');
    const content = { title: 'Reading Files in Lines', by: 'openai:gpt-4o-mini' };
    expect((await store.snapshots.latest(session, 'title'))?.content).toEqual(content);
    await say(session, 'And in pairs?');
    await tenfold.close();
    expect(await store.snapshots.list(session, 'title')).toHaveLength(1);
  });

  it('that people gave are never written over, nor those they give while it is thought of', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { tenfold, store, upstream, session, profile, say } = await talkWith('openai', 'gpt-4o', {
      async answer({ messages }) {
        if (!JSON.stringify(messages).includes('Name the conversation')) return { text: 'Understood.' };
        await promise;
        return { text: 'Of the model' };
      },
    });
    await tenfold.settings.change({ titles: 'model' });
    const given = await tenfold.sessions.create({ title: 'Mine', profileId: profile });
    await say(given.id, 'How do I read a file in lines?');
    await say(session, 'How do I read a file in lines?');
    await expect.poll(() => upstream.seen.length).toBe(3);
    // The very words it has: they are theirs now.
    await tenfold.sessions.update(session, { title: 'How do I read a file in lines?' });
    resolve();
    await tenfold.close();
    expect((await store.sessions.get(given.id)).title).toBe('Mine');
    expect((await store.sessions.get(session)).title).toBe('How do I read a file in lines?');
  });

  it('that could not be made leave the first words', async () => {
    const { tenfold, store, upstream, session, say } = await talkWith('openai', 'gpt-4o');
    await tenfold.settings.change({ titles: 'model' });
    upstream.faults.push(null, { status: 400 });
    await say(session, 'How do I read a file in lines?');
    await tenfold.close();
    expect((await store.sessions.get(session)).title).toBe('How do I read a file in lines?');
    expect((await store.snapshots.latest(session, 'title'))?.content.by).toBe('embedded');
  });
});

describe('temperature', () => {
  it.each([
    ['openai', 'gpt-4o', 0.2],
    ['openai', 'o4-mini', undefined],
  ])('of %s %s is %s where a conversation wishes 0.2', async (provider, model, expected) => {
    const { tenfold, upstream, session, say } = await talkWith(provider, model);
    await say(session, 'One.');
    await tenfold.sessions.update(session, { settings: { temperature: 0.2 } });
    await say(session, 'Two.');
    expect(upstream.seen.map(({ body }) => body.temperature)).toEqual([undefined, expected]);
  });
});
