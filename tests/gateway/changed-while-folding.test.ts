import { expect, it, onTestFinished } from 'vitest';
import { openGateway } from './open-gateway.ts';

/** How often the app's own changes to a chain are looked for, and a little more. */
const CHECK_MS = 1_100;
const ROOM = 6_000;

const turn = (n: number) => [
  { role: 'user', content: `Part ${n}: ${'some words of talk '.repeat(150)}` },
  { role: 'assistant', content: `Read part ${n}.` },
];

/** A conversation that was folded once, and whose second fold waits for its summary. */
async function foldingRun() {
  let held: PromiseWithResolvers<void> | null = null;
  const asked = Promise.withResolvers<void>();
  const gateway = await openGateway(
    {
      async answer({ messages }) {
        if (messages.length > 1) return { text: 'Read.' };
        if (held !== null) asked.resolve();
        await held?.promise;
        return { text: 'The parts tell of a kestrel in the attic.' };
      },
    },
    { room: ROOM, summarizer: 'client' },
  );
  onTestFinished(async () => {
    held?.resolve();
    await gateway.close();
  });
  const messages = Array.from({ length: 8 }, (_, n) => turn(n)).flat();
  const send = async () => {
    const body = JSON.stringify({ model: 'gpt-4o', messages: [...messages, { role: 'user', content: 'Go on.' }] });
    const answer = await fetch(`${gateway.url}/v1/chat/completions`, { method: 'POST', body });
    expect(answer.status, await answer.text()).toBe(200);
    return answer.headers.get('x-tenfold-session') ?? '';
  };
  const session = await send();
  await gateway.tenfold.chains.idle();
  const [first] = await gateway.tenfold.folding.runs(session);
  held = Promise.withResolvers();
  for (let n = 8; n < 16; n++) messages.push(...turn(n));
  const waiting = send();
  await asked.promise;
  return {
    gateway,
    session,
    first: first?.id ?? '',
    /** Lets another request see what the app did, and the summary come. */
    async goOn() {
      gateway.pass(CHECK_MS);
      const other = send();
      while (gateway.traffic.list().length < 3) await new Promise((later) => setImmediate(later));
      held?.resolve();
      await Promise.all([waiting, other]);
      await gateway.tenfold.chains.idle();
      return JSON.stringify(gateway.upstream.seen.findLast(({ messages: sent }) => sent.length > 1)?.body);
    },
  };
}

it('drops a fold whose conversation lost an earlier one in the app meanwhile', async () => {
  const { gateway, session, first, goOn } = await foldingRun();
  await gateway.tenfold.folding.undo(session, first);
  await goOn();
  // What was folded on top of what was undone is not in force: another was made on what stands.
  const runs = await gateway.tenfold.folding.runs(session);
  expect(runs.filter(({ active, id }) => active && id !== first)).toHaveLength(1);
  expect(runs).toHaveLength(1);
  expect(gateway.upstream.seen.flatMap(({ refused }) => refused)).toEqual([]);
});

it('hides nothing that was protected in the app while it folded', async () => {
  const { gateway, session, goOn } = await foldingRun();
  const { entries } = await gateway.tenfold.sessions.entries(session);
  const kept = entries.find(({ parts }) => JSON.stringify(parts).includes('Part 10:'));
  await gateway.tenfold.sessions.protect(session, kept?.id ?? '', true);
  expect(await goOn()).toContain('Part 10: some words of talk');
  expect(gateway.upstream.seen.flatMap(({ refused }) => refused)).toEqual([]);
});
