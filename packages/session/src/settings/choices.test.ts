import { withOwn } from '@tenfold/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { secretBox } from '../secret-box.ts';
import { bench } from '../testing/bench.ts';
import { talkWith } from '../testing/talk-with.ts';
import { createChooser } from './choices.ts';
import { nameHost } from './named-hosts.ts';

describe('choices', () => {
  it('leave the conversations of a removed profile to the general one, then to the offline model', async () => {
    const { tenfold, session, profile } = await talkWith('openai', 'gpt-4o');
    const other = await tenfold.profiles.add({ name: 'Other', provider: 'anthropic', model: 'claude-haiku-4-5', key: 'k' });
    await tenfold.settings.change({ profile: other.id });
    await tenfold.sessions.update(session, { profileId: profile });
    expect((await tenfold.contexts.status(session)).model).toBe('openai:gpt-4o');
    await tenfold.profiles.remove(profile);
    expect((await tenfold.contexts.status(session)).model).toBe('anthropic:claude-haiku-4-5');
    await tenfold.profiles.remove(other.id);
    expect((await tenfold.contexts.status(session)).model).toBe('embedded:offline');
    expect((await tenfold.sessions.list()).sessions).toHaveLength(1);
  });

  it('refuse a config its strategy cannot use, field by field, and keep the old one', async () => {
    const { tenfold } = await talkWith('openai', 'gpt-4o');
    const { settings } = tenfold;
    await settings.changeStrategyConfig('truncation', { maxToolResultLines: 7 });
    await expect(settings.changeStrategyConfig('truncation', { maxToolResultLines: -1 })).rejects.toMatchObject({
      code: 'invalid-request',
      facts: { problems: [{ field: 'maxToolResultLines' }] },
    });
    await expect(settings.changeStrategyConfig('nope', {})).rejects.toMatchObject({ code: 'not-found' });
    expect(await settings.strategyConfig('truncation')).toEqual({ maxToolResultLines: 7 });
    expect(await settings.changeStrategyConfig('truncation', null)).toEqual({});
  });

  it('are those that are decided anew, whatever was changed since they were remembered', async () => {
    const environment = { OPENAI_API_KEY: 'sk-environment-1234' };
    const { tenfold, store } = await bench({ environment });
    const keys = { secrets: secretBox(new Uint8Array(32).fill(7)), environment };
    const fresh = () => createChooser(store, keys, Date.now, withOwn([]), new Map());
    const remembering = fresh();
    const host = 'https://models.example';
    const profiles = await Promise.all(
      [{ key: 'sk-one-1234567' }, {}].map((more) =>
        tenfold.profiles.add({ name: 'P', provider: 'openai', model: 'gpt-4o', baseUrl: `${host}/v1`, ...more }),
      ),
    );
    const [first, second] = profiles.map(({ id }) => id) as [string, string];
    const { id: session } = await tenfold.sessions.create({ profileId: first });
    const change = fc.oneof(
      fc.integer({ min: 10, max: 60 }).map((soft) => () => tenfold.settings.change({ soft })),
      fc.integer({ min: 61, max: 95 }).map((hard) => () => tenfold.sessions.update(session, { settings: { hard } })),
      fc.constantFrom('native', 'truncation', null).map((strategy) => () => tenfold.sessions.update(session, { strategy })),
      fc.constantFrom(first, second, null).map((profileId) => () => tenfold.sessions.update(session, { profileId })),
      fc.constantFrom('sk-two-12345678', 'sk-three-1234567').map((key) => () => tenfold.profiles.update(first, { key })),
      fc.constantFrom('gpt-4o', 'gpt-4.1', 'nobody-knows').map((model) => () => tenfold.profiles.update(second, { model })),
      fc.boolean().map((allowed) => () => nameHost(store, undefined, { provider: 'openai', host, allowed, at: 1 })),
      fc
        .integer({ min: 20_000, max: 90_000 })
        .map((contextWindow) => () => tenfold.models.update('openai:gpt-4o', { contextWindow })),
      fc
        .double({ min: 0.8, max: 1.4, noNaN: true })
        .map((bill) => () => store.models.calibrate('openai:gpt-4o', { bills: [bill, bill, bill], at: 1 })),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
        for (const make of changes) {
          await make();
          const found = await store.sessions.open(session);
          const [before, again] = [await remembering.for(found), await remembering.for(found)];
          const { value: _value, count: _count, uncalibrated: _bare, ...decided } = await fresh().for(found);
          expect(before).toMatchObject(decided);
          expect(again).toMatchObject(decided);
          expect(again.count.text('Words to be counted.')).toBe(before.count.text('Words to be counted.'));
        }
      }),
      { numRuns: 12 },
    );
  });
});
