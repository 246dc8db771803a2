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

/** How an answer under way stands; what has come of it is apart, since that changes all the time. */
export interface Answering {
  readonly state: 'sending' | 'queued' | 'streaming' | 'answered' | 'stopped' | 'failed';
  /** What the message waits for. */
  readonly waitsFor: 'hard' | 'turn' | null;
  /** True once the user's message is in the record. */
  readonly stored: boolean;
  /** Whether all that has come is in the record, and nothing more is awaited of it. */
  readonly recorded: boolean;
  readonly warnings: readonly string[];
}

/** Sent, and nothing received yet. */
export const SENT: Answering = { state: 'sending', waitsFor: null, stored: false, recorded: false, warnings: [] };

/** Whether a warning is of what the model was not given: it is told apart from the answer, with which it would be gone. */
export function isOfModel(code: string): boolean {
  return code === 'mended' || code === 'no-tools';
}

/** How it stands after one more chunk. Chunks that bring nothing new give back the same value. */
export function afterChunk(answering: Answering, chunk: TurnChunk): Answering {
  switch (chunk.type) {
    case 'text-delta':
    case 'reasoning-delta':
    case 'tool-input-available':
    case 'tool-output-available':
    case 'tool-output-error':
      return answering.state === 'streaming' && !answering.recorded
        ? answering
        : { ...answering, state: 'streaming', waitsFor: null, recorded: false };
    case 'start':
      return answering.waitsFor === 'turn' ? { ...answering, state: 'sending', waitsFor: null } : answering;
    case 'data-queued':
      return { ...answering, state: 'queued', waitsFor: chunk.data.reason };
    case 'data-warning':
      // How a fold came out stands on its divider, and nowhere twice.
      if (chunk.data.code === 'degraded' || chunk.data.code === 'unmet') return answering;
      // Whoever reads joins the turn again by itself.
      if (chunk.data.code === 'handed-over' || isOfModel(chunk.data.code)) return answering;
      return { ...answering, warnings: [...answering.warnings, chunk.data.message] };
    case 'data-entry':
      if (chunk.data.role === 'user') return { ...answering, stored: true };
      // After a call its result is awaited.
      return {
        ...answering,
        recorded: chunk.data.role === 'assistant' && !chunk.data.parts.some(({ type }) => type === 'tool-call'),
      };
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

/** What has come of an answer after one more chunk. What was just stored is drawn from the record. */
export function partsAfter(parts: readonly LivePart[], chunk: TurnChunk): readonly LivePart[] {
  switch (chunk.type) {
    case 'text-delta':
      return withText(parts, 'text', chunk.id, chunk.delta);
    case 'reasoning-delta':
      return withText(parts, 'reasoning', chunk.id, chunk.delta);
    case 'tool-input-available':
      return [...parts, { type: 'tool', id: chunk.toolCallId, name: chunk.toolName, input: chunk.input }];
    case 'tool-output-available':
      return withOutput(parts, chunk.toolCallId, words(chunk.output), false);
    case 'tool-output-error':
      return withOutput(parts, chunk.toolCallId, chunk.errorText, true);
    case 'data-entry':
      return chunk.data.role === 'user' ? parts : [];
    default:
      return parts;
  }
}

/** Whether the turn is still under way. */
export function isUnderWay({ state }: Pick<Answering, 'state'>): boolean {
  return state === 'sending' || state === 'queued' || state === 'streaming';
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
