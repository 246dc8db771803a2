import { presets, strategies } from '@tenfold/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleFiles, scratchFolder } from '../testing/sample-files.ts';
import { tenfoldHere } from '../testing/tenfold-process.ts';

let scratch: Awaited<ReturnType<typeof scratchFolder>>;
beforeAll(async () => {
  scratch = await scratchFolder();
  for (const [name, text] of Object.entries(sampleFiles)) await scratch.file(name, text());
});
afterAll(() => scratch.remove());

it('puts every strategy and preset side by side, with the facts each keeps', async () => {
  const { code, out, err } = await tenfoldHere(['lab', scratch.at('anthropic-body.json')]);
  expect([code, err]).toEqual([0, '']);
  for (const words of ['facts kept', 'paths', 'commands', 'payback']) expect(out).toContain(words);
  for (const { name } of [...strategies, ...presets]) expect(out).toMatch(new RegExp(`^ +${name} .*≈[\\d,]+ +[-±]\\d+%`, 'm'));
});

it('prints one object with a row for every strategy', async () => {
  const { out } = await tenfoldHere(['lab', scratch.at('conversations.jsonl'), '--json', '--target', '6k']);
  const lab = JSON.parse(out);
  expect(lab).toMatchObject({ tokens: expect.any(Number), messages: 122, model: 'openai:gpt-4o', exact: true });
  expect(lab.strategies.map(({ kind, id }: { kind: string; id: string }) => [kind, id])).toEqual([
    ...strategies.map(({ id }) => ['strategy', id]),
    ...presets.map(({ id }) => ['preset', id]),
  ]);
  for (const row of lab.strategies) {
    expect(row).toMatchObject({ before: lab.tokens, cost: 0, ms: expect.any(Number) });
    expect(row.after).toBeLessThan(row.before);
    expect(row).toHaveProperty('payback');
    expect(row.evidence.path).toEqual({ found: expect.any(Number), kept: expect.any(Number) });
  }
});
