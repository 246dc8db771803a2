import { readConversations } from '@tenfold/dialects';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { summarizerOf } from './summarizer.ts';
import { completion, fakeEndpoint } from './testing/fake-endpoint.ts';
import { sampleFiles, scratchFolder } from './testing/sample-files.ts';
import { tenfold, tenfoldHere } from './testing/tenfold-process.ts';

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
  const text = (await tenfoldHere(['condense', scratch.at('a.json'), '-s', 'truncation'])).out;
  expect(text).toContain('The limiter let 140 requests through.');
});

it('still gives a file when the endpoint refuses every time, says why, and asks once', async () => {
  const endpoint = await fakeEndpoint(() => ({ status: 401, body: { error: { message: 'Who are you?' } } }));
  const { code, out, err } = await tenfoldHere(['condense', scratch.at('talk.json'), '--summarizer', endpoint.url, '-t', '5000']);
  await endpoint.close();
  expect(code).toBe(0);
  expect(readConversations(out)).toHaveLength(1);
  expect(err.replace(/\s+/g, ' ')).toContain('It says: Who are you? Set OPENAI_API_KEY');
  expect(endpoint.seen).toHaveLength(1);
});

it('says once in the lab why a model wrote no summaries, and for which recipes', async () => {
  const endpoint = await fakeEndpoint(() => ({ status: 401, body: { error: { message: 'Who are you?' } } }));
  const { code, out } = await tenfoldHere(['lab', scratch.at('talk.json'), '--summarizer', endpoint.url, '-t', '5000']);
  await endpoint.close();
  expect(code).toBe(0);
  const said = out.replace(/\s+/g, ' ');
  expect(said).toMatch(/- Note: Native, .*: Summarize: Answered by the embedded summarizer instead: .*Set OPENAI_API_KEY/);
  expect(said.split('Who are you?')).toHaveLength(2);
});

const ask = { key: 'k', instructions: 'Sum up.', material: 'We chose SQLite.', maxTokens: 300, expected: 100, tokens: 12 };

it('asks nobody that no profile may ask, and follows no redirect', async () => {
  await expect(summarizerOf('http://169.254.169.254/v1', 'm')?.answer(ask)).rejects.toThrow(
    /link-local or metadata|may be called/,
  );
  const elsewhere = await fakeEndpoint(() => completion('Taken.'));
  const headers = { location: `${elsewhere.url}/chat/completions` };
  const sly = await fakeEndpoint(() => ({ status: 307, body: '', headers }));
  await expect(summarizerOf(sly.url, 'm')?.answer(ask)).rejects.toThrow(/redirect/);
  await Promise.all([elsewhere.close(), sly.close()]);
  expect([elsewhere.seen.length, sly.seen.length]).toEqual([0, 1]);
});

it('takes the address of chat completions for that of its server, and an empty text for no answer', async () => {
  const endpoint = await fakeEndpoint(({ body }) => completion(body.model === 'silent' ? ' ' : 'A record.'));
  const said = await summarizerOf(`${endpoint.url}/chat/completions`, 'm')?.answer(ask);
  expect(said).toEqual({ text: 'A record.', by: 'fake-1', usage: { input: 1_000, output: 50 } });
  await expect(summarizerOf(`${endpoint.url}/`, 'silent')?.answer(ask)).rejects.toThrow('without a text');
  await endpoint.close();
  expect(endpoint.seen.map(({ path }) => path)).toEqual(['/v1/chat/completions', '/v1/chat/completions']);
});
