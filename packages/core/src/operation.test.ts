import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SUPPRESSED, TRUNCATED } from './cut.ts';
import type { Json, Part } from './message.ts';
import { operate } from './operation.ts';
import { foldPart } from './part-folds.ts';
import { problemOf } from './testing/problem.ts';
import { talk, user } from './testing/talk.ts';

const problem = problemOf(talk(user('a')), { tokens: 10, goal: 1 });
const text = (words: string): Part => ({ type: 'text', text: words });
const call = (input: Json): Part => ({ type: 'tool-call', id: 'a', name: 'n', input });

describe('operations', () => {
  it('keep, suppress and truncate text', () => {
    const long = text('word '.repeat(50));
    expect(operate({ operation: 'keep' }, long, problem)).toBeNull();
    expect(operate({ operation: 'suppress' }, long, problem)).toEqual({ kind: 'suppression', body: SUPPRESSED });
    expect(operate({ operation: 'suppress' }, text('short'), problem)).toBeNull();
    expect(operate({ operation: 'truncate', truncate: { maxChars: 9 } }, long, problem)).toEqual({
      kind: 'truncation',
      body: `word word\n${TRUNCATED}`,
    });
    expect(operate({ operation: 'truncate', truncate: { maxChars: 900 } }, long, problem)).toBeNull();
    expect(operate({ operation: 'suppress' }, { type: 'reasoning', text: 'x'.repeat(99) }, problem)).toBeNull();
  });

  it('[P2] shorten the strings of a call and keep its shape', () => {
    const shapeOf = (value: Json | undefined): unknown => {
      if (Array.isArray(value)) return value.map(shapeOf);
      if (value === null || typeof value !== 'object') return typeof value === 'string' ? 'text' : value;
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]));
    };
    const inputs = fc.oneof(
      fc.dictionary(
        fc.string(),
        fc.oneof(fc.string({ maxLength: 400 }), fc.integer(), fc.constant('y'.repeat(300)), fc.array(fc.string())),
      ),
      fc.string({ maxLength: 600 }),
    );
    fc.assert(
      fc.property(inputs, fc.boolean(), (input, suppress) => {
        const part = call(input as Json);
        const made = operate(
          suppress ? { operation: 'suppress' } : { operation: 'truncate', truncate: { maxChars: 20 } },
          part,
          problem,
        );
        if (made === null) return;
        const folded = foldPart(part, made.body as string) as Part & { type: 'tool-call' };
        expect(shapeOf(folded.input)).toEqual(shapeOf(JSON.parse(JSON.stringify(input)) as Json));
        expect(JSON.stringify(folded.input).length).toBeLessThan(JSON.stringify(input).length);
      }),
    );
  });

  it('ask for a summary where one is worth it, about a call too', () => {
    const made = operate(
      { operation: 'summarize', summarize: { maxTokens: 40, apiProfile: 'cheap' } },
      text('x'.repeat(500)),
      problem,
    );
    expect(made).toMatchObject({ kind: 'summary', body: { maxTokens: 40, profile: 'cheap' } });
    expect(operate({ operation: 'summarize', summarize: {} }, text('short'), problem)).toBeNull();
    expect(operate({ operation: 'summarize', summarize: {} }, call({ a: 'x'.repeat(500) }), problem)?.kind).toBe('summary');
  });
});
