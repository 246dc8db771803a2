import { expect, it, onTestFinished } from 'vitest';
import { blocksOf, claudeLike, resultOf } from './agent-run.ts';
import { openGateway } from './open-gateway.ts';

const MODEL = 'claude-opus-5-5';
const ROOM = 14_000;
/** How often the app's own changes to a chain are looked for, and a little more. */
const CHECK_MS = 1_100;

/** An agent whose model binds its thinking, some answers after its first fold, or a later one. */
async function foldedRun(folds = 1) {
  let step = 0;
  const gateway = await openGateway(
    {
      binds: true,
      answer: () => ({
        thinking: `Step ${step} needs a look.`,
        text: `Looking at part ${step}.`,
        calls: [{ id: `toolu_${step}`, name: 'look', input: { part: step } }],
      }),
    },
    { room: ROOM },
  );
  onTestFinished(() => gateway.close());
  const client = claudeLike('You are an agent.');
  client.user('Look at every part of the system.');
  const headers: Record<string, string> = {};
  /** One step; what was sent of it. */
  const next = async () => {
    const body = client.body(MODEL);
    const answer = await fetch(`${gateway.url}/v1/messages`, { method: 'POST', body, headers });
    const text = await answer.text();
    expect(answer.status, text).toBe(200);
    await gateway.tenfold.chains.idle();
    client.say(blocksOf(text));
    // Long until a fold is near, then short: what is undone does not fill the room at once.
    const isNear = Number(answer.headers.get('x-tenfold-tokens-before')) > ROOM * 0.6;
    client.result(`toolu_${step}`, resultOf(step, 1).text.slice(0, isNear ? 100 : 2_000));
    step++;
    const sent = gateway.upstream.seen.at(-1)?.body as { messages: readonly { content: unknown }[] };
    const thoughts = JSON.stringify(sent).split('"type":"thinking"').length - 1;
    return { received: JSON.parse(body), sent, thoughts, session: answer.headers.get('x-tenfold-session') ?? '' };
  };
  let session = '';
  const isFolded = () => (gateway.traffic.list()[0]?.folds ?? 0) >= folds;
  while (!isFolded()) ({ session } = await next());
  await next();
  return { gateway, headers, next, session };
}

type Run = Awaited<ReturnType<typeof foldedRun>>;

async function undo({ gateway: { tenfold }, session }: Run): Promise<void> {
  for (const { id, active } of await tenfold.folding.runs(session)) if (active) await tenfold.folding.undo(session, id);
}

const ways: Readonly<Record<string, (run: Run) => Promise<unknown>>> = {
  'is undone in the app': async (run) => {
    await undo(run);
    run.gateway.pass(CHECK_MS);
  },
  'is undone before a restart': async (run) => {
    await undo(run);
    await run.gateway.restart();
  },
  'is only observed from now on': ({ gateway }) => gateway.restart({ observe: true }),
  'is bypassed': async ({ headers }) => {
    headers['x-tenfold-bypass'] = '1';
  },
};

it.each(Object.entries(ways))('leaves out thinking that was made on a fold which %s, and no other', async (_, change) => {
  const run = await foldedRun();
  await change(run);
  for (let step = 0; step < 3; step++) {
    const { sent, received, thoughts } = await run.next();
    // What came goes out, less the thinking of the answers behind the fold; and nothing is folded again for as long as there is room.
    expect(sent.messages).toHaveLength(received.messages.length);
    expect(thoughts).toBeGreaterThan(0);
    expect(thoughts).toBeLessThan((received.messages.length - 1) / 2);
  }
  expect(run.gateway.upstream.seen.flatMap(({ refused }) => refused)).toEqual([]);
});

it.each([
  ['is bypassed', ways['is bypassed']],
  ['is undone', undo],
] as [string, (run: Run) => Promise<void>][])(
  'knows what thinking was made on that a later fold covers, where that %s behind a restart',
  async (_, change) => {
    const run = await foldedRun(2);
    await run.gateway.restart();
    await run.next();
    await change(run);
    run.gateway.pass(CHECK_MS);
    await run.next();
    expect(run.gateway.upstream.seen.flatMap(({ refused }) => refused)).toEqual([]);
  },
);

it('leaves out thinking that its model refuses because what it was made on was removed, and asks once more', async () => {
  const run = await foldedRun();
  await run.gateway.tenfold.sessions.remove(run.session);
  await run.gateway.restart();
  const before = run.gateway.upstream.seen.length;
  const refused = () => run.gateway.upstream.seen.slice(before).map((asked) => asked.refused.length > 0);
  await run.next();
  expect(refused()).toEqual([true, false]);
  // From here on it is known.
  for (let step = 0; step < 3; step++) expect((await run.next()).thoughts).toBe(step);
  expect(refused()).toEqual([true, false, false, false, false]);
});
