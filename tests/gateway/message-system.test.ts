import type { JsonObject } from '@tenfold/core';
import { expect, it, onTestFinished } from 'vitest';
import { blocksOf, claudeLike, resultOf } from './agent-run.ts';
import { openGateway } from './open-gateway.ts';

const STEPS = 24;
const ROOM = 8_000;

it('sends system text among the messages as it came, with what it says beside, through folds', async () => {
  let step = 0;
  const gateway = await openGateway(
    {
      window: ROOM,
      answer: () => ({ text: `Looking at ${step}.`, calls: [{ id: `t_${step}`, name: 'look', input: { step } }] }),
    },
    { room: ROOM },
  );
  onTestFinished(() => gateway.close());
  const client = claudeLike('You are an agent.');
  client.user('Look at every part.');
  const reminder = (n: number) => ({
    role: 'system',
    // Claude Code sends some with nothing but what stands beside.
    content: n % 2 === 0 ? [{ type: 'text', text: `Reminder ${n}` }] : [],
    output_config: { effort: n % 2 === 0 ? 'high' : 'low' },
  });
  for (step = 0; step < STEPS; step++) {
    const answer = await fetch(`${gateway.url}/v1/messages`, { method: 'POST', body: client.body('claude-sonnet-4-5-20250929') });
    expect([answer.status, step]).toEqual([200, step]);
    client.say(blocksOf(await answer.text()));
    client.result(`t_${step}`, resultOf(step, STEPS).text);
    client.messages.push(reminder(step));
  }
  await gateway.tenfold.chains.idle();
  const { seen } = gateway.upstream;
  expect(seen.flatMap(({ refused }) => refused)).toEqual([]);
  expect(gateway.traffic.sums.folds).toBeGreaterThan(0);
  for (const [at, { body }] of seen.entries()) {
    const told = (body.messages as readonly JsonObject[]).filter(({ role }) => role === 'system');
    // The last of them is never folded; whichever still stand are those that came.
    const came = Array.from({ length: at }, (_, n) => reminder(n));
    expect(told.length).toBeGreaterThanOrEqual(Math.min(1, at));
    const bare = (message: JsonObject) => JSON.stringify(message).replaceAll(',"cache_control":{"type":"ephemeral"}', '');
    for (const one of told) expect(came.map(bare)).toContain(bare(one));
  }
});
