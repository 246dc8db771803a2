import type { LabColumn } from '@tenfold/contract';
import { expect, it } from 'vitest';
import { measuredLines } from './measured.ts';

const column = (given: Partial<LabColumn>) =>
  ({ id: 'native', tokens: 250, cost: null, ms: 8, evidence: null, estimated: false, ...given }) as LabColumn;

it('tells tokens, facts, cost and time, and marks estimates', () => {
  const lines = measuredLines(
    [
      column({ estimated: true, cost: 0.02 }),
      column({ id: 'lossless', evidence: { path: { found: 4, kept: 3 }, error: undefined }, cost: 0 }),
      column({ id: 'smart', error: 'It failed.' }),
    ],
    1_000,
  );
  expect(lines.map(({ of }) => of)).toEqual([
    { native: '≈ 250 (−75%)', lossless: '250 (−75%)', smart: 'It failed.' },
    { native: 'after a run', lossless: '75%', smart: 'It failed.' },
    { native: '≈ $0.02', lossless: '$0', smart: 'It failed.' },
    { native: '8 ms', lossless: '8 ms', smart: 'It failed.' },
  ]);
});
