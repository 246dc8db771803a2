import { expect, it, onTestFinished } from 'vitest';
import { openGateway } from './open-gateway.ts';

/** How often the app's own changes to a chain are looked for, and a little more. */
const CHECK_MS = 1_100;

it('folds again in the same words what was undone, where something in it is protected by then', async () => {
  const gateway = await openGateway(
    { answer: ({ messages }) => ({ text: messages.length > 1 ? 'Read.' : 'The parts tell of a kestrel in the attic.' }) },
    { room: 6_000, summarizer: 'client' },
  );
  onTestFinished(() => gateway.close());
  const messages = Array.from({ length: 14 }, (_, n) => [
    { role: 'user', content: `Part ${n}: ${'some words of talk '.repeat(150)}` },
    { role: 'assistant', content: `Read part ${n}.` },
  ]).flat();
  const send = async () => {
    const body = JSON.stringify({ model: 'gpt-4o', messages: [...messages, { role: 'user', content: 'Go on.' }] });
    const answer = await fetch(`${gateway.url}/v1/chat/completions`, { method: 'POST', body });
    expect(answer.status, await answer.text()).toBe(200);
    await gateway.tenfold.chains.idle();
    return answer.headers.get('x-tenfold-session') ?? '';
  };
  const session = await send();
  const { entries } = await gateway.tenfold.sessions.entries(session);
  const ids = new Set<string>();
  for (const at of [4, 7, 9]) {
    const [run] = await gateway.tenfold.folding.runs(session);
    ids.add(run?.id ?? '');
    await gateway.tenfold.folding.undo(session, run?.id ?? '');
    await gateway.tenfold.sessions.protect(session, entries[at]?.id ?? '', true);
    gateway.pass(CHECK_MS);
    await send();
  }
  expect(ids.size).toBe(3);
});
