import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openGateway } from './open-gateway.ts';

const KEY = 'sk-of-the-client-4711';

it("has the client's own model write summaries, with the client's credential, and keeps that nowhere", async () => {
  const gateway = await openGateway(
    {
      // What is asked for a summary is one message; the conversation has many.
      answer: ({ messages }) => ({ text: messages.length === 1 ? 'The parts tell of a kestrel in the attic.' : 'Read.' }),
    },
    { room: 6_000, summarizer: 'client' },
  );
  onTestFinished(() => gateway.close());
  const turns = Array.from({ length: 12 }, (_, turn) => [
    { role: 'user', content: `Part ${turn}: ${'some words of talk '.repeat(150)}` },
    { role: 'assistant', content: `Read part ${turn}.` },
  ]).flat();
  const body = JSON.stringify({ model: 'gpt-4o', messages: [...turns, { role: 'user', content: 'Go on.' }] });
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
