import type { Entry, TurnChunk } from '@tenfold/contract';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterChunk, isUnderWay, type LivePart, partsAfter, SENT } from './turn-stream.ts';

const play = (chunks: readonly TurnChunk[]) => chunks.reduce(afterChunk, SENT);
const come = (chunks: readonly TurnChunk[]) => chunks.reduce(partsAfter, [] as readonly LivePart[]);
const entry = (role: Entry['role']): TurnChunk => ({
  type: 'data-entry',
  transient: true,
  data: {
    id: 'e',
    position: 0,
    role,
    parts: [],
    createdAt: 0,
    protected: false,
    foldedBy: null,
    partFolds: [],
    tokens: 1,
    inputTokens: null,
    outputTokens: null,
    version: 1,
    idempotencyKey: null,
  },
});

describe('turn stream', () => {
  it('joins the pieces of a text, however it is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (pieces) => {
        const after = come(pieces.map((delta) => ({ type: 'text-delta', id: 'a', delta })));
        expect(after).toEqual([{ type: 'text', id: 'a', text: pieces.join('') }]);
      }),
    );
  });

  it('keeps thinking, words and tools in the order they came', () => {
    const after = come([
      { type: 'reasoning-delta', id: 'r', delta: 'hm' },
      { type: 'text-delta', id: 't', delta: 'Let me look.' },
      { type: 'tool-input-available', toolCallId: 'c', dynamic: true, toolName: 'read', input: { path: 'a' } },
      { type: 'tool-output-available', toolCallId: 'c', dynamic: true, output: { lines: 2 } },
    ]);
    expect(after.map(({ type }) => type)).toEqual(['reasoning', 'text', 'tool']);
    expect(after[2]).toMatchObject({ output: '{\n  "lines": 2\n}', isError: false });
  });

  it('drops what was streamed once it is in the record, so that nothing shows twice', () => {
    const chunks: TurnChunk[] = [entry('user'), { type: 'text-delta', id: 't', delta: 'Hi' }, entry('assistant')];
    expect(play(chunks)).toMatchObject({ stored: true, recorded: true });
    expect(come(chunks)).toEqual([]);
  });

  it('waits visibly, then streams', () => {
    const waiting = play([{ type: 'data-queued', data: { reason: 'hard' }, transient: true }]);
    expect(waiting).toMatchObject({ state: 'queued', waitsFor: 'hard' });
    expect(afterChunk(waiting, { type: 'text-delta', id: 't', delta: 'x' })).toMatchObject({
      state: 'streaming',
      waitsFor: null,
    });
  });

  it('a failure stays a failure when the stream closes after it', () => {
    const failed = play([
      { type: 'error', errorText: 'gone' },
      { type: 'finish', messageMetadata: { outcome: 'failed' } },
    ]);
    expect(failed.state).toBe('failed');
    expect(isUnderWay(failed)).toBe(false);
  });

  it('a stopped turn is over and keeps what it has', () => {
    const chunks: TurnChunk[] = [
      { type: 'text-delta', id: 't', delta: 'half' },
      { type: 'abort', reason: 'stopped' },
    ];
    expect(play(chunks).state).toBe('stopped');
    expect(come(chunks)).toMatchObject([{ text: 'half' }]);
  });

  it('more of an answer does not change how it stands', () => {
    const streaming = play([{ type: 'text-delta', id: 't', delta: 'one' }]);
    expect(afterChunk(streaming, { type: 'text-delta', id: 't', delta: ' more' })).toBe(streaming);
  });
});
