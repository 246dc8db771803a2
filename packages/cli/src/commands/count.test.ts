import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleFiles, scratchFolder } from '../testing/sample-files.ts';
import { tenfold, tenfoldHere } from '../testing/tenfold-process.ts';

let scratch: Awaited<ReturnType<typeof scratchFolder>>;
beforeAll(async () => {
  scratch = await scratchFolder();
  for (const [name, text] of Object.entries(sampleFiles)) await scratch.file(name, text());
});
afterAll(() => scratch.remove());

it.each(Object.keys(sampleFiles))('counts %s', async (name) => {
  const { code, out, err } = await tenfoldHere(['count', scratch.at(name), '--json']);
  expect(err).toBe('');
  expect(code).toBe(0);
  const counted = JSON.parse(out);
  expect(Object.keys(counted)).toEqual(expect.arrayContaining(['tokens', 'messages', 'model', 'exact', 'ms']));
  const one = counted.conversations?.[0] ?? counted;
  expect(one.tokens).toBeGreaterThan(10_000);
  expect(one.tokens).toBeLessThan(16_000);
  expect(one.messages).toBeGreaterThan(55);
  expect(one.exact).toBe(!name.startsWith('anthropic'));
});

it('prints one object of the promised shape for one conversation', async () => {
  const { out } = await tenfoldHere(['count', scratch.at('conversations.jsonl'), '--id', 'second', '--json']);
  expect(JSON.parse(out)).toEqual({
    tokens: expect.any(Number),
    messages: 61,
    model: 'openai:gpt-4o',
    exact: true,
    ms: expect.any(Number),
  });
});

it('adds up several files and conversations, naming each', async () => {
  const files = [scratch.at('conversations.jsonl'), scratch.at('messages.jsonl')];
  const counted = JSON.parse((await tenfoldHere(['count', ...files, '--json'])).out);
  expect(counted.files.map(({ file }: { file: string }) => file)).toEqual(files);
  const [lines, messages] = counted.files;
  expect(lines.conversations.map(({ id, line }: { id: string; line: number }) => [id, line])).toEqual([
    ['first', 1],
    ['second', 2],
  ]);
  expect(counted.tokens).toBe(lines.tokens + messages.tokens);
  expect(counted.messages).toBe(61 + 61 + 71);
});

it('takes the model asked for, then the one the file names, and says when its limits are a guess', async () => {
  const asked = await tenfoldHere(['count', scratch.at('openai-body.json'), '--model', 'someone:new-model', '--json']);
  expect(JSON.parse(asked.out)).toMatchObject({ model: 'someone:new-model', exact: false });
  expect(asked.err).toContain('the limits of someone:new-model are not known');
  const listed = await tenfoldHere(['count', scratch.at('openai-body.json'), '--model', 'gpt-4.1']);
  expect(listed).toMatchObject({ err: '', out: expect.stringMatching(/ \/ 9\d\d,\d{3} tokens/) });
  const own = await tenfoldHere(['count', scratch.at('anthropic-body.json'), '--json']);
  expect(JSON.parse(own.out).model).toBe('anthropic:claude-sonnet-4-5-20250929');
});

it('reads standard input and picks by line or by a piece of an id', async () => {
  const input = sampleFiles['conversations.jsonl']?.() ?? '';
  const byLine = await tenfold(['count', '-', '--line', '2'], { input });
  expect(byLine.code).toBe(0);
  expect(byLine.out).toContain('standard input · 61 messages');
  const byId = await tenfoldHere(['count', scratch.at('conversations.jsonl'), '--id', 'sec']);
  expect(byId.out).toContain('61 messages');
});
