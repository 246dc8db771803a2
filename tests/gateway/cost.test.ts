import type { JsonObject } from '@tenfold/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Billed, Upstream } from '../upstream/upstream.ts';
import { blocksOf, claudeLike, resultOf } from './agent-run.ts';
import { openGateway } from './open-gateway.ts';

/** As shares of the price of a plain input token. */
function costOf(bills: readonly Billed[]): number {
  return bills.reduce((sum, { input, read, write }) => sum + input - read - write + read * 0.1 + write * 1.25, 0);
}

/** The same run of an agent, through a gateway and without one, as its vendor bills it. */
async function costs(
  steps: number,
  room: number,
): Promise<{ readonly ours: number; readonly whole: number; readonly seen: readonly JsonObject[] }> {
  const manner = {
    caches: true,
    answer: ({ messages }: { messages: readonly unknown[] }) => ({
      text: 'Looking.',
      calls: [{ id: `toolu_${messages.length}`, name: 'look', input: {} }],
    }),
  };
  const gateway = await openGateway(manner, { room });
  const alone = await Upstream.open(manner);
  onTestFinished(async () => {
    await gateway.close();
    await alone.close();
  });
  for (const url of [gateway.url, alone.url().replace(/\/v1$/, '')]) {
    const client = claudeLike('You are an agent.');
    client.user('Look at every part of the system.');
    for (let step = 0; step < steps; step++) {
      const answer = await fetch(`${url}/v1/messages`, { method: 'POST', body: client.body('claude-sonnet-4-5') });
      const said = blocksOf(await answer.text());
      client.say(said);
      client.result(String(said.at(-1)?.id), resultOf(step, steps).text);
    }
    await gateway.tenfold.chains.idle();
  }
  expect(gateway.traffic.sums.refusals).toBe(0);
  const billed = gateway.traffic.list().reduce((sum, passed) => sum + (passed.billed?.cacheRead ?? 0), 0);
  expect(billed).toBe(gateway.upstream.bills.reduce((sum, { read }) => sum + read, 0));
  return {
    ours: costOf(gateway.upstream.bills),
    whole: costOf(alone.bills),
    seen: gateway.upstream.seen.map(({ body }) => body),
  };
}

describe('what the vendor bills, its cache included', () => {
  it('is exactly the same below the trigger', async () => {
    const { ours, whole } = await costs(12, 1_000_000);
    expect(ours).toBe(whole);
  });

  it('is less than sending everything above it: the cache breaks once a fold, and marks stay where they read', async () => {
    const { ours, whole } = await costs(60, 15_000);
    expect(ours / whole).toBeLessThan(0.7);
  });
});

describe('tools that the model has to look up', () => {
  const tools = [
    { name: 'find', description: 'Finds tools', input_schema: { type: 'object', properties: {} } },
    ...Array.from({ length: 60 }, (_, at) => ({
      name: `later_${at}`,
      description: 'words that are in nobody’s context '.repeat(40),
      input_schema: { type: 'object', properties: {} },
      defer_loading: true,
    })),
  ];

  it('pass as they came and count for their names only', async () => {
    const gateway = await openGateway({}, { room: 8_000 });
    onTestFinished(() => gateway.close());
    const body = JSON.stringify({
      model: 'claude-sonnet-4-5',
      max_tokens: 100,
      tools,
      messages: [{ role: 'user', content: 'Hello.' }],
    });
    const answer = await fetch(`${gateway.url}/v1/messages`, { method: 'POST', body });
    expect(answer.status).toBe(200);
    expect(JSON.stringify(gateway.upstream.seen.at(-1)?.body)).toBe(body);
    expect(Number(answer.headers.get('x-tenfold-tokens-before'))).toBeLessThan(1_500);
  });
});
