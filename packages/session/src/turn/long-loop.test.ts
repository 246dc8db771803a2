import { SUMMARY_PREFIX } from '@tenfold/core';
import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../testing/bench.ts';
import { talkWith } from '../testing/talk-with.ts';

const STEPS = 16;
const REQUEST = 'Read all logs, one after the other.';
const log = (at: number) =>
  Array.from({ length: 120 }, (_, line) => `${at}:${line} worker ${(at * 31 + line) % 97} took ${line * 7} ms`).join('\n');

/** An agent that reads some hundred lines in each step, in a window that holds three of them. */
async function agent(provider: 'anthropic' | 'google' | 'openai-compatible', model: string) {
  let read = 0;
  const answer = ({ body }: { body: { tools?: unknown } }) => {
    if (body.tools === undefined) return { text: '## Context\nThe logs are read one after the other.' };
    return read < STEPS ? { calls: [{ id: `call${read}`, name: 'log', input: { number: read++ } }] } : { text: 'All are read.' };
  };
  const parameters = { type: 'object', properties: { number: { type: 'number' } } };
  const run = async (input: unknown) => log((input as { number: number }).number);
  const talk = await talkWith(
    provider,
    model,
    { answer, window: 12_000 },
    { options: { tools: [{ name: 'log', parameters, run }] } },
  );
  await talk.tenfold.models.update(`${provider}:${model}`, {
    contextWindow: 14_000,
    maxInputTokens: null,
    maxOutputTokens: 1_000,
  });
  return talk;
}

describe.each([
  ['anthropic', 'claude-sonnet-4-5'],
  ['google', 'gemini-2.5-pro'],
  ['openai-compatible', 'llama3'],
] as const)('a turn of many steps: %s', (provider, model) => {
  it('[D13] [F17] is folded between its steps, each request taken, the request standing with the record right behind it', async () => {
    const { say, session, tenfold, upstream, pass } = await agent(provider, model);
    expect(outcomeOf(await say(session, REQUEST))).toBe('answered');
    expect(upstream.seen.flatMap(({ refused }) => refused)).toEqual([]);
    const asked = upstream.seen.filter(({ body }) => body.tools !== undefined);
    expect(asked.length).toBe(STEPS + 1);
    const sent = JSON.stringify(asked.at(-1)?.body);
    expect(sent.indexOf(REQUEST)).toBeGreaterThan(-1);
    expect(sent.indexOf(SUMMARY_PREFIX)).toBeGreaterThan(sent.indexOf(REQUEST));
    const folds = await tenfold.folding.runs(session);
    expect(folds.length).toBeGreaterThan(1);
    expect(folds.every(({ at }) => at > 1 && at < 2 * STEPS)).toBe(true);
    pass(60_000);
    const { used } = await tenfold.contexts.status(session);
    const job = await tenfold.folding.condense(session, { force: true });
    expect(await tenfold.folding.finished(job.id)).toMatchObject({ state: 'done' });
    expect((await tenfold.contexts.status(session)).used).toBeLessThan(used);
  });
});
