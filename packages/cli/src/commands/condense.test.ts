import { readdir, readFile } from 'node:fs/promises';
import type { Json } from '@tenfold/core';
import { detectFormat, dialectOf, readConversations } from '@tenfold/dialects';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleFiles, scratchFolder } from '../testing/sample-files.ts';
import { tenfold, tenfoldHere } from '../testing/tenfold-process.ts';

let scratch: Awaited<ReturnType<typeof scratchFolder>>;
beforeAll(async () => {
  scratch = await scratchFolder();
  for (const [name, text] of Object.entries(sampleFiles)) await scratch.file(name, text());
});
afterAll(() => scratch.remove());

/** What the API of the file's format would refuse. */
function problemsOf(text: string) {
  const { container, dialect } = detectFormat(text);
  const values = container.endsWith('lines')
    ? text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Json)
    : [JSON.parse(text) as Json];
  return (container === 'message-lines' ? [values] : values).flatMap((wire) => dialectOf(dialect).validate(wire));
}

const deep = process.env.TENFOLD_DEEP === '1';

describe.each(Object.keys(sampleFiles))('condensing %s', (name) => {
  it.concurrent.each(['native', 'lossless', 'truncation'])(
    'by %s gives back a file in kind that its API takes',
    async (strategy) => {
      const output = scratch.at(`${strategy}-${name}`);
      // One run in a process of its own is proof enough that the process makes no difference; in a deep run one of each.
      const tried = strategy === 'native' && (deep || name === 'openai-body.json') ? tenfold : tenfoldHere;
      const { code, out, err } = await tried(['condense', scratch.at(name), '-s', strategy, '-t', '5000', '-o', output]);
      // Lossless loses nothing for a target: it says that it was not met.
      expect(code).toBe(strategy === 'lossless' ? 1 : 0);
      expect(out).toBe('');
      expect(err).toContain('Context condensed ');
      const [before, after] = [await readFile(scratch.at(name), 'utf8'), await readFile(output, 'utf8')];
      expect(detectFormat(after)).toEqual(detectFormat(before));
      expect(problemsOf(after)).toEqual([]);
      expect(after.length).toBeLessThan(before.length);
      expect(readConversations(after).map(({ id, frame }) => [id, frame])).toEqual(
        readConversations(before).map(({ id, frame }) => [id, frame]),
      );
    },
  );
});

it('ends with 1 and says so where a target was not met, and delivers what came of it', async () => {
  const output = scratch.at('unmet.json');
  const { code, err } = await tenfoldHere(['condense', scratch.at('openai-body.json'), '-t', '300', '-o', output]);
  expect(code).toBe(1);
  expect(err).toMatch(/The target was not met: [\d,]+ tokens are left, 300 were wished for/);
  expect(problemsOf(await readFile(output, 'utf8'))).toEqual([]);
});

it('prints one object of the promised shape', async () => {
  const { code, out, err } = await tenfoldHere(['condense', scratch.at('openai-body.json'), '-s', 'truncation', '--json']);
  expect([code, err]).toEqual([0, '']);
  const condensed = JSON.parse(out);
  expect(condensed).toMatchObject({
    before: expect.any(Number),
    after: expect.any(Number),
    messagesBefore: 71,
    messagesAfter: 71,
    folds: expect.any(Number),
    cost: 0,
    ms: expect.any(Number),
    strategy: 'truncation',
  });
  expect(condensed.evidence).toBeTypeOf('object');
  expect(condensed.after).toBeLessThan(condensed.before);
  expect(condensed.passes[0]).toMatchObject({ id: 'truncation', before: condensed.before, kept: condensed.folds });
});

it('writes what --json counted: counting the output gives the same tokens', async () => {
  const output = scratch.at('counted.json');
  const { out } = await tenfoldHere(['condense', scratch.at('openai-body.json'), '-s', 'truncation', '--json', '-o', output]);
  const counted = JSON.parse((await tenfoldHere(['count', output, '--json'])).out);
  expect(counted.tokens).toBe(JSON.parse(out).after);
});

it('adds up several conversations and condenses only the one that is picked', async () => {
  const all = JSON.parse((await tenfoldHere(['condense', scratch.at('conversations.jsonl'), '-s', 'truncation', '--json'])).out);
  expect(all.conversations.map(({ id }: { id: string }) => id)).toEqual(['first', 'second']);
  expect(all.before).toBe(all.conversations[0].before + all.conversations[1].before);
  const picked = await tenfoldHere(['condense', scratch.at('conversations.jsonl'), '-s', 'truncation', '--line', '2']);
  expect(readConversations(picked.out).map(({ id }) => id)).toEqual(['second']);
});

it('prints the file on stdout and the report on stderr; reads standard input', async () => {
  const input = sampleFiles['openai-messages.json']?.() ?? '';
  const { code, out, err } = await tenfold(['condense', '-', '-s', 'truncation', '-t', '60%'], { input });
  expect(code).toBe(0);
  expect(readConversations(out)[0]?.messages.length).toBe(70);
  expect(err).toContain('Nothing was condensed.');
  expect(JSON.parse(out)).toEqual(JSON.parse(input));
});

it('writes and asks nothing in a dry run, and its report is the result', async () => {
  const output = scratch.at('never.json');
  const { code, out, err } = await tenfoldHere(['condense', scratch.at('openai-body.json'), '--dry-run', '-o', output]);
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain('Context condensed using Native strategy:');
  expect(out).toContain('dry run');
  await expect(readFile(output)).rejects.toThrow('ENOENT');
});

