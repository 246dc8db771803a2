import { describe, expect, it } from 'vitest';
import { talkWith } from '../testing/talk-with.ts';

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
});
