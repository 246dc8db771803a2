import { describe, expect, it } from 'vitest';
import { bestPassage, companyOf, wordsOf } from './passage.ts';

describe('what is looked for', () => {
  it('is how telling words begin, so that other forms of them are found', () => {
    for (const [asked, said] of [
      ['researching', 'researched'],
      ['adoption agencies', 'an adoption agency'],
      ['paintings', 'painted'],
      ['charities', 'charity'],
    ] as const)
      for (const word of wordsOf(`What did she say about ${asked}?`)) expect(said).toContain(word);
  });

  it('is left as it is where it is a name, a number or short', () => {
    expect(wordsOf('src/cases.ts v1.2.3 ECONNRESET_ES seeds bus')).toEqual([
      'src/cases.ts',
      'v1.2.3',
      'econnreset_es',
      'seeds',
      'bus',
    ]);
  });

  it('is everything where nothing tells', () => {
    expect(wordsOf('what is it')).toEqual(['what', 'is', 'it']);
  });
});

describe('what comes along', () => {
  const talk = ['Hi!', 'When do you leave for the coast?', 'On the ninth, early.', 'x'.repeat(700)];
  const textAt = (position: number) => talk[position] ?? '';

  it('is the answer, then what stood before, where they are short', () => {
    expect(companyOf(1, textAt)).toEqual([2, 0]);
    expect(companyOf(2, textAt)).toEqual([1]);
    expect(companyOf(3, textAt)).toEqual([]);
    expect(companyOf(0, textAt)).toEqual([1]);
  });
});

it('the part of a long text is the one that holds most of what is looked for', () => {
  const text = `${'Nothing here. '.repeat(100)}They researched agencies all week. ${'Nor here. '.repeat(100)}`;
  expect(bestPassage(text, wordsOf('researching an agency'))).toContain('They researched agencies');
});

it('a fact is brought whole, wherever it stands in a text that has no lines of its own', () => {
  const fact = 'The deployment key of the heron cluster is q7f-4411.';
  const asked = wordsOf('What is the deployment key of the heron cluster?');
  for (let before = 0; before < 700; before += 7) {
    const log = (length: number) => '12 ms src/cache/index.ts read write '.repeat(40).slice(0, length);
    const lines = [log(before), log(90), fact, log(90), log(600)];
    for (const text of [
      JSON.stringify([{ query: 'cat a.log', result: lines.join('\n') }]),
      lines.join(' ').replaceAll('. ', ', '),
    ])
      expect(bestPassage(text, asked)).toContain('q7f-4411');
  }
});

it('finds a passage among more lines than a call takes arguments', () => {
  const line = `${'many words that say nothing '.repeat(4)}\n`;
  expect(bestPassage(`${line.repeat(200_000)}here is the needle`, ['needle'])).toContain('the needle');
});
