import { describe, expect, it } from 'vitest';
import { DEMAND, statementKind } from './statements.ts';

const isDirective = (sentence: string) => statementKind(sentence, true)?.kind === 'directive';

describe('statementKind', () => {
  it.each([
    'No emojis.',
    'Only I may release.',
    'Tabs, not spaces.',
    'Leave legacy/ alone.',
    'If a test fails twice, stop.',
    'Whenever you touch it, bump the version.',
    '请用中文回答。',
    'Halte dich kurz.',
  ])('takes %j of a person for something that is to hold', (sentence) => {
    expect(isDirective(sentence)).toBe(true);
    expect(statementKind(sentence, false)?.kind).not.toBe('directive');
  });

  it.each([
    'I made soup from scratch and only burned it a little.',
    'My sister came back from Lisbon and cannot sleep since.',
    'That must have been awesome.',
    'Tests are green now.',
    'Looks good to me.',
    'Which of them is the right one?',
  ])('takes %j for no more than it says', (sentence) => {
    expect(isDirective(sentence)).toBe(false);
  });

  it('weighs what must be above what is wished for', () => {
    expect(statementKind('Never push to main.', true)?.weight).toBe(DEMAND);
    expect(statementKind('Tabs, not spaces.', true)?.weight).toBeLessThan(DEMAND);
  });
});
