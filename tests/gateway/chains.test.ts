import { messageText } from '@tenfold/core';
import { jsonLog } from '@tenfold/server';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { serveGateway } from '../../packages/server/src/process/serve-gateway.ts';
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
async function talk(messages: readonly Turn[], system = 'Be brief.', headers: Record<string, string> = {}, url = gateway.url) {
  const body = JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'system', content: system }, ...messages] }, null, 1);
  const answer = await fetch(`${url}/v1/chat/completions`, { method: 'POST', body, headers });
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

/** What stands on each branch of a session, in no order that says anything. */
async function branchesOf(session: string): Promise<readonly (readonly string[])[]> {
  const { branches } = await gateway.tenfold.sessions.branches(session);
  const texts = await Promise.all(
    branches.map(async ({ name: branch }) => {
      const { entries } = await gateway.tenfold.sessions.entries(session, { branch });
      return entries.map((entry) => messageText(entry));
    }),
  );
  return texts.toSorted();
}

const textsOf = (messages: readonly Turn[]) => messages.map(({ content }) => content);

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

  it('goes on where a client retries', async () => {
    const one = await talk([ask('Count to one.')]);
    const again = await talk([ask('Count to one.')]);
    expect(again.session).toBe(one.session);
    expect(await branchesOf(one.session)).toEqual([textsOf(one.messages)]);
  });

  it('branches where a client rewinds, and goes on there', async () => {
    const one = await talk([ask('Count to three.')]);
    const two = await talk([...one.messages, ask('To four.')]);
    const three = await talk([...two.messages, ask('To five.')]);
    const back = await talk([...one.messages, ask('To six.')]);
    const on = await talk([...back.messages, ask('To seven.')]);
    expect([two, three, back, on].map(({ session }) => session)).toEqual(Array(4).fill(one.session));
    expect(await branchesOf(one.session)).toEqual([textsOf(three.messages), textsOf(on.messages)].toSorted());
  });

  it('branches where a client edits what it said', async () => {
    const one = await talk([ask('Count sheep.')]);
    const two = await talk([...one.messages, ask('Black ones.')]);
    const edited = await talk([...two.messages.slice(0, 2), ask('White ones.'), ...two.messages.slice(3), ask('Go on.')]);
    expect(edited.session).toBe(one.session);
    expect(await branchesOf(one.session)).toEqual([textsOf(two.messages), textsOf(edited.messages)].toSorted());
  });

  it('keeps parallel branches of one chain apart, and each goes on', async () => {
    const one = await talk([ask('Look at three files.')]);
    const asked = ['The first.', 'The second.', 'The third.'];
    const beside = await Promise.all(asked.map((content) => talk([...one.messages, ask(content)])));
    const further = await Promise.all(beside.map(({ messages }) => talk([...messages, ask('Go on.')])));
    expect(new Set([...beside, ...further].map(({ session }) => session))).toEqual(new Set([one.session]));
    expect(await branchesOf(one.session)).toEqual(further.map(({ messages }) => textsOf(messages)).toSorted());
  });

  it('records what is opened twice at once as one', async () => {
    const [one, two] = await Promise.all([talk([ask('Both at once.')]), talk([ask('Both at once.')])]);
    expect(two.session).toBe(one.session);
  });

  it("starts a chain for a sub-agent, whose session header is its parent's, and goes on with both", async () => {
    const headers = { 'x-claude-code-session-id': 'one' };
    const agent = { ...headers, 'x-claude-code-agent-id': 'explore' };
    const parent = await talk([ask('Mend the parser.')], 'You are an agent.', headers);
    const child = await talk([ask('Find the parser.')], 'You are a sub-agent.', agent);
    const more = await talk([...child.messages, ask('Go on.')], 'You are a sub-agent.', agent);
    const on = await talk([...parent.messages, ask('Go on.')], 'You are an agent.', headers);
    expect([child.session === parent.session, more.session, on.session]).toEqual([false, child.session, parent.session]);
    expect(await branchesOf(parent.session)).toEqual([textsOf(on.messages)]);
  });

  it("finds the chain of a client's own compaction, and starts one for what it goes on with", async () => {
    const headers = { 'x-claude-code-session-id': 'two' };
    const one = await talk([ask('Read everything.')], 'You are an agent.', headers);
    const two = await talk([...one.messages, ask('And more.')], 'You are an agent.', headers);
    const order = ask('CRITICAL: Respond with TEXT ONLY. Write a summary of all that was said.');
    const compaction = await talk([...two.messages, order], 'You are an agent.', headers);
    expect(compaction.session).toBe(one.session);
    const summary = ask(`This session goes on from another. Summary: ${compaction.messages.at(-1)?.content}`);
    const after = await talk([summary, ask('Go on.')], 'You are an agent.', headers);
    const on = await talk([...after.messages, ask('And on.')], 'You are an agent.', headers);
    expect([after.session === one.session, on.session]).toEqual([false, after.session]);
    expect(await branchesOf(one.session)).toEqual([textsOf(compaction.messages)]);
    expect(await branchesOf(after.session)).toEqual([textsOf(on.messages)]);
  });

  it('goes on with --continue, on another day and by another process of the client', async () => {
    const system = (day: string) => `You are an agent.\nToday is ${day}.`;
    const one = await talk([ask('Begin the work.')], system('2026-11-16'), { 'session-id': 'a' });
    await gateway.restart();
    const two = await talk([...one.messages, ask('Where were we?')], system('2026-11-17'), { 'session-id': 'b' });
    expect(two.session).toBe(one.session);
    expect(await branchesOf(one.session)).toEqual([textsOf(two.messages)]);
  });

  it('goes on with an answer that its client sends back in words of its own', async () => {
    const one = await talk([ask('Name a bird.')]);
    const reworded = one.messages.with(-1, { role: 'assistant', content: `${one.messages.at(-1)?.content} ` });
    const two = await talk([...reworded, ask('Another.')]);
    expect(two.session).toBe(one.session);
    const { branches } = await gateway.tenfold.sessions.branches(one.session);
    expect(branches.map(({ entries }) => entries)).toEqual([4]);
  });

  it('goes on where another process on the same home went on meanwhile', async () => {
    const openai = gateway.upstream.url();
    const settings = { host: '127.0.0.1', port: 0, token: null, secret: undefined, open: false, home: gateway.home };
    const log = jsonLog('warn', { write: (line) => void gateway.lines.push(line) });
    const other = await serveGateway({ ...settings, gateway: { upstreams: { openai } } }, { log, environment: {} });
    let isOpen = true;
    const stop = async () => {
      if (isOpen) await other.stop();
      isOpen = false;
    };
    onTestFinished(stop);
    const one = await talk([ask('Which birds wade?')]);
    const two = await talk([...one.messages, ask('Name one more.')], 'Be brief.', {}, other.url);
    await stop();
    const three = await talk([...two.messages, ask('And the largest?')]);
    const four = await talk([...three.messages, ask('And the smallest?')]);
    expect([two.session, three.session, four.session]).toEqual([one.session, one.session, one.session]);
    expect(await branchesOf(one.session)).toEqual([textsOf(four.messages)]);
    expect(gateway.lines).toEqual([]);
  });

  it('records a conversation that comes long, part by part, whole and once', async () => {
    const long = Array.from({ length: 41 }, (_, n) => ({
      role: n % 2 === 0 ? 'user' : 'assistant',
      content: `Part ${n}: ${`${n} herons wade in the shallow water of the bay. `.repeat(600)}`,
    }));
    const roomy = await openGateway({ answer: () => ({ text: 'Read.' }) }, { room: 10_000_000 });
    onTestFinished(() => roomy.close());
    const sessions = new Set<string>();
    for (const more of [[], [{ role: 'assistant', content: 'Read.' }, ask('And now?')]]) {
      const body = JSON.stringify({ model: 'gpt-4o', messages: [...long, ...more] });
      const answer = await fetch(`${roomy.url}/v1/chat/completions`, { method: 'POST', body });
      expect(answer.status).toBe(200);
      sessions.add(answer.headers.get('x-tenfold-session') ?? '');
      await answer.text();
      await roomy.tenfold.chains.idle();
    }
    const [ours = '', ...others] = sessions;
    expect(others).toEqual([]);
    const { entries } = await roomy.tenfold.sessions.entries(ours, { limit: 100 });
    expect(entries).toHaveLength(long.length + 3);
    expect(entries.map((entry) => messageText(entry)).slice(0, long.length)).toEqual(textsOf(long));
    expect(roomy.lines).toEqual([]);
  });

  it('knows a conversation again after a restart', async () => {
    const one = await talk([ask('Remember the osprey.')]);
    await gateway.restart();
    const two = await talk([...one.messages, ask('What did I say?')]);
    expect(two.session).toBe(one.session);
    expect(await recordOf(one.session)).toEqual(['user', 'assistant', 'user', 'assistant']);
  });

  it('knows which of its branches it was after a restart, and goes on with the folds of that one', async () => {
    const small = await openGateway({ answer: () => ({ text: 'Read.' }) }, { room: 6_000 });
    onTestFinished(() => small.close());
    const turn = (n: number, words: string) => [ask(`Part ${n}: ${words}`), { role: 'assistant', content: `Read part ${n}.` }];
    const send = async (messages: readonly Turn[]) => {
      const body = JSON.stringify({ model: 'gpt-4o', messages: [...messages, ask('Go on.')] });
      const answer = await fetch(`${small.url}/v1/chat/completions`, { method: 'POST', body });
      expect(answer.status, await answer.text()).toBe(200);
      await small.tenfold.chains.idle();
      return { session: answer.headers.get('x-tenfold-session') ?? '', sent: small.upstream.seen.at(-1)?.body.messages };
    };
    const long = Array.from({ length: 12 }, (_, n) => turn(n, 'some words of talk '.repeat(150))).flat();
    const folded = await send(long);
    expect(await small.tenfold.folding.runs(folded.session)).toHaveLength(1);
    // One that has more entries, and left it after two.
    const beside = await send([...long.slice(0, 2), ...Array.from({ length: 20 }, (_, n) => turn(n, 'short.')).flat()]);
    await small.restart();
    const again = await send(long);
    expect([beside.session, again]).toEqual([folded.session, folded]);
    // The other is the current branch, and nothing was folded there.
    expect(await small.tenfold.folding.runs(folded.session)).toEqual([]);
  });

  it('sends below the trigger the very bytes that came', async () => {
    const { url } = gateway;
    const { traffic } = gateway;
    const { body } = await talk([ask('Only bytes.')]);
    const passed = traffic.get(traffic.list()[0]?.id ?? '');
    expect(url).toBe(gateway.url);
    expect(passed?.bodies?.sent).toBe(body);
  });

  it('goes on in a session of its own where the one it had was removed in the app, branches and all', async () => {
    const one = await talk([ask('Name a mammal.')]);
    const other = await talk([...one.messages, ask('A large one.')]);
    await talk([...one.messages, ask('A small one.')]);
    await gateway.tenfold.sessions.remove(one.session);
    // It is noticed by the version of its head, which is looked at now and then, or by what cannot be written.
    gateway.pass(2_000);
    const again = await Promise.all([1, 2, 3].map(() => talk([...other.messages, ask('And its name?')])));
    const [first] = again;
    expect(first?.session).not.toBe(one.session);
    expect(again.map(({ session }) => session)).toEqual(again.map(() => first?.session));
    const next = await talk([...(first?.messages ?? []), ask('And why?')]);
    expect(next.session).toBe(first?.session);
    expect((await recordOf(next.session)).length).toBe(8);
  });
});

