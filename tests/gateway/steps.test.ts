import { describe, expect, it, onTestFinished } from 'vitest';
import type { Asked } from '../upstream/upstream.ts';
import { blocksOf, claudeLike, resultOf } from './agent-run.ts';
import { openGateway } from './open-gateway.ts';

/** The deep suite takes the run of the real clients' test, for accounts of both kinds; the quick one a third of it, through a third of the room. */
const IS_DEEP = process.env.TENFOLD_DEEP === '1';
const [STEPS, ROOM] = IS_DEEP ? [300, 32_000] : [90, 10_000];
const ACCOUNTS = [
  ['claude-opus-5-5', true],
  ['claude-sonnet-4-5-20250929', false],
] as const;

/** An agent's run of one open turn, each step one call and its result, ten times the room. */
async function run(model: string, binds: boolean) {
  let step = 0;
  const gateway = await openGateway(
    {
      binds,
      window: ROOM,
      answer: () => ({
        thinking: `Step ${step} needs a look.`,
        text: `Looking at part ${step}.`,
        calls: [{ id: `toolu_${step}`, name: 'look', input: { part: step } }],
      }),
    },
    { room: ROOM },
  );
  onTestFinished(() => gateway.close());
  const client = claudeLike('You are an agent.\nToday is 2026-11-16.');
  client.user('Look at every part of the system and tell me which cluster is wrong.');
  const facts: { text: string; value: string }[] = [];
  const statuses = new Set<number>();
  let lastSent = '';
  for (step = 0; step < STEPS; step++) {
    const body = client.body(model);
    const answer = await fetch(`${gateway.url}/v1/messages?beta=true`, {
      method: 'POST',
      body,
      headers: { 'x-claude-code-session-id': 's1' },
    });
    const text = await answer.text();
    statuses.add(answer.status);
    if (answer.status !== 200) throw new Error(`step ${step}: ${text}`);
    lastSent = JSON.stringify(gateway.upstream.seen.at(-1)?.body.messages);
    client.say(blocksOf(text));
    const { text: result, fact } = resultOf(step, STEPS);
    if (fact !== null) facts.push(fact);
    client.result(`toolu_${step}`, result);
    if (step % 50 === 49) client.reminder(`Reminder ${step}: keep going.`);
  }
  await gateway.tenfold.chains.idle();
  return { gateway, client, facts, lastSent, statuses };
}

describe('an agent through a room a tenth its size', () => {
  it.each(IS_DEEP ? ACCOUNTS : ACCOUNTS.slice(0, 1))(
    '%s (thinking bound: %s): no refusal, one session, what is settled stays byte for byte',
    async (model, binds) => {
      const { gateway, facts, lastSent } = await run(model, binds);
      expect(gateway.upstream.seen.flatMap(({ refused }) => refused)).toEqual([]);
      expect(Math.max(...gateway.upstream.seen.map(({ tokens }) => tokens))).toBeLessThanOrEqual(ROOM);
      const held = facts.filter(({ value }) => lastSent.includes(value)).length;
      expect(held / facts.length).toBeGreaterThanOrEqual(0.6);
      const { sessions } = await gateway.tenfold.sessions.list();
      const [ours, ...more] = sessions.filter(({ entries }) => entries >= 2 * STEPS);
      expect(more).toEqual([]);
      for (const { text, value } of facts) {
        const found = await gateway.tenfold.recall.passages(ours?.id ?? '', text.replace(value, ''), 5, true);
        expect(found.some((passage) => passage.text.includes(value))).toBe(true);
      }
      expect((await gateway.tenfold.sessions.branches(ours?.id ?? '')).branches.length).toBe(1);
      expect(brokenPrefixes(gateway.upstream.seen)).toBeLessThanOrEqual(gateway.traffic.sums.folds);
      expect(gateway.lines).toEqual([]);
    },
    240_000,
  );
});

/** How often a request does not begin with what the one before it sent, its last message and marks aside: the cache breaks once a fold. */
function brokenPrefixes(seen: readonly Asked[]): number {
  const texts = seen.map(({ body }) => (body.messages as readonly unknown[]).map((message) => JSON.stringify(message)));
  return texts.slice(1).filter((messages, at) => {
    const before = texts[at]?.slice(0, -1) ?? [];
    return before.some((text, place) => messages[place] !== text);
  }).length;
}
