import { textMessage } from '@tenfold/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fitter } from './fitter.ts';
import { memoryStore } from './fold-store.ts';
import { recallTools as langchainTools } from './langchain.ts';
import { recallTools as agentTools } from './openai-agents.ts';
import type { TenfoldOptions } from './options.ts';
import { Recall } from './recall.ts';
import { resultOf, toolRun } from './testing/tool-run.ts';
import { recallTools } from './tool-set.ts';

const STEPS = 60;

async function folded(options: TenfoldOptions = {}) {
  const recall = new Recall();
  const fitter = new Fitter({ room: 6_000, recall, ...options });
  const fit = (messages = toolRun(STEPS)) => fitter.fit({ model: 'openai:gpt-4o', frame: {}, messages });
  const { rows } = await fit();
  const records = [...JSON.stringify(rows).matchAll(/Recall id: ([0-9a-f]+)/g)].map(([, id = '']) => id);
  const whole = rows.flatMap((row) => (row.kind === 'entry' && row.folds.length === 0 ? row.index : []));
  return { recall, fit, records, whole };
}

describe('what was folded', async () => {
  const { recall, fit, records, whole } = await folded();

  it('is found by what it says, word for word, whichever message it is in', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(STEPS - 1), fc.nat(19), async (step, line) => {
        fc.pre(!whole.includes(2 + step * 2));
        const found = recall.recall(`What was option_${step}_${line} set to?`);
        expect(found).toContain(`[message ${3 + step * 2}, tool]`);
        expect(found).toContain(`option_${step}_${line} = ${step * 31 + line}`);
      }),
    );
  });

  it('comes in at most five passages, in order, and none that is still in view', async () => {
    const numbers = [...recall.recall('line file option').matchAll(/^\[message (\d+),/gm)].map(([, number]) => Number(number));
    expect(numbers).toHaveLength(5);
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    expect(numbers.filter((number) => whole.includes(number - 1))).toEqual([]);
  });

  it('is given back as it was by the ids that stand in the context, and by its number', async () => {
    expect(records.length).toBeGreaterThan(0);
    for (const id of records) {
      const text = recall.expand(id);
      const [, number = ''] = /^\[message (\d+),/.exec(text) ?? [];
      expect(text.startsWith(recall.expand(number))).toBe(true);
      expect(text.length).toBeLessThan(52_000);
    }
    expect(recall.expand('3')).toBe(`[message 3, tool]\n${resultOf(0)}`);
  });

  it('is not hidden behind what was looked up before', async () => {
    const asked = 'option_3_4';
    const output = `[message 9, tool]\n${asked} ${asked} ${asked}`;
    const looked = Array.from({ length: 8 }, (_, step) => [
      {
        role: 'assistant' as const,
        parts: [{ type: 'tool-call' as const, id: `r${step}`, name: 'recall', input: { query: asked } }],
      },
      { role: 'tool' as const, parts: [{ type: 'tool-result' as const, id: `r${step}`, name: 'recall', output }] },
    ]).flat();
    await fit([...toolRun(STEPS), ...looked, ...toolRun(STEPS, 'Go on.').slice(1)]);
    expect(recall.recall(asked)).not.toContain(output);
    expect(recall.recall(asked)).toContain('option_3_4 = 97');
  });

  it('of nothing, or of a record that is not there, is answered in words', async () => {
    expect(recall.answer('recall', { query: 'zebra xylophone' })).toBe('Nothing in this conversation matches.');
    expect(recall.answer('expand', { foldId: 'none' })).toContain('there is no record none');
    for (const record of ['0', '999999', '-1']) expect(recall.answer('expand', record)).toContain('there is no record');
    for (const input of [{}, null, undefined, 7, { query: ' ' }])
      expect(recall.answer('recall', input)).toContain('says nothing');
    expect(new Recall().answer('recall', 'port')).toContain('no conversation');
  });
});

describe('a recall that is shown more than one conversation', () => {
  const other = (start: string) => [textMessage('user', start), ...toolRun(STEPS).slice(2)];

  it.each([
    ['another beginning', toolRun(2, 'I am Bob.')],
    ['the same beginning and another way on', [...toolRun(1), textMessage('user', 'I am Bob.')]],
    ['less of it', toolRun(2)],
  ])('gives nothing back: %s', async (_name, messages) => {
    const { recall, fit } = await folded();
    await fit(messages);
    await fit();
    expect(recall.answer('recall', 'option_3_4')).toContain('more than one conversation');
    expect(recall.answer('expand', '3')).toContain('more than one conversation');
  });

  it('lets messages of one that has a name be edited, and no other in', async () => {
    const { recall, fit } = await folded({ conversation: 'ann' });
    await fit(toolRun(2));
    await fit();
    expect(recall.answer('recall', 'option_3_4')).toContain('option_3_4 = 97');
    await fit(other('I am Bob.'));
    expect(recall.answer('recall', 'option_3_4')).toContain('more than one conversation');
  });
});

it('changes nothing of what is sent', async () => {
  const store = memoryStore();
  const sent = async (options: TenfoldOptions) =>
    (await new Fitter({ room: 6_000, store, ...options }).fit({ model: 'openai:gpt-4o', frame: {}, messages: toolRun(STEPS) }))
      .rows;
  expect(await sent({ recall: new Recall() })).toEqual(await sent({}));
});

it('has its tools in the form of every framework, with the same words and answers', async () => {
  const { recall } = await folded();
  const input = { query: 'option_3_4' };
  const said = recall.recall('option_3_4');
  const [definition] = recall.tools;
  const set = recallTools(recall);
  expect(Object.keys(set)).toEqual(['recall', 'expand']);
  expect(await set.recall.execute(input)).toBe(said);
  expect(set.recall.inputSchema['~standard'].jsonSchema.input()).toEqual(definition?.parameters);
  const [chain] = langchainTools(recall);
  expect(chain?.[0](input)).toBe(said);
  expect(chain?.[1]).toEqual({
    name: 'recall',
    description: definition?.description,
    schema: definition?.parameters,
  });
  const [agent] = agentTools(recall);
  expect(await agent?.execute(input)).toBe(said);
  expect(agent).toMatchObject({ name: 'recall', parameters: definition?.parameters, strict: true });
});