/** The same talk in each API, and the words its clients know that it is too long by. */
const inGemini = ({ role, content }: Turn) => ({ role: role === 'user' ? 'user' : 'model', parts: [{ text: content }] });
const apis: readonly [path: string, body: (turns: readonly Turn[]) => object, words: RegExp][] = [
  ['/v1/chat/completions', (messages) => ({ model: 'gpt-4o', messages }), /"code":"context_length_exceeded"/],
  ['/v1/responses', (input) => ({ model: 'gpt-4o', input }), /"code":"context_length_exceeded"/],
  [
    '/v1/messages',
    (messages) => ({ model: 'claude-sonnet-4-5', max_tokens: 100, messages }),
    /prompt is too long: \d+ tokens > \d+/,
  ],
  [
    '/v1beta/models/gemini-2.5-pro:generateContent',
    (turns) => ({ contents: turns.map(inGemini) }),
    /input token count \(\d+\) exceeds the maximum/,
  ],
];

describe.each(apis)('a request to %s that does not fit', (path, bodyOf, words) => {
  it('is refused in the words its client recovers by', async () => {
    const small = await openGateway({}, { room: 1_000 });
    onTestFinished(() => small.close());
    const body = JSON.stringify(bodyOf([ask('word '.repeat(3_000))]));
    const answer = await fetch(`${small.url}${path}`, { method: 'POST', body });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toMatch(words);
    expect(small.upstream.seen).toEqual([]);
  });

  it('is folded and tried once more where the vendor finds it too long', async () => {
    const tight = await openGateway({ window: 3_000 }, { room: 100_000 });
    onTestFinished(() => tight.close());
    const turns = Array.from({ length: 12 }, (_, turn) => [
      ask(`Part ${turn}: ${'some words of talk '.repeat(80)}`),
      { role: 'assistant', content: `Read part ${turn}.` },
    ]);
    const body = JSON.stringify(bodyOf([...turns.flat(), ask('Go on.')]));
    const answer = await fetch(`${tight.url}${path}`, { method: 'POST', body });
    expect(answer.status, await answer.text()).toBe(200);
    expect(answer.headers.get('x-tenfold-retried')).toBe('1');
    expect(tight.upstream.seen).toHaveLength(2);
    expect(tight.upstream.seen.flatMap(({ refused }) => refused)).toEqual([]);
  });
});
