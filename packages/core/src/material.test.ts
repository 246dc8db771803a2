import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conversationOf } from './conversation.ts';
import { counterFor } from './count/model-counter.ts';
import { escapeMaterial, pieceOf, rowMaterial } from './material.ts';
import { project } from './project.ts';
import { arbitraryMessages } from './testing/arbitrary.ts';
import { injectionPayloads } from './testing/payloads.ts';
import { result, spanFold, talk, user, withFolds } from './testing/talk.ts';
import { transcriptOf } from './transcript.ts';

const count = counterFor('gpt-4o');
const rowsOf = (messages: Parameters<typeof transcriptOf>[0]) => project(conversationOf(transcriptOf(messages))).rows;

describe('material', () => {
  it('[A1] weighs no more than it says', () => {
    fc.assert(
      fc.property(arbitraryMessages({ minMessages: 1, maxMessages: 12 }), (messages) => {
        for (const row of rowsOf(messages)) {
          const piece = pieceOf(row, count);
          expect(count.text(`${piece.text}\n`)).toBeLessThanOrEqual(piece.tokens);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('[A5] has the marks of its label and no other', () => {
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...injectionPayloads), fc.string()), (text) => {
        const [row] = rowsOf([result('a', text)]);
        expect(rowMaterial(row as never).match(/<[\s/]*(conversation|message|record)\b/giu)).toHaveLength(2);
        expect(escapeMaterial(escapeMaterial(text))).toBe(escapeMaterial(text));
      }),
    );
  });

  it('tells of a stand-in as a record, and never carries the bytes of an image', () => {
    const base = talk(user('a'), user('b'), user('c'));
    const row = project(withFolds(base, spanFold(base, 1, 1, { text: 'what was' }))).rows[1];
    expect(rowMaterial(row as never)).toBe('<message n="2-2" role="record">\nwhat was\n</message>');
    const image = {
      type: 'attachment',
      mediaType: 'image/png',
      name: 'shot.png',
      bytes: 1_234,
      source: 'A'.repeat(9_999),
    } as const;
    const [shown] = rowsOf([
      {
        role: 'tool',
        parts: [
          { type: 'tool-result', id: 'a', output: [image] },
          image,
          { type: 'opaque', dialect: 'x', value: { a: 'B'.repeat(9_999) } },
        ],
      },
    ]);
    const text = rowMaterial(shown as never);
    expect(text).toContain('shot.png (image/png, 1,234 bytes)');
    expect(text.length).toBeLessThan(3_000);
  });
});
