import { messageText } from '@tenfold/core';
import { describe, expect, it } from 'vitest';
import type { Manner } from '../../../../tests/upstream/upstream.ts';
import { outcomeOf } from '../testing/bench.ts';
import { type Talk, talkWith } from '../testing/talk-with.ts';

const FACT = 'The vault lies in src/vault/kolibri.ts, and opening it failed with Error: E4711 locked.';
const SUMMARY = '## Context\nShelves were counted, note by note.';
const TOLD = 'The vault lies in src/vault/kolibri.ts.';
/** A summarizer that tells of the fact where it was shown it. */
const summary: NonNullable<Manner['answer']> = ({ messages }) => ({
  text: messages.some((message) => messageText(message).includes(FACT)) ? `${SUMMARY} ${TOLD}` : SUMMARY,
});
const SMALL = { wish: { contextWindow: 12_000, maxOutputTokens: 1_000 } } as const;

const shown = async ({ tenfold, session }: Talk) => {
  const { body } = await tenfold.contexts.wire(session);
  return JSON.stringify((body as { input: unknown }).input);
};
const asked = ({ upstream }: Talk) => upstream.seen.map(({ messages }) => messages.map(messageText).join('\n'));

/** A session in which the floor hid a fact because no summary could be had. */
async function hiding(): Promise<Talk> {
  const opened = await talkWith('openai', 'gpt-4o', { answer: summary }, SMALL);
  const { tenfold, session, fill, fillTo, say, upstream } = opened;
  await tenfold.settings.change({ onFailure: 'ask', soft: 'off' });
  await fill(1);
  await tenfold.sessions.append(session, {
    messages: [
      { role: 'user', text: 'Where was it?' },
      { role: 'assistant', text: FACT },
    ],
  });
  await fillTo(96);
  upstream.always = { status: 401 };
  expect(outcomeOf(await say(session, 'And now?', { idempotencyKey: 'k' }))).toBe('waiting');
  upstream.always = null;
  expect(outcomeOf(await say(session, 'And now?', { idempotencyKey: 'k', overflow: 'truncate' }))).toBe('answered');
  expect(await shown(opened)).not.toContain(FACT);
  upstream.seen.length = 0;
  return opened;
}

describe('what the floor hid', () => {
  it('is shown to the next summary, while messages go on coming', async () => {
    const opened = await hiding();
    const { tenfold, session, fillTo, upstream, pass } = opened;
    await fillTo(70);
    const estimate = await tenfold.folding.estimate(session);
    upstream.manner = {
      async answer(asked) {
        await tenfold.sessions.append(session, { messages: [{ role: 'user', text: 'One more thing.' }] });
        return summary(asked);
      },
    };
    pass(31_000);
    const before = await shown(opened);
    const job = await tenfold.folding.condense(session);
    expect(await tenfold.folding.finished(job.id)).toMatchObject({ state: 'done' });
    expect(asked(opened).join('\n')).toContain(FACT);
    expect(upstream.seen).toHaveLength(estimate.asks);
    const after = await shown(opened);
    expect(after).toContain(TOLD);
    expect(after).toContain('One more thing.');
    const [told, floor] = await tenfold.folding.runs(session);
    await expect(tenfold.folding.undo(session, floor?.id ?? '')).rejects.toMatchObject({ code: 'fold-covered' });
    await tenfold.folding.undo(session, told?.id ?? '');
    expect((await shown(opened)).startsWith(before.slice(0, -1))).toBe(true);
    await tenfold.folding.undo(session, floor?.id ?? '');
    expect(await shown(opened)).toContain(FACT);
  });

  it('is shown to a summary that is asked for anew', async () => {
    const opened = await hiding();
    const { tenfold, session, fillTo, upstream, pass } = opened;
    await fillTo(70);
    pass(31_000);
    await tenfold.folding.finished((await tenfold.folding.condense(session)).id);
    const told = (await tenfold.folding.folds(session)).find(({ kind, covered }) => kind === 'summary' && !covered);
    upstream.seen.length = 0;
    pass(31_000);
    const job = await tenfold.folding.regenerate(session, told?.id ?? '');
    expect(await tenfold.folding.finished(job.id)).toMatchObject({ state: 'done' });
    expect(asked(opened).join('\n')).toContain(FACT);
  });
});
