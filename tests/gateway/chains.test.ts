import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openGateway } from './open-gateway.ts';

let gateway: Awaited<ReturnType<typeof openGateway>>;
let said = 0;
beforeAll(async () => {
  gateway = await openGateway({ answer: () => ({ text: `Answer ${++said}.` }) });
});
afterAll(() => gateway.close());

type Turn = { role: string; content: string };
const ask = (content: string): Turn => ({ role: 'user', content });

/** Sends a conversation and gives it back with the answer in it, as a client keeps it. */
async function talk(messages: readonly Turn[], system = 'Be brief.') {
  const body = JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'system', content: system }, ...messages] }, null, 1);
  const answer = await fetch(`${gateway.url}/v1/chat/completions`, { method: 'POST', body });
  const { choices } = (await answer.json()) as { choices: { message: Turn }[] };
  await gateway.tenfold.chains.idle();
  const { content } = (choices[0] as { message: Turn }).message;
  return {
    body,
    session: answer.headers.get('x-tenfold-session') ?? '',
    messages: [...messages, { role: 'assistant', content }],
  };
}

async function recordOf(session: string) {
  const { entries } = await gateway.tenfold.sessions.entries(session);
  return entries.map(({ role }) => role);
}

describe('chains', () => {
  it('records a conversation that is sent again and again once', async () => {
    const one = await talk([ask('What is a heron?')]);
    const two = await talk([...one.messages, ask('And an ibis?')]);
    expect(two.session).toBe(one.session);
    expect(await recordOf(one.session)).toEqual(['user', 'assistant', 'user', 'assistant']);
  });

  it('starts another for another system text, as a request for a title is', async () => {
    const one = await talk([ask('Tell me of walruses.')]);
    const title = await talk([ask('Tell me of walruses.')], 'Write a title for this conversation.');
    expect(title.session).not.toBe(one.session);
  });

  it('goes on where a client retries, and branches where it rewinds or edits', async () => {
    const one = await talk([ask('Count to one.')]);
    const again = await talk([ask('Count to one.')]);
    expect(again.session).toBe(one.session);
    const two = await talk([...one.messages, ask('To two.')]);
    const other = await talk([...one.messages, ask('To three.')]);
    expect([two.session, other.session]).toEqual([one.session, one.session]);
    const { branches } = await gateway.tenfold.sessions.branches(one.session);
    expect(branches.map(({ entries }) => entries)).toEqual([4, 4]);
  });

  it('goes on with an answer that its client sends back in words of its own', async () => {
    const one = await talk([ask('Name a bird.')]);
    const reworded = one.messages.with(-1, { role: 'assistant', content: `${one.messages.at(-1)?.content} ` });
    const two = await talk([...reworded, ask('Another.')]);
    expect(two.session).toBe(one.session);
    const { branches } = await gateway.tenfold.sessions.branches(one.session);
    expect(branches.map(({ entries }) => entries)).toEqual([4]);
  });

  it('knows a conversation again after a restart', async () => {
    const one = await talk([ask('Remember the osprey.')]);
    await gateway.restart();
    const two = await talk([...one.messages, ask('What did I say?')]);
    expect(two.session).toBe(one.session);
    expect(await recordOf(one.session)).toEqual(['user', 'assistant', 'user', 'assistant']);
  });

  it('sends below the trigger the very bytes that came', async () => {
    const { url } = gateway;
    const { traffic } = gateway;
    const { body } = await talk([ask('Only bytes.')]);
    const passed = traffic.get(traffic.list()[0]?.id ?? '');
    expect(url).toBe(gateway.url);
    expect(passed?.bodies?.sent).toBe(body);
  });
});

describe('a request that does not fit', () => {
  it('is refused in the words its client recovers by', async () => {
    const small = await openGateway({}, { room: 1_000 });
    const body = JSON.stringify({ model: 'gpt-4o', messages: [ask('word '.repeat(3_000))] });
    const answer = await fetch(`${small.url}/v1/chat/completions`, { method: 'POST', body });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code: 'context_length_exceeded' } });
    expect(small.upstream.seen).toEqual([]);
    await small.close();
  });

  it('is folded and tried once more where the vendor finds it too long', async () => {
    const tight = await openGateway({ window: 3_000 }, { room: 100_000 });
    const turns = Array.from({ length: 12 }, (_, turn) => [
      ask(`Part ${turn}: ${'some words of talk '.repeat(80)}`),
      { role: 'assistant', content: `Read part ${turn}.` },
    ]);
    const body = JSON.stringify({ model: 'gpt-4o', messages: [...turns.flat(), ask('Go on.')] });
    const answer = await fetch(`${tight.url}/v1/chat/completions`, { method: 'POST', body });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-tenfold-retried')).toBe('1');
    expect(tight.upstream.seen).toHaveLength(2);
    await tight.close();
  });
});
