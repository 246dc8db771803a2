import { describe, expect, it } from 'vitest';
import { completionWords, dividerTitle, makeshiftWords } from './divider-words.ts';

const run = {
  active: true,
  outcome: 'done',
  divider: 'Context condensed (45,230 → 18,450 tokens)',
  before: 45_230,
  after: 18_450,
} as const;

describe('divider words', () => {
  it('a run that stands says what it did, word for word', () => {
    expect(dividerTitle(run)).toBe('Context condensed (45,230 → 18,450 tokens)');
    expect(dividerTitle({ ...run, outcome: 'degraded' })).toBe('Context condensed (45,230 → 18,450 tokens)');
  });

  it('a run that did without its model gives the reason, not what its summary lacks', () => {
    const warnings = ['The summary does not carry 2 errors.', 'Answered by the embedded summarizer instead: gpt-4o: 503.'];
    const report = { warnings, means: 'embedded' } as unknown as Parameters<typeof makeshiftWords>[0]['report'];
    expect(makeshiftWords({ outcome: 'degraded', report })).toBe(`Condensed without the model. ${warnings[1]}`);
    expect(makeshiftWords({ outcome: 'done', report })).toBeNull();
  });

  it('a run that does not stand says so', () => {
    expect(dividerTitle({ ...run, outcome: 'undone', active: false })).toBe(
      'Condensing undone: the messages above are in the context again.',
    );
    expect(dividerTitle({ ...run, active: false })).toBe('An earlier summary, no longer in use.');
    expect(dividerTitle({ ...run, outcome: 'failed', active: false })).toContain('Nothing changed');
    expect(dividerTitle({ ...run, outcome: 'cancelled', active: false })).toContain('cancelled');
  });

  it('tells tokens before and after and the reduction', () => {
    expect(completionWords(run)).toBe('45,230 → 18,450 tokens (59% less)');
    expect(completionWords({ before: 0, after: 0 })).toContain('0% less');
  });
});
