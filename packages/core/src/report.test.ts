import { describe, expect, it } from 'vitest';
import { dollars, formatDivider, formatReport, type PassReport, type Report, reduction } from './report.ts';

const pass = (id: string, name: string, before: number, after: number): PassReport => ({
  id,
  name,
  before,
  after,
  drafts: 1,
  kept: 1,
  asks: 0,
  usage: { input: 0, output: 0 },
  by: [],
  refused: [],
});
const report = {
  strategy: { id: 'smart', name: 'Smart' },
  before: 8_500,
  after: 2_800,
  messagesBefore: 9,
  messagesAfter: 3,
  folds: 4,
  passes: [
    pass('lossless-prelude', 'Lossless prelude', 8_500, 5_200),
    pass('t', 'Truncate', 5_200, 3_800),
    { ...pass('n', 'Nothing', 1, 1), kept: 0 },
  ],
  asks: 0,
  usage: { input: 0, output: 0 },
  means: 'strategy',
  warnings: [],
  exact: true,
} as unknown as Report;

describe('the report', () => {
  it('reads as the specification has it', () => {
    expect(formatReport(report, { seconds: 1.8, saved: 0.0036 })).toBe(
      [
        'Context condensed using Smart strategy:',
        ' - Lossless prelude: 8,500 → 5,200 tokens (-39%)',
        ' - Pass 1 (Truncate): 5,200 → 3,800 tokens (-27%)',
        ' - Total reduction: 67% (saved $0.0036)',
        ' - Time: 1.8 seconds',
      ].join('\n'),
    );
  });

  it('tells why nothing was done', () => {
    expect(formatReport({ ...report, folds: 0, warnings: ['It is small.'] })).toBe('Nothing was condensed.\n - It is small.');
  });

  it('has a divider, whole percents and sums that are never shown as nothing', () => {
    expect(formatDivider({ before: 45_230, after: 18_450 })).toBe('Context condensed (45,230 → 18,450 tokens)');
    expect(reduction({ before: 0, after: 0 })).toBe(0);
    expect([dollars(0), dollars(1.5), dollars(-0.0036)]).toEqual(['$0.00', '$1.50', '-$0.0036']);
  });
});
