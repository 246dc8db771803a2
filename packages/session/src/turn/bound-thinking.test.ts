import { bindsThinking } from '@tenfold/dialects';
import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../testing/bench.ts';
import { talkWith } from '../testing/talk-with.ts';

const MANNER = {
  binds: true,
  answer: ({ messages }: { messages: readonly unknown[] }) => ({
    thinking: `thought ${messages.length}`,
    text: '## Context\nNoted.',
  }),
};

describe('[C17] a model that binds its thinking', () => {
  it('takes every request, whatever was folded, undone, protected or changed before it', async () => {
    const { tenfold, session, upstream, say, fill, pass, profile } = await talkWith('anthropic', 'claude-opus-5-5', MANNER);
    const thoughts = () => JSON.stringify(upstream.seen.at(-1)?.body).match(/"thinking":"thought/g)?.length ?? 0;
    const asks = async () => {
      expect(outcomeOf(await say(session, `Question ${upstream.seen.length}?`))).toBe('answered');
      expect(upstream.seen.at(-1)?.refused).toEqual([]);
      return thoughts();
    };
    await fill(6, 300);
    await asks();
    expect(await asks()).toBe(1);
    expect(await asks()).toBe(2);
    const condense = async () => {
      pass(60_000);
      await tenfold.folding.finished((await tenfold.folding.condense(session)).id);
    };
    await condense();
    await asks();
    const afterFold = await asks();
    expect(afterFold).toBeGreaterThan(0);
    const [run] = await tenfold.folding.runs(session);
    await tenfold.folding.undo(session, run?.id ?? '');
    await asks();
    const { entries } = await tenfold.sessions.entries(session);
    await tenfold.sessions.protect(session, entries[2]?.id ?? '', true);
    await asks();
    await tenfold.sessions.update(session, { settings: { systemPrompt: 'Be brief.' } });
    expect(await asks()).toBe(0);
    expect(await asks()).toBe(1);
    expect(profile).toBeTruthy();
  });

  it.each([
    ['claude-opus-5-5', true],
    ['claude-sonnet-5-5-20261001', true],
    ['eu.anthropic.claude-haiku-5-5-v1:0', true],
    ['claude-fable-5-1', true],
    ['claude-mythos-6', true],
    ['claude-opus-5', false],
    ['claude-sonnet-4-6', false],
    ['claude-sonnet-4-20250514', false],
    ['claude-3-5-sonnet-20241022', false],
    ['gpt-5.5', false],
  ])('is known by its name: %s %s', (model, binds) => {
    expect(bindsThinking(model)).toBe(binds);
  });
});
