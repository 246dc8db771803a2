import { describe, expect, it } from 'vitest';
import { budgetOf } from '../budget.ts';
import { type CondenseOptions, condense, dryRun, planFor } from '../condense.ts';
import { condenseLoop } from '../condense-loop.ts';
import { conversationOf } from '../conversation.ts';
import { counterFor } from '../count/model-counter.ts';
import { evidenceInView } from '../evidence/held.ts';
import { project, tokensOf } from '../project.ts';
import { sample } from '../sample/index.ts';
import { smart } from '../strategies/smart.ts';
import { unitCounter } from '../testing/stand-ins.ts';
import { transcriptOf } from '../transcript.ts';
import { findPreset, presets } from './presets.ts';

function run(id: string, goal: number) {
  const preset = findPreset(id);
  if (preset === undefined) throw new Error(`no preset ${id}`);
  return dryRun(
    condenseLoop({
      conversation: conversationOf(transcriptOf(sample)),
      strategy: smart,
      passes: smart.passes(preset.config),
      budget: budgetOf(50_000),
      count: unitCounter(),
      goal,
      limit: null,
      askRoom: 100_000,
    }),
  );
}

describe.each(presets)('preset $id', (preset) => {
  it('is a config its strategy accepts', () => {
    expect(smart.config.validate(preset.config)).toEqual([]);
  });

  it('says what it keeps and what it costs', () => {
    for (const text of [preset.description, preset.keeps, preset.costs]) expect(text.length).toBeGreaterThan(20);
  });

  it('makes a long talk lighter', () => {
    const { report } = run(preset.id, 15_000);
    expect(report.after).toBeLessThan(report.before * 0.8);
  });
});

it('speed calls no model, whatever is asked of it', () => {
  expect(run('speed', 1).report.asks).toBe(0);
});

it('quality summarizes with a model', () => {
  expect(run('quality', 10_000).report.asks).toBeGreaterThan(0);
});

it('cost asks a model only when mechanical means were not enough', () => {
  expect(run('cost', 30_000).report.asks).toBe(0);
  expect(run('cost', 5_000).report.asks).toBeGreaterThan(0);
});

it('every preset but quality keeps what people wrote byte for byte', () => {
  const spoken = sample.filter((message) => message.role === 'user');
  for (const { id } of presets.filter((preset) => preset.id !== 'quality')) {
    const shown = new Set(project(run(id, 8_000).conversation).rows.map((row) => row.message));
    expect(spoken.filter((message) => !shown.has(message))).toEqual([]);
  }
});

describe('Quality', () => {
  it.each([2, 3, 5, 10])('keeps at least as many facts as any other way at a %ith', async (share) => {
    const { conversation } = planFor(sample);
    const before = project(conversation);
    const target = Math.floor(tokensOf(before, counterFor('openai:gpt-4o')) / share);
    const kept = async (options: CondenseOptions) => {
      const { folds, report } = await condense(sample, { target, budget: 200_000, ...options });
      expect(report.after).toBeLessThanOrEqual(target);
      const scores = Object.values(evidenceInView(before, project({ ...conversation, folds })));
      return scores.reduce((sum, score) => sum + score.kept, 0);
    };
    const quality = await kept({ strategy: 'smart', config: { ...findPreset('quality')?.config } });
    const others = [{ strategy: 'native' }, ...presets.map(({ config }) => ({ strategy: 'smart', config: { ...config } }))];
    for (const other of others) expect(quality, JSON.stringify(other)).toBeGreaterThanOrEqual(await kept(other));
  });
});
