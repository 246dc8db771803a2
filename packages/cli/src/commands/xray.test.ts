import { afterAll, beforeAll, expect, it } from 'vitest';
import { widthOf } from '../draw/width.ts';
import { run } from '../program.ts';
import { recordingTerminal } from '../testing/recording-terminal.ts';
import { sampleFiles, scratchFolder } from '../testing/sample-files.ts';
import { tenfoldHere } from '../testing/tenfold-process.ts';

let scratch: Awaited<ReturnType<typeof scratchFolder>>;
beforeAll(async () => {
  scratch = await scratchFolder();
  for (const [name, text] of Object.entries(sampleFiles)) await scratch.file(name, text());
});
afterAll(() => scratch.remove());

it('shows what fills the context, the largest parts, what is repeated and what each strategy would leave', async () => {
  const { code, out, err } = await tenfoldHere(['xray', scratch.at('openai-body.json')]);
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/[\d,]+ \/ 105,216 tokens - \d+%/);
  for (const words of ['tool results', 'Largest parts', 'read_file src/', 'Repeated or superseded', 'Native', 'Truncation']) {
    expect(out).toContain(words);
  }
});

it.each(Object.keys(sampleFiles))('prints one object for %s whose numbers add up', async (name) => {
  const { out } = await tenfoldHere(['xray', scratch.at(name), '--json']);
  const seen = JSON.parse(out);
  const kinds = Object.values(seen.breakdown as Record<string, number>);
  expect(kinds.reduce((sum, tokens) => sum + tokens, 0)).toBe(seen.tokens);
  expect(seen.largest.length).toBe(8);
  expect(seen.largest[0].tokens).toBeGreaterThanOrEqual(seen.largest[7].tokens);
  expect(seen.waste.length).toBeGreaterThan(0);
  expect(seen.strategies.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(['native', 'truncation']));
  for (const { before, after } of seen.strategies) {
    expect(before).toBe(seen.tokens);
    expect(after).toBeLessThanOrEqual(before);
  }
});

const BOTH = [
  [false, 'openai-body.json'],
  [true, 'conversations.jsonl'],
] as const;
/** Each way and each file once; in a deep run each file in each way. */
const DRAWN =
  process.env.TENFOLD_DEEP === '1' ? BOTH.flatMap(([colour, name]) => [[colour, name] as const, [!colour, name] as const]) : BOTH;

/** What fits the narrow screen; in a deep run on the wide one too. */
const SCREENS = [
  ['xray', 40],
  ['lab', 40],
  ['count', 40],
  ['xray', 80],
  ['lab', 80],
] as const;

it.each(process.env.TENFOLD_DEEP === '1' ? SCREENS : SCREENS.slice(0, 3))(
  '%s stays within %d columns, coloured and not, however many conversations there are',
  async (command, columns) => {
    for (const [colour, name] of DRAWN) {
      const terminal = recordingTerminal({ colour, columns });
      expect(await run([command, scratch.at(name)], terminal)).toBe(0);
      for (const line of terminal.out.text().split('\n')) expect(widthOf(line), line).toBeLessThanOrEqual(columns);
    }
  },
);
