import { presets, type SmartPass, smartDefaults } from '@tenfold/core';
import { expect, it } from 'vitest';
import { actionWords, asksModel, conditionWords, modeWords, selectionWords } from './pass-words.ts';

const [cut, sum] = smartDefaults.passes as readonly [SmartPass, SmartPass];

it('says what a pass does', () => {
  expect(modeWords(cut)).toBe('Individual');
  expect(conditionWords(cut)).toBe('Always');
  expect(conditionWords({ ...cut, execution: { type: 'conditional', condition: { tokenThreshold: 4_000 } } })).toBe(
    'Above 4,000 tokens',
  );
  expect(selectionWords(cut)).toBe('all but the newest 20');
  expect(actionWords(cut)).toBe('truncate tool parameters, truncate tool results');
  expect(selectionWords(sum)).toBe('messages of assistant, tool but the newest 10');
  expect(actionWords(sum)).toBe('summarize as one');
});

it('knows which passes ask a model', () => {
  expect(presets.find(({ id }) => id === 'speed')?.config.passes.some(asksModel)).toBe(false);
  expect(asksModel(sum)).toBe(true);
  const defaults = cut.individualConfig?.defaults;
  if (defaults === undefined) throw new Error('the default pass has operations');
  const overrides = [{ messageIndex: 3, operations: { toolResults: { operation: 'summarize' as const } } }];
  expect(asksModel({ ...cut, individualConfig: { defaults, overrides } })).toBe(true);
});
