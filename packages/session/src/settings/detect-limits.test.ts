import { expect, it } from 'vitest';
import { bench, outcomeOf } from '../testing/bench.ts';

const MODEL = 'openai-compatible:llama3';
const PROFILE = { name: 'Local', provider: 'openai-compatible', model: 'llama3', baseUrl: 'http://127.0.0.1:9/v1' };

/** A provider that tells a window, or is down. */
async function provider() {
  const said: { window: number | null } = { window: null };
  const send: typeof fetch = async () =>
    said.window === null
      ? new Response('down', { status: 503 })
      : Response.json({ data: [{ id: 'llama3', context_length: said.window }] });
  return { said, ...(await bench({ fetch: send })) };
}

it('[A7] limits a lookup did not bring are asked for again', async () => {
  const { tenfold, said } = await provider();
  const { id } = await tenfold.profiles.add(PROFILE);
  expect(await tenfold.models.get(MODEL)).toMatchObject({ contextWindow: 128_000, source: 'default', detected: null });
  said.window = 32_768;
  await tenfold.profiles.test(id);
  expect(await tenfold.models.get(MODEL)).toMatchObject({ contextWindow: 32_768, source: 'api' });
});

it('[A7] a lookup that failed beside an answer is tried again with a later one', async () => {
  let lookups = 0;
  const send: typeof fetch = async (input) => {
    if (String(input instanceof Request ? input.url : input).endsWith('/models')) {
      lookups++;
      return new Response('down', { status: 503 });
    }
    const chunk = {
      id: 'a',
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta: { content: 'Yes.' }, finish_reason: 'stop' }],
    };
    return new Response(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`, {
      headers: { 'content-type': 'text/event-stream' },
    });
  };
  const { tenfold, say, pass } = await bench({ fetch: send });
  const { id: profile } = await tenfold.profiles.add(PROFILE);
  const { id } = await tenfold.sessions.create({ profileId: profile });
  const added = lookups;
  expect(outcomeOf(await say(id, 'One.'))).toBe('answered');
  await expect.poll(() => lookups).toBe(added + 1);
  await say(id, 'Two.');
  pass(11 * 60_000);
  expect(lookups).toBe(added + 1);
  await say(id, 'Three.');
  await expect.poll(() => lookups).toBe(added + 2);
});

it('[A7] what the provider said stays beside what was set by hand, and Reset brings it back, newer where it answers', async () => {
  const { tenfold, said } = await provider();
  said.window = 32_768;
  await tenfold.profiles.add(PROFILE);
  const detected = { contextWindow: 32_768 };
  const own = await tenfold.models.update(MODEL, { contextWindow: 8_192, answerTokens: 700 });
  expect(own).toMatchObject({ contextWindow: 8_192, answerTokens: 700, source: 'manual', detected });
  said.window = null;
  expect(await tenfold.models.reset(MODEL)).toMatchObject({ ...detected, answerTokens: null, source: 'api', detected });
  said.window = 65_536;
  expect(await tenfold.models.reset(MODEL)).toMatchObject({ contextWindow: 65_536, source: 'api' });
});

it('[A7] a known model is not overwritten by adding it', async () => {
  const { tenfold } = await provider();
  await tenfold.models.add(MODEL, { contextWindow: 9_000 });
  await expect(tenfold.models.add(MODEL, {})).rejects.toMatchObject({ code: 'conflict' });
  expect(await tenfold.models.get(MODEL)).toMatchObject({ contextWindow: 9_000 });
});