it('summarizes without a model, and says which facts are still there', async () => {
  const { code, out } = await tenfoldHere(['condense', scratch.at('openai-body.json'), '--json']);
  expect(code).toBe(0);
  const condensed = JSON.parse(out);
  expect(condensed).toMatchObject({ means: 'embedded', cost: 0 });
  for (const warning of condensed.warnings)
    expect(warning).toMatch(/^The summary does not carry .* protect what must stay in view\.$/);
  expect(condensed.after).toBeLessThan(condensed.before / 3);
  expect(condensed.evidence.path.kept).toBeGreaterThan(0);
});

it('condenses by a preset', async () => {
  const { out } = await tenfoldHere(['condense', scratch.at('openai-body.json'), '--preset', 'speed', '--json']);
  expect(JSON.parse(out)).toMatchObject({ preset: 'speed' });
});

it('keeps more of the recent messages when told to', async () => {
  const run = async (...args: string[]) =>
    JSON.parse((await tenfoldHere(['condense', scratch.at('openai-body.json'), '--dry-run', '--json', ...args])).out);
  const [usual, more] = [await run(), await run('--keep', '5k')];
  expect(more.messagesAfter).toBeGreaterThan(usual.messagesAfter);
});

describe('what cannot be written', () => {
  it('is said, and leaves the old file and no draft behind', async () => {
    const folder = await scratchFolder();
    const input = scratch.at('openai-body.json');
    const missing = await tenfoldHere(['condense', input, '-s', 'truncation', '-o', folder.at('no/such/out.json')]);
    expect([missing.code, missing.out]).toEqual([2, '']);
    expect(missing.err).toContain('its folder does not exist');
    const onFolder = await tenfoldHere(['condense', input, '-s', 'truncation', '-o', folder.folder]);
    expect(onFolder.err).toContain('expected the name of a file to write, found a folder');
    expect(await readdir(folder.folder)).toEqual([]);
    await folder.remove();
  });

  it('is nothing at all when the input is bad', async () => {
    const kept = await scratch.file('kept.json', 'old');
    const { code } = await tenfoldHere(['condense', scratch.at('missing.json'), '-o', kept]);
    expect(code).toBe(2);
    expect(await readFile(kept, 'utf8')).toBe('old');
  });

  it('replaces its own input whole', async () => {
    const file = await scratch.file('self.json', sampleFiles['openai-body.json']?.() ?? '');
    expect((await tenfoldHere(['condense', file, '-s', 'truncation', '-o', file])).code).toBe(0);
    expect(problemsOf(await readFile(file, 'utf8'))).toEqual([]);
    expect((await tenfoldHere(['condense', file, '-s', 'truncation', '-o', '/dev/null'])).code).toBe(0);
  });
});

it('leaves the other conversations of a file in place when one of them is written over it', async () => {
  const long = Array.from({ length: 40 }, (_, at) => ({
    role: at % 2 ? 'assistant' : 'user',
    content: `turn ${at} ${'words '.repeat(60)}`,
  }));
  const lines = ['{"id": "a", "seed": 9007199254740993, "messages": [{"role": "user", "content": "hi"}]}'];
  lines.push(JSON.stringify({ id: 'b', messages: long }), lines[0]?.replace('hi', 'ho') ?? '');
  const file = await scratch.file('three.jsonl', lines.map((line) => `${line}\n`).join(''));
  expect((await tenfoldHere(['condense', file, '--id', 'b', '-o', file])).code).toBe(0);
  const [first, second, third, ...rest] = (await readFile(file, 'utf8')).split('\n');
  expect([first, third, rest]).toEqual([lines[0], lines[2], ['']]);
  expect(JSON.parse(second ?? '').messages.length).toBeLessThan(40);
  const twice = await tenfoldHere(['condense', file, '--id', 'a', '-o', file]);
  expect([twice.code, twice.err]).toEqual([2, expect.stringContaining('found 2 of that id, on lines 1, 3 (--line picks one)')]);
});

it.each([
  [['--strategy', 'nativ'], /no strategy "nativ".*native/],
  [['--preset', 'fast'], /no preset "fast".*speed/],
  [['--preset', 'speed', '--strategy', 'smart'], /cannot be used with/],
  [['--target', 'half'], /Expected tokens above 0/],
  [['--target', '0'], /Expected tokens above 0/],
  [['--keep', 'some'], /Expected a number of tokens/],
  [['--summarizer', 'localhost'], /Expected an address/],
  [['--line', '0'], /Expected the number of a line/],
  [['--id', 'x', '--line', '1'], /cannot be used with/],
  [['--stratgy', 'native'], /Did you mean --strategy\?/],
])('refuses %j as misuse', async (args, says) => {
  const { code, out, err } = await tenfoldHere(['condense', scratch.at('openai-body.json'), ...args]);
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(says);
});

it('fails with 1, writes nothing and names what is in the way when nothing can make it fit', async () => {
  const huge = [{ role: 'user', content: 'word '.repeat(130_000) }];
  const file = await scratch.file('huge.json', JSON.stringify(huge));
  const { code, out, err } = await tenfoldHere(['condense', file, '-o', scratch.at('huge-out.json')]);
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(/^error: The request needs [\d,]+ tokens and only 105,216 fit\./);
  await expect(readFile(scratch.at('huge-out.json'))).rejects.toThrow('ENOENT');
  expect((await tenfoldHere(['lab', file])).out).toContain('! does not fit');
});

it('says why when there is nothing it may fold', async () => {
  const talk = [
    { role: 'user', content: `Please read this. ${'A long sentence about nothing. '.repeat(600)}` },
    { role: 'assistant', content: 'I did.' },
  ];
  const file = await scratch.file('open.json', JSON.stringify(talk));
  const { code, out, err } = await tenfoldHere(['condense', file]);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toEqual(talk);
  expect(err.replace(/\s+/g, ' ')).toContain('Nothing was condensed. - Note: Every message is the first one, recent, or');
});
