import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { hostileFile, randomOf } from '@tenfold/core/testing';
import type { Conversation } from '@tenfold/dialects';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bareEnvironment } from '../testing/bare-environment.ts';
import { scratchFolder } from '../testing/sample-files.ts';
import { conversationsOf, sourcesOf } from './conversations-of.ts';

const FILES = Number(process.env.TENFOLD_IMPORTS ?? (process.env.TENFOLD_DEEP === '1' ? 3_000 : 150));
const SEED = Number(process.env.TENFOLD_SEED ?? 1);

let scratch: Awaited<ReturnType<typeof scratchFolder>>;
beforeAll(async () => {
  scratch = await scratchFolder();
});
afterAll(() => scratch.remove());

/** What a file comes to, or why it is refused. */
async function readAs(read: typeof conversationsOf, file: string) {
  try {
    return (await read(file)).map(({ id, title, model, line, format, ...more }: Conversation) => {
      const { frame, messages, openingMessages, skippedLines, skippedCount } = more;
      const told = { id, title, model, line, by: format.importedFrom, skippedLines, skippedCount };
      return { ...told, frame, messages, openingMessages };
    });
  } catch (error) {
    return (error as Error).message;
  }
}

it(`${FILES} files of any kind are read bit by bit as they are read whole, or refused in the same words`, {
  timeout: 60_000 + FILES * 200,
}, async () => {
  const random = randomOf(SEED);
  let compared = 0;
  for (let n = 0; n < FILES; n++) {
    const file = await scratch.file('hostile.json', hostileFile(random));
    const [bitByBit, whole] = [await readAs(conversationsOf, file), await readAs(sourcesOf, file)];
    // Of conversations with another program's lines behind them, those lines are read when all can be seen.
    if (typeof whole !== 'string' && whole[0]?.by !== undefined) continue;
    expect(bitByBit).toEqual(whole);
    compared++;
  }
  expect(compared).toBeGreaterThan(FILES / 2);
});

const WORDS = 'Each window keeps its last full count. '.repeat(60);
const message = (n: number) => ({ role: ['user', 'assistant'][n % 2], content: `${n} ${WORDS}` });
const messages = Array.from({ length: 1_500 }, (_, n) => message(n));
const system = { role: 'system', content: 'Be brief.' };
const talk = (n: number) => ({ id: `c${n}`, messages: [system, message(0), message(n)] });
const talks = Array.from({ length: 500 }, (_, n) => talk(n));
const lines = (values: readonly object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
const row = (n: number) => ({
  ...message(n),
  type: ['user', 'assistant'][n % 2],
  uuid: `u${n}`,
  parentUuid: n === 0 ? null : `u${n - 1}`,
});
const rows = messages.map((_, n) => ({ ...row(n), message: message(n), sessionId: 's' }));

it.each(
  Object.entries({
    'a message a line': lines([system, ...messages]),
    'a message a line, one of them none': `${lines(messages)}{"a":1}\n${lines([message(0)])}`,
    'a conversation a line': lines(talks),
    'a conversation a line, one of them torn': `${lines(talks)}{"id":\n${lines([talk(1)])}`,
    'one conversation': JSON.stringify({ model: 'gpt-4o', messages: [system, ...messages], tools: [] }),
    'one conversation, indented': JSON.stringify({ id: 'first', messages: [system, ...messages], title: 'behind' }, null, 2),
    'one that is cut': JSON.stringify({ messages }).slice(0, -9),
    'a list of conversations': JSON.stringify(talks),
    'a list of messages': JSON.stringify([system, ...messages]),
    'a long beginning': JSON.stringify({ messages: [{ role: 'system', content: WORDS.repeat(1_000) }, ...messages] }),
    'a transcript of Claude Code': lines(rows),
    'one of them with a torn line': `${lines(rows)}{"type":`,
  }),
)('a long file is read so too: %s', async (_, text) => {
  const file = await scratch.file('long.json', text);
  const whole = await readAs(sourcesOf, file);
  expect(await readAs(conversationsOf, file)).toEqual(whole);
});

it('of a hundred thousand conversations that are counted, none is kept', async () => {
  const file = await scratch.file('many.jsonl', '{"messages":[{"role":"user","content":"Hello"}]}\n'.repeat(100_000));
  const main = path.resolve(import.meta.dirname, '../main.ts');
  const args = ['--max-old-space-size=160', main, 'count', file];
  const { status, stdout } = spawnSync(process.execPath, args, { env: bareEnvironment, encoding: 'utf8', maxBuffer: 1e8 });
  expect(status).toBe(0);
  expect(stdout).toContain('100,000 conversations in 1 file');
}, 60_000);
