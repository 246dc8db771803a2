import type { TurnChunk } from '@tenfold/contract';
import type { Json } from '@tenfold/core';

/** A piece of an answer that is still coming. */
export type LivePart =
  | { readonly type: 'text' | 'reasoning'; readonly id: string; readonly text: string }
  | {
      readonly type: 'tool';
      readonly id: string;
      readonly name: string;
      readonly input: Json;
      readonly output?: string;
      readonly isError?: boolean;
    };

/** What is known of an answer under way. What is already in the record is not in `parts`. */
export interface Answering {
  readonly state: 'sending' | 'queued' | 'streaming' | 'answered' | 'stopped' | 'failed';
  /** What the message waits for. */
  readonly waitsFor: 'hard' | 'turn' | null;
  /** True once the user's message is in the record. */
  readonly stored: boolean;
  readonly parts: readonly LivePart[];
  readonly warnings: readonly string[];
}

/** Sent, and nothing heard yet. */
export const SENT: Answering = { state: 'sending', waitsFor: null, stored: false, parts: [], warnings: [] };

/** What is known after one more chunk. Chunks that say nothing new give back the same value. */
export function afterChunk(answering: Answering, chunk: TurnChunk): Answering {
  switch (chunk.type) {
    case 'text-delta':
      return streaming(answering, withText(answering.parts, 'text', chunk.id, chunk.delta));
    case 'reasoning-delta':
      return streaming(answering, withText(answering.parts, 'reasoning', chunk.id, chunk.delta));
    case 'tool-input-available':
      return streaming(answering, [
        ...answering.parts,
        { type: 'tool', id: chunk.toolCallId, name: chunk.toolName, input: chunk.input },
      ]);
    case 'tool-output-available':
      return streaming(answering, withOutput(answering.parts, chunk.toolCallId, words(chunk.output), false));
    case 'tool-output-error':
      return streaming(answering, withOutput(answering.parts, chunk.toolCallId, chunk.errorText, true));
    case 'start':
      return answering.waitsFor === 'turn' ? { ...answering, state: 'sending', waitsFor: null } : answering;
    case 'data-queued':
      return { ...answering, state: 'queued', waitsFor: chunk.data.reason };
    case 'data-warning':
      return { ...answering, warnings: [...answering.warnings, chunk.data.message] };
    case 'data-entry':
      // What was streamed until now is what was just stored.
      return chunk.data.role === 'user' ? { ...answering, stored: true } : { ...answering, parts: [] };
    case 'finish':
      return answering.state === 'failed' ? answering : { ...answering, state: 'answered', waitsFor: null };
    case 'abort':
      return { ...answering, state: 'stopped', waitsFor: null };
    case 'error':
      return { ...answering, state: 'failed', waitsFor: null };
    default:
      return answering;
  }
}

/** Whether the turn is still under way. */
export function isUnderWay({ state }: Pick<Answering, 'state'>): boolean {
  return state === 'sending' || state === 'queued' || state === 'streaming';
}

function streaming(answering: Answering, parts: readonly LivePart[]): Answering {
  return { ...answering, state: 'streaming', waitsFor: null, parts };
}

function withText(parts: readonly LivePart[], type: 'text' | 'reasoning', id: string, delta: string): readonly LivePart[] {
  const last = parts.at(-1);
  if (last?.type === type && last.id === id) return [...parts.slice(0, -1), { ...last, text: last.text + delta }];
  return [...parts, { type, id, text: delta }];
}

function withOutput(parts: readonly LivePart[], id: string, output: string, isError: boolean): readonly LivePart[] {
  return parts.map((part) => (part.type === 'tool' && part.id === id ? { ...part, output, isError } : part));
}

function words(output: Json): string {
  return typeof output === 'string' ? output : JSON.stringify(output, null, 2);
}
