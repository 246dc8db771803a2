import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openGateway } from './open-gateway.ts';

const KEY = 'sk-of-the-client-4711';

/** A conversation of so many turns, some 600 tokens each. */
const talk = (turns: number) => [
  ...Array.from({ length: turns }, (_, turn) => [
    { role: 'user', content: `Part ${turn}: ${'some words of talk '.repeat(150)}` },
    { role: 'assistant', content: `Read part ${turn}.` },
  ]).flat(),
  { role: 'user', content: 'Go on.' },
];

it("has the client's own model write summaries, with the client's credential, and keeps that nowhere", async () => {
  const gateway = await openGateway(
    {
      // What is asked for a summary is one message; the conversation has many.
      answer: ({ messages }) => ({ text: messages.length === 1 ? 'The parts tell of a kestrel in the attic.' : 'Read.' }),
    },
    { room: 6_000, summarizer: 'client' },
  );
  onTestFinished(() => gateway.close());
  const body = JSON.stringify({ model: 'gpt-4o', messages: talk(12) });
  const answer = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${KEY}` },
  });
  expect(answer.status).toBe(200);
  const { seen } = gateway.upstream;
  expect(seen.length).toBeGreaterThan(1);
  expect(seen.every(({ headers }) => headers.authorization === `Bearer ${KEY}`)).toBe(true);
  expect(seen.every(({ model }) => model === 'gpt-4o')).toBe(true);
  expect(JSON.stringify(seen.at(-1)?.body)).toContain('kestrel in the attic');
  const files = readdirSync(gateway.home, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  for (const file of files) expect(readFileSync(join(file.parentPath, file.name)).includes(KEY)).toBe(false);
});

it.each([
  ['beside', 'soft', 8],
  ['while a request waits', 'hard', 12],
])('folds %s without the profile that was to write summaries and is gone, and says so', async (_, trigger, turns) => {
  const gateway = await openGateway({}, { room: 6_000 });
  onTestFinished(() => gateway.close());
  const wish = { name: 'Gone', provider: 'openai-compatible', model: 'm', baseUrl: gateway.upstream.url() } as const;
  const { id } = await gateway.tenfold.profiles.add(wish);
  await gateway.restart({ summarizer: `profile:${id}` });
  await gateway.tenfold.profiles.remove(id);
  const rejected: unknown[] = [];
  const note = (reason: unknown) => void rejected.push(reason);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));
  const body = JSON.stringify({ model: 'gpt-4o', messages: talk(turns) });
  const answer = await fetch(`${gateway.url}/v1/chat/completions`, { method: 'POST', body });
  expect(answer.status, await answer.text()).toBe(200);
  await gateway.tenfold.chains.idle();
  expect(rejected).toEqual([]);
  const [run] = await gateway.tenfold.folding.runs(answer.headers.get('x-tenfold-session') ?? '');
  expect(run).toMatchObject({ outcome: 'degraded', trigger });
  expect(JSON.stringify(run)).toContain(`There is no profile ${id}`);
  expect(gateway.lines.join('')).toContain('summarizer-missing');
});
