import { expect, it, onTestFinished } from 'vitest';
import { Upstream } from '../../../../tests/upstream/upstream.ts';
import { collected, outcomeOf } from '../testing/bench.ts';
import { type Talk, talkWith } from '../testing/talk-with.ts';

const KEY = 'sk-canary-1234567890';

interface World extends Talk {
  /** A host nobody gave a key for. */
  readonly other: Upstream;
}

/** What somebody may do to how a conversation is answered while something is under way in it. */
const ACTS: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
  'removes its profile': ({ tenfold, profile }) => tenfold.profiles.remove(profile),
  'sends its profile elsewhere': ({ tenfold, profile, other }) => tenfold.profiles.update(profile, { baseUrl: other.url() }),
  'makes it one of another provider': ({ tenfold, profile }) =>
    tenfold.profiles.update(profile, { provider: 'anthropic', model: 'claude-sonnet-4-5' }),
  'makes it one of another model': ({ tenfold, profile }) => tenfold.profiles.update(profile, { model: 'gpt-4.1' }),
  'takes its key': ({ tenfold, profile }) => tenfold.profiles.update(profile, { key: '' }),
  'gives it a tiny window': ({ tenfold, profile }) =>
    tenfold.profiles.update(profile, { contextWindow: 1_024, maxOutputTokens: 1 }),
  'gives its model a tiny window': async ({ tenfold }) => {
    await tenfold.models.update('openai:gpt-4o', { contextWindow: 1_024, maxInputTokens: null, maxOutputTokens: 512 });
  },
  'shares it': ({ tenfold, profile }) => tenfold.profiles.update(profile, { shared: true }),
  'chooses no profile': ({ tenfold, session }) => tenfold.sessions.update(session, { profileId: null }),
  'chooses another strategy': ({ tenfold }) => tenfold.settings.change({ strategy: 'truncation' }),
  'sets all to the other end': ({ tenfold }) =>
    tenfold.settings.change({ soft: 'off', hard: 100, onFailure: 'ask', fast: true, recallTools: 'on', summaryRole: 'user' }),
  'removes the session': ({ tenfold, session }) => tenfold.sessions.remove(session),
  'archives the session': ({ tenfold, session }) => tenfold.sessions.update(session, { archived: true }),
};

async function world(): Promise<World> {
  const other = await Upstream.open();
  onTestFinished(() => other.close());
  const talk = await talkWith('openai', 'gpt-4o', {}, { wish: { contextWindow: 12_000, maxOutputTokens: 1_000 } });
  return { ...talk, other };
}

/** What has to hold whatever was done, once everything is over. */
async function settled({ tenfold, session, store, other, upstream, logged }: World): Promise<void> {
  const heard = JSON.stringify(other.seen.map(({ headers, body, query }) => [headers, body, query]));
  expect(heard).not.toContain(KEY);
  expect(upstream.seen.flatMap(({ refused }) => refused)).toEqual([]);
  expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
  await expect.poll(async () => (await store.pending.list()).filter(({ session: of }) => of === session)).toEqual([]);
  expect((await store.verify()).damages).toEqual([]);
  const there = await tenfold.sessions.get(session).catch(() => null);
  if (there === null) return;
  await tenfold.settings.change({ hard: 'auto', onFailure: 'degrade' } as never).catch(() => {});
  const { id: profileId } = await tenfold.profiles.add({
    name: 'Next',
    provider: 'openai',
    model: 'gpt-4o-mini',
    baseUrl: upstream.url(),
    key: 'sk-next-1234567890',
  });
  await tenfold.sessions.update(session, { profileId });
  upstream.manner = {};
  const events = await collected(tenfold.turns.send(session, { text: 'And now?', overflow: 'truncate' }));
  expect([outcomeOf(events), events.find(({ type }) => type === 'error')]).toEqual(['answered', undefined]);
}

const TYPED = ['answered', 'stopped', 'failed', 'waiting'];

it.each(Object.keys(ACTS))('while an answer streams and a message waits behind it, somebody %s', async (name) => {
  const there = await world();
  const { tenfold, session, upstream } = there;
  await there.fill(2);
  const { promise: until, resolve: release } = Promise.withResolvers<void>();
  upstream.faults.push({ drip: 1, until });
  const events = tenfold.turns.send(session, { text: 'Count.' });
  while ((await events.next()).value?.type !== 'text');
  const waiting = collected(tenfold.turns.send(session, { text: 'And then?' }));
  const rest = collected(events);
  await expect.poll(async () => (await tenfold.turns.queue(session).catch(() => [])).length).toBe(1);
  await ACTS[name]?.(there);
  release();
  const outcomes = [outcomeOf(await rest), outcomeOf(await waiting)];
  for (const outcome of outcomes) expect(TYPED).toContain(outcome);
  if (name !== 'removes the session') expect(outcomes[0]).toBe('answered');
  const failed = (await waiting).find((event) => event.type === 'error');
  if (failed?.type === 'error')
    expect([failed.code, failed.todo]).toEqual([expect.not.stringMatching('internal'), expect.stringMatching(/./)]);
  await settled(there);
});

it.each(Object.keys(ACTS))('while its context is condensed and a message waits for that, somebody %s', async (name) => {
  const there = await world();
  const { tenfold, session, upstream, fillTo } = there;
  await tenfold.settings.change({ soft: 'off' });
  await fillTo(96);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  let asked = () => {};
  const begun = new Promise<void>((resolve) => {
    asked = resolve;
  });
  upstream.manner = {
    answer: async () => {
      asked();
      await held;
      return { text: 'They counted boxes on shelves.' };
    },
  };
  const turn = collected(tenfold.turns.send(session, { text: 'And?' }));
  await begun;
  await ACTS[name]?.(there);
  release();
  const events = await turn;
  expect(TYPED).toContain(outcomeOf(events));
  const failed = events.find((event) => event.type === 'error');
  if (failed?.type === 'error') expect(failed.code).not.toBe('internal-error');
  await settled(there);
});

it.each(['removed', 'sent elsewhere', 'without its key'])(
  'the profile that condenses is %s in the middle of a fold',
  async (how) => {
    const there = await world();
    const { tenfold, session, upstream, other, fillTo } = there;
    const second = await Upstream.open();
    onTestFinished(() => second.close());
    const { id } = await tenfold.profiles.add({
      name: 'Condenser',
      provider: 'openai',
      model: 'gpt-4o-mini',
      baseUrl: second.url(),
      key: 'sk-condenser-canary-1234',
    });
    await tenfold.settings.change({ soft: 'off', condensingProfile: id } as never);
    await fillTo(96);
    let asks = 0;
    second.manner = {
      answer: async () => {
        if (++asks > 1) return { text: 'They counted.' };
        if (how === 'removed') await tenfold.profiles.remove(id);
        else if (how === 'sent elsewhere') await tenfold.profiles.update(id, { baseUrl: other.url() });
        else await tenfold.profiles.update(id, { key: '' });
        return { text: 'They counted boxes.' };
      },
    };
    const events = await collected(tenfold.turns.send(session, { text: 'And?' }));
    expect(outcomeOf(events)).toBe('answered');
    expect(asks).toBeGreaterThan(0);
    expect(JSON.stringify(other.seen.map(({ headers }) => headers))).not.toContain('canary');
    expect(JSON.stringify(upstream.seen.map(({ headers }) => headers))).not.toContain('condenser');
    await settled(there);
  },
);
