import { afterEach, expect, it, vi } from 'vitest';

const ranks = vi.hoisted(() => ({ readRanks: (): Uint8Array | undefined => undefined }));
vi.mock('#ranks', () => ({ readRanks: () => ranks.readRanks() }));

const { countText } = await import('./text.ts');
const { counterFor } = await import('./model-counter.ts');

afterEach(() => {
  ranks.readRanks = () => undefined;
});

it('says that a table is missing where nobody gave one', () => {
  expect(() => countText('words')).toThrow(expect.objectContaining({ name: 'CounterUnavailable', fault: 'missing' }));
  expect(() => counterFor('claude-opus-5').text('words')).toThrow(/loadCounter/);
});

it('says that a table is missing where its file cannot be read, and why', () => {
  const cause = new Error('ENOENT: no such file');
  ranks.readRanks = () => {
    throw cause;
  };
  expect(() => countText('words')).toThrow(expect.objectContaining({ name: 'CounterUnavailable', fault: 'missing', cause }));
});

it('says that a table is damaged where its file is', () => {
  ranks.readRanks = () => new Uint8Array(64);
  expect(() => countText('words')).toThrow(expect.objectContaining({ name: 'CounterUnavailable', fault: 'corrupt' }));
});
