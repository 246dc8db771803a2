import type { Entry, TurnChunk } from '@tenfold/contract';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterChunk, isUnderWay, SENT } from './turn-stream.ts';

const play = (chunks: readonly TurnChunk[]) => chunks.reduce(afterChunk, SENT);
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
        const after = play(pieces.map((delta) => ({ type: 'text-delta', id: 'a', delta })));
        expect(after.parts).toEqual([{ type: 'text', id: 'a', text: pieces.join('') }]);
      }),
    );
  });

  it('keeps thinking, words and tools in the order they came', () => {
    const after = play([
      { type: 'reasoning-delta', id: 'r', delta: 'hm' },
      { type: 'text-delta', id: 't', delta: 'Let me look.' },
      { type: 'tool-input-available', toolCallId: 'c', dynamic: true, toolName: 'read', input: { path: 'a' } },
      { type: 'tool-output-available', toolCallId: 'c', dynamic: true, output: { lines: 2 } },
    ]);
    expect(after.parts.map(({ type }) => type)).toEqual(['reasoning', 'text', 'tool']);
    expect(after.parts[2]).toMatchObject({ output: '{\n  "lines": 2\n}', isError: false });
  });

  it('drops what was streamed once it is in the record, so that nothing shows twice', () => {
    const answered = play([entry('user'), { type: 'text-delta', id: 't', delta: 'Hi' }, entry('assistant')]);
    expect(answered).toMatchObject({ stored: true, parts: [] });
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
    const stopped = play([
      { type: 'text-delta', id: 't', delta: 'half' },
      { type: 'abort', reason: 'stopped' },
    ]);
    expect(stopped).toMatchObject({ state: 'stopped', parts: [{ text: 'half' }] });
  });
});
