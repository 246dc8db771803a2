import { readConversations } from '@tenfold/dialects';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { completion, fakeEndpoint } from '../testing/fake-endpoint.ts';
import { sampleFiles, scratchFolder } from '../testing/sample-files.ts';
import { tenfold } from '../testing/tenfold-process.ts';

let scratch: Awaited<ReturnType<typeof scratchFolder>>;
beforeAll(async () => {
  scratch = await scratchFolder();
  await scratch.file('talk.json', sampleFiles['openai-body.json']?.() ?? '');
});
afterAll(() => scratch.remove());

it('puts what the endpoint wrote into the file, with the key from the environment', async () => {
  const endpoint = await fakeEndpoint(() => completion('## Key Points\nThe limiter let 140 requests through.'));
  const args = [
    'condense',
    scratch.at('talk.json'),
    '--summarizer',
    endpoint.url,
    '--summarizer-model',
    'tiny',
    '-o',
    scratch.at('a.json'),
  ];
  const { code, out, err } = await tenfold([...args, '--json'], { env: { OPENAI_API_KEY: 'secret' } });
  await endpoint.close();
  expect([code, err]).toEqual([0, '']);
  const condensed = JSON.parse(out);
  expect(condensed.passes[0]).toMatchObject({ asks: endpoint.seen.length, by: ['fake-1'] });
  expect(condensed.cost).toBeNull();
  expect(endpoint.seen[0]).toMatchObject({ authorization: 'Bearer secret', body: { model: 'tiny' } });
  const text = (await tenfold(['condense', scratch.at('a.json'), '-s', 'truncation'])).out;
  expect(text).toContain('The limiter let 140 requests through.');
});

it('still gives a file when the endpoint refuses every time, says why, and asks once', async () => {
  const endpoint = await fakeEndpoint(() => ({ status: 401, body: { error: { message: 'Who are you?' } } }));
  const { code, out, err } = await tenfold(['condense', scratch.at('talk.json'), '--summarizer', endpoint.url, '-t', '5000']);
  await endpoint.close();
  expect(code).toBe(0);
  expect(readConversations(out)).toHaveLength(1);
  expect(err.replace(/\s+/g, ' ')).toContain('answered 401: Who are you?; set OPENAI_API_KEY');
  expect(endpoint.seen).toHaveLength(1);
});
