import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEMAND, isProse, sentencesOf, statementKind } from './sentences.ts';

const split = (text: string) => sentencesOf(text).map(({ start, end }) => text.slice(start, end));

describe('sentencesOf', () => {
  it('leaves out nothing but blanks, keeps the order and tears no character', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string({ unit: 'grapheme' }),
            fc.constantFrom('. ', '… ', '。', '\n', 'e.g. ', 'x'.repeat(700), '😀'.repeat(400)),
          ),
        ),
        (pieces) => {
          const text = pieces.join('');
          let last = 0;
          for (const { start, end } of sentencesOf(text)) {
            expect(text.slice(last, start).trim()).toBe('');
            expect(end).toBeGreaterThan(start);
            expect(text.slice(start, end).isWellFormed()).toBe(text.isWellFormed());
            last = end;
          }
          expect(text.slice(last).trim()).toBe('');
        },
      ),
    );
  });

  it.each([
    ['One. Two! Three?', ['One.', 'Two!', 'Three?']],
    ['See e.g. the docs. Version 1.2.3 of a.ts is out.', ['See e.g. the docs.', 'Version 1.2.3 of a.ts is out.']],
    ['"Done." He left (at last). Then…', ['"Done."', 'He left (at last).', 'Then…']],
    ['一つ目です。二つ目！三つ目？', ['一つ目です。', '二つ目！', '三つ目？']],
    ['a line\nanother', ['a line', 'another']],
    [
      'The cache keeps every entry for ten minutes and\nthen drops the oldest one. It is never full.',
      ['The cache keeps every entry for ten minutes and\nthen drops the oldest one.', 'It is never full.'],
    ],
    [
      'What we want to buy in the old town on Saturday morning\n- bread and butter\n- cheese',
      ['What we want to buy in the old town on Saturday morning', '- bread and butter', '- cheese'],
    ],
  ])('splits %j', (text, expected) => {
    expect(split(text)).toEqual(expected);
  });
});

describe('isProse', () => {
  it.each([
    'I read the file and it works.',
    'Der Test läuft jetzt durch.',
    '- **Changed** the `parse` call in two places',
    '我们决定使用新的接口',
  ])('hears people in %j', (text) => {
    expect(isProse(text)).toBe(true);
  });
  it.each([
    'const a = b.map((x) => x.id);',
    'src/a/b.ts:12:34',
    '<span className="a b c d">',
    '{ "a": 1, "b": 2 }',
    '│ 12 │ 34 │',
  ])('hears nobody in %j', (text) => {
    expect(isProse(text)).toBe(false);
  });
});

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
