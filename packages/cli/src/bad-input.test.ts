import { symlink } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleFiles, scratchFolder } from './testing/sample-files.ts';
import { type Finished, tenfold, tenfoldHere } from './testing/tenfold-process.ts';

const lines = sampleFiles['conversations.jsonl']?.() ?? '';
const whole = sampleFiles['openai-body.json']?.() ?? '';

const bad: Readonly<Record<string, readonly [content: string | Uint8Array, says: RegExp]>> = {
  'empty.json': ['', /expected .*JSON.*, found an empty file/],
  'blank.jsonl': ['\n \n', /expected .*, found an empty file/],
  'torn.json': [whole.slice(0, 4_000), /line \d+: expected whole JSON, found JSON that is torn or broken/],
  'torn.jsonl': [lines.slice(0, lines.length - 400), /line 2: expected a whole JSON value, found a torn one/],
  'nested.json': [`[{"role":"user","content":${'['.repeat(9_000)}${']'.repeat(9_000)}}]`, /expected JSON of at most 500 levels/],
  'unsaid.jsonl': [
    '{"timestamp":"t","type":"session_meta","payload":{"id":"r1"}}\n',
    /found a transcript in which nothing was said/,
  ],
  'text.txt': ['just a note to myself\nand another', /line 1: expected .*JSON.*, found "just a note to myself"/],
  'other.json': ['{"name": "x", "version": 1}', /line 1: expected .*messages.*, found an object with name, version/],
  'number.json': ['42', /line 1: expected .*, found the value 42/],
  'list.json': ['[]', /expected .*, found an empty list/],
  'stray.jsonl': [`${lines}{"id": 3}\n`, /line 3: expected a conversation with its messages, as on the lines before/],
  'binary.bin': [Uint8Array.from([0, 159, 146, 150, 255, 0]), /expected JSON or JSONL text in UTF-8, found binary data/],
  'nul.json': ['[{"role":"user","content":"a\0b"}]', /found binary data/],
  'packed.json.gz': [gzipSync(lines), /found gzip data \(unpack it first\)/],
  'hostile.txt': ['\u001b[2J\u001b]0;owned\u0007 hello', /found/],
};

let scratch: Awaited<ReturnType<typeof scratchFolder>>;
beforeAll(async () => {
  scratch = await scratchFolder();
  for (const [name, [content]] of Object.entries(bad)) await scratch.file(name, content);
  await scratch.file('good.jsonl', lines);
});
afterAll(() => scratch.remove());

/** One line, on stderr alone, that names the file. */
function expectRefusal({ code, out, err }: Finished, file: string, says: RegExp) {
  expect(err).toMatch(says);
  expect(err.startsWith(`error: ${file}: `)).toBe(true);
  expect(err.trimEnd()).not.toContain('\n');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a file must not drive the terminal.
  expect(err.trimEnd()).not.toMatch(/[\u0000-\u001f]/);
  expect(out).toBe('');
  expect(code).toBe(2);
}

describe('a file that cannot be used', () => {
  it.each(Object.entries(bad))('%s is refused in one line', async (name, [, says]) => {
    expectRefusal(await tenfoldHere(['count', scratch.at(name)]), scratch.at(name), says);
  });

  it('ends the process with 2', async () => {
    expectRefusal(await tenfold(['condense', scratch.at('torn.json')]), scratch.at('torn.json'), /expected .*, found /);
  });

  it.each(['torn.jsonl', 'empty.json', 'binary.bin'])('%s is not condensed either', async (name) => {
    expectRefusal(await tenfoldHere(['condense', scratch.at(name)]), scratch.at(name), /expected .*, found /);
  });

  it('is refused when it is missing, a folder, or behind a file', async () => {
    expectRefusal(await tenfoldHere(['count', scratch.at('no.json')]), scratch.at('no.json'), /found nothing of that name/);
    expectRefusal(await tenfoldHere(['count', scratch.folder]), scratch.folder, /expected a file, found a folder/);
    const circle = scratch.at('circle.json');
    await symlink(circle, circle);
    expectRefusal(await tenfoldHere(['count', circle]), circle, /found links that lead in a circle/);
    const long = scratch.at('x'.repeat(300));
    expectRefusal(await tenfoldHere(['count', long]), long, /found a name that is too long for one/);
    const behind = scratch.at('good.jsonl/x');
    expectRefusal(await tenfoldHere(['count', behind]), behind, /found nothing of that name/);
  });

  it('still gives what can be read of it to who asks for that', async () => {
    const file = scratch.at('torn.jsonl');
    expectRefusal(await tenfoldHere(['count', file]), file, /--line or --id picks from the 1 conversation that can be read$/m);
    expectRefusal(
      await tenfoldHere(['count', file, '--line', '2']),
      file,
      /line 2: expected a whole JSON value, found a torn one/,
    );
    expect(await tenfoldHere(['count', file, '--line', '1'])).toMatchObject({ code: 0, err: '' });
  });

  it('is refused when the conversation asked for is not in it', async () => {
    const file = scratch.at('good.jsonl');
    const byId = await tenfoldHere(['count', file, '--id', 'third']);
    expectRefusal(byId, file, /expected one conversation with the id "third", found none among first, second/);
    const byLine = await tenfoldHere(['count', file, '--line', '9']);
    expectRefusal(byLine, file, /expected a conversation that starts on line 9, found 2, on lines 1 to 2/);
  });

  it.skipIf(process.platform === 'win32')('is read no further than it is text, without end as it may be', async () => {
    expectRefusal(await tenfoldHere(['count', '/dev/zero']), '/dev/zero', /found binary data/);
  });

  it('is refused as torn, not as something else, where it ends within a letter', async () => {
    const cut = scratch.at('cut.jsonl');
    await scratch.file('cut.jsonl', Buffer.concat([Buffer.from(`${lines}{"id":"`), Buffer.from('é').subarray(0, 1)]));
    expectRefusal(await tenfoldHere(['count', cut]), cut, /line 3: expected a whole JSON value, found a torn one/);
  });

  it('comes from standard input by that name', async () => {
    expectRefusal(await tenfold(['count', '-'], { input: '' }), 'standard input', /found an empty file/);
  });
});
