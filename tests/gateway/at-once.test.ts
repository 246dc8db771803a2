import { setImmediate as nextTurn } from 'node:timers/promises';
import { messageText } from '@tenfold/core';
import { expect, it, onTestFinished } from 'vitest';
import type { Said } from '../upstream/wire.ts';
import { openGateway } from './open-gateway.ts';

type Turn = { role: string; content: string };
const ask = (content: string): Turn => ({ role: 'user', content });
const said = (content: string): Turn => ({ role: 'assistant', content });

/** A gateway, and a client that sends the same twenty times at once. */
async function opened(options: Parameters<typeof openGateway>[1] = {}, answer: () => Said | undefined = () => undefined) {
  let answers = 0;
  const gateway = await openGateway({ answer: () => answer() ?? { text: `Answer ${++answers}.` } }, options);
  onTestFinished(() => gateway.close());
  const send = async (messages: readonly Turn[], times = 1) => {
    const body = JSON.stringify({ model: 'gpt-4o', messages });
    const sent = Array.from({ length: times }, async () => {
      const answer = await fetch(`${gateway.url}/v1/chat/completions`, { method: 'POST', body });
      expect(answer.status, await answer.clone().text()).toBe(200);
      const { choices } = (await answer.json()) as { choices: { message: Turn }[] };
      return { session: answer.headers.get('x-tenfold-session') ?? '', content: choices[0]?.message.content ?? '' };
    });
    const all = await Promise.all(sent);
    await gateway.tenfold.chains.idle();
    expect(new Set(all.map(({ session }) => session)).size).toBe(1);
    return all[0] as (typeof all)[number];
  };
  /** What stands on each branch, an answer that came last left out: which of them counts is for the next request to say. */
  const branches = async (session: string) => {
    const listed = await gateway.tenfold.sessions.branches(session);
    const texts = await Promise.all(
      listed.branches.map(async ({ name: branch }) => {
        const { entries } = await gateway.tenfold.sessions.entries(session, { branch });
        const isAnswered = entries.at(-1)?.role === 'assistant';
        return entries.slice(0, isAnswered ? -1 : undefined).map((entry) => messageText(entry));
      }),
    );
    return texts.toSorted();
  };
  return { gateway, send, branches };
}

const textsOf = (messages: readonly Turn[]) => messages.map(({ content }) => content);

it('records twenty equal openings as one', async () => {
  const { send, branches } = await opened();
  const opening = [ask('Twenty at once.')];
  const { session } = await send(opening, 20);
  expect(await branches(session)).toEqual([textsOf(opening)]);
});

it('goes on with an answer that twenty equal requests have in other words, on the branch it had', async () => {
  const { send, branches } = await opened();
  const opening = [ask('Name a bird.')];
  const { session, content } = await send(opening);
  const more = [...opening, said(`${content} `), ask('Another.')];
  await send(more, 20);
  expect(await branches(session)).toEqual([textsOf(more)]);
});

it('puts back what was hidden where twenty equal requests have the answer in other words', async () => {
  const script = [
    { text: 'Let me look.', calls: [{ id: 'call_1', name: 'recall', input: { query: 'heron' } }] },
    { text: 'Grey.' },
  ];
  const { gateway, send, branches } = await opened({ recall: true }, () => script.shift());
  const opening = [ask('What colour was the heron?')];
  const { session, content } = await send(opening);
  await send([...opening, said(`${content} `), ask('Thanks.')], 20);
  const [only, ...others] = await branches(session);
  expect([only?.[0], only?.at(-1), others]).toEqual([opening[0]?.content, 'Thanks.', []]);
  const bodies = gateway.upstream.seen.slice(2).map(({ body }) => JSON.stringify(body));
  expect([bodies.length, new Set(bodies).size, bodies[0]?.includes('call_1')]).toEqual([20, 1, true]);
});

it('makes one branch of twenty equal requests that rewind', async () => {
  const { send, branches } = await opened();
  const opening = [ask('Count.')];
  const { session, content } = await send(opening);
  const one = [...opening, said(content), ask('To three.')];
  const on = await send(one);
  const further = [...one, said(on.content), ask('To four.')];
  await send(further);
  const back = [...opening, said(content), ask('To ten.')];
  await send(back, 20);
  expect(await branches(session)).toEqual([textsOf(further), textsOf(back)].toSorted());
});

it.each([
  ['go on', (messages: readonly Turn[]) => [...messages, ask('Where were we?')]],
  ['rewind', (messages: readonly Turn[]) => [...messages.slice(0, 2), ask('Elsewhere.')]],
])('finds the branch again that twenty equal requests %s from behind a restart', async (_, next) => {
  const { gateway, send, branches } = await opened();
  const opening = [ask('Begin.')];
  const { session, content } = await send(opening);
  const one = [...opening, said(content), ask('Go on.')];
  const two = await send(one);
  const all = [...one, said(two.content)];
  await gateway.restart();
  const more = next(all);
  await send(more, 20);
  const isOn = more.length > all.length;
  expect(await branches(session)).toEqual((isOn ? [more] : [one, more]).map(textsOf).toSorted());
});

it('folds once where twenty equal requests wait for a fold, and asks for each summary once', async () => {
  let asks = 0;
  const gateway: Awaited<ReturnType<typeof openGateway>> = await openGateway(
    {
      async answer({ messages }) {
        if (messages.length > 1) return { text: 'Read.' };
        asks++;
        while (gateway.traffic.list().length < 20) await nextTurn();
        return { text: `Summary ${asks}: the parts tell of a kestrel in the attic.` };
      },
    },
    { room: 6_000, summarizer: 'client' },
  );
  onTestFinished(() => gateway.close());
  const long = Array.from({ length: 14 }, (_, n) => [
    ask(`Part ${n}: ${'some words of talk '.repeat(150)}`),
    said(`Read part ${n}.`),
  ]).flat();
  const body = JSON.stringify({ model: 'gpt-4o', messages: [...long, ask('Go on.')] });
  const sent = Array.from({ length: 20 }, () => fetch(`${gateway.url}/v1/chat/completions`, { method: 'POST', body }));
  const answers = await Promise.all(sent);
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  await gateway.tenfold.chains.idle();
  const runs = await gateway.tenfold.folding.runs(answers[0]?.headers.get('x-tenfold-session') ?? '');
  expect([runs.length, asks]).toEqual([1, 1]);
  const bodies = gateway.upstream.seen.filter(({ messages }) => messages.length > 1);
  expect(new Set(bodies.map((asked) => JSON.stringify(asked.body))).size).toBe(1);
  expect(gateway.lines).toEqual([]);
});
