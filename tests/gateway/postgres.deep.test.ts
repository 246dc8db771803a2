import { expect, it, onTestFinished } from 'vitest';
import { describeOnPostgres } from '../postgres/describe-on-postgres.ts';
import { blocksOf, claudeLike, resultOf } from './agent-run.ts';
import { openGateway } from './open-gateway.ts';

const STEPS = 40;
const ROOM = 10_000;

describeOnPostgres('gateways on PostgreSQL', (postgres) => {
  const open = async (...[manner, options]: Parameters<typeof openGateway>) => {
    const gateway = await openGateway(manner, options, { database: postgres.url, secret: 'the same everywhere' });
    onTestFinished(() => gateway.close());
    return gateway;
  };
  type Opened = Awaited<ReturnType<typeof open>>;
  type Turn = { readonly role: string; readonly content: string };
  const talk = async ({ url, tenfold }: Opened, messages: readonly Turn[]) => {
    const body = JSON.stringify({ model: 'gpt-4o', messages });
    const answer = await fetch(`${url}/v1/chat/completions`, { method: 'POST', body });
    const { choices } = (await answer.json()) as { choices: { message: Turn }[] };
    await tenfold.chains.idle();
    const session = answer.headers.get('x-tenfold-session') ?? '';
    return { session, messages: [...messages, { role: 'assistant', content: choices[0]?.message.content ?? '' }] };
  };

  it('go on with a conversation, whichever of them is asked, and after a restart', async () => {
    const [one, two] = [await open(), await open()];
    const first = await talk(one, [{ role: 'user', content: 'What is a heron?' }]);
    const second = await talk(two, [...first.messages, { role: 'user', content: 'And an ibis?' }]);
    await one.restart();
    const third = await talk(one, [...second.messages, { role: 'user', content: 'And a stork?' }]);
    expect([second.session, third.session]).toEqual([first.session, first.session]);
    const { entries } = await two.tenfold.sessions.entries(first.session);
    expect(entries.map(({ role }) => role)).toEqual(Array.from({ length: 6 }, (_, n) => (n % 2 === 0 ? 'user' : 'assistant')));
    expect([...one.lines, ...two.lines]).toEqual([]);
  });

  it('fold an agent that asks one and then the other: no refusal, one session, one branch', async () => {
    let step = 0;
    const manner = {
      window: ROOM,
      answer: () => ({ text: `Looking at ${step}.`, calls: [{ id: `t_${step}`, name: 'look', input: { step } }] }),
    };
    const gateways = [await open(manner, { room: ROOM }), await open(manner, { room: ROOM })];
    const client = claudeLike('You are an agent.');
    client.user('Look at every part.');
    const sessions = new Set<string | null>();
    for (step = 0; step < STEPS; step++) {
      // Ten steps each: a load balancer that changes its mind.
      const { url } = gateways[Math.floor(step / 10) % 2] as Opened;
      const answer = await fetch(`${url}/v1/messages`, { method: 'POST', body: client.body('claude-sonnet-4-5-20250929') });
      expect([answer.status, step, gateways.flatMap(({ lines }) => lines)]).toEqual([200, step, []]);
      sessions.add(answer.headers.get('x-tenfold-session'));
      client.say(blocksOf(await answer.text()));
      client.result(`t_${step}`, resultOf(step, STEPS).text);
      if (step % 10 === 9) for (const { tenfold } of gateways) await tenfold.chains.idle();
    }
    for (const { tenfold } of gateways) await tenfold.chains.idle();
    const [{ tenfold }] = gateways as [Opened];
    expect(gateways.flatMap(({ upstream }) => upstream.seen.flatMap(({ refused }) => refused))).toEqual([]);
    expect(sessions.size).toBe(1);
    const [session] = sessions;
    expect((await tenfold.sessions.branches(session ?? '')).branches).toHaveLength(1);
    expect(gateways.reduce((sum, { traffic }) => sum + traffic.sums.folds, 0)).toBeGreaterThan(0);
  });
});
