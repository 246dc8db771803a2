import { expect, it } from 'vitest';
import { day, sourceOf, thresholdWords } from './model-source.ts';

const price = { input: 1, output: 2 };

it('names who said what a model takes', () => {
  expect(sourceOf({ source: 'api', price }).label).toBe('From the provider');
  expect(sourceOf({ source: 'manual', price: null }).label).toBe('Set by you');
  expect(sourceOf({ source: 'default', price: null }).label).toBe('Default');
  expect(sourceOf({ source: 'default', price }).label).toBe('Built in, price list');
});

it('says when and from what share', () => {
  expect(day(Date.UTC(2026, 7, 8, 23))).toBe('2026-08-08');
  expect(thresholdWords(-1)).toBe('inherits');
  expect(thresholdWords(98)).toBe('98%');
});
