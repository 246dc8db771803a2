import type { TurnEvent } from '@tenfold/session';
import type { UIMessageChunk } from 'ai';
import { problemOf, refusalOf } from '../problem.ts';
import { turnRefusal } from './turn-refusal.ts';

/** Turns what happens in a turn into chunks of the AI SDK's UI-message stream: parts are opened and closed around their pieces. */
export function uiChunks(): (event: TurnEvent) => readonly UIMessageChunk[] {
  let open: { readonly type: 'text' | 'reasoning'; readonly id: string } | null = null;
  const close = (): UIMessageChunk[] => {
    const last = open;
    open = null;
    return last === null ? [] : [{ type: `${last.type}-end`, id: last.id }];
  };
  const piece = (type: 'text' | 'reasoning', id: string, delta: string): UIMessageChunk[] => {
    const next: UIMessageChunk = { type: `${type}-delta`, id, delta };
    if (open?.type === type && open.id === id) return [next];
    const before = close();
    open = { type, id };
    return [...before, { type: `${type}-start`, id }, next];
  };
  return (event) => {
    if (event.type === 'text' || event.type === 'reasoning') return piece(event.type, event.id, event.delta);
    const chunks = chunksOf(event);
    const aside = chunks.every(({ type }) => type.startsWith('data-'));
    return aside ? chunks : [...close(), ...chunks];
  };
}

type Whole = Exclude<TurnEvent, { type: 'text' | 'reasoning' }>;

function chunksOf(event: Whole): readonly UIMessageChunk[] {
  switch (event.type) {
    case 'start':
      return [{ type: 'start', messageId: event.turn, messageMetadata: { branch: event.branch, model: event.model } }];
    case 'tool-call':
      return [{ type: 'tool-input-available', toolCallId: event.id, toolName: event.name, input: event.input, dynamic: true }];
    case 'tool-result':
      return event.isError
        ? [{ type: 'tool-output-error', toolCallId: event.id, errorText: event.output, dynamic: true }]
        : [{ type: 'tool-output-available', toolCallId: event.id, output: event.output, dynamic: true }];
    case 'entry':
      return [aside('entry', { ...event.entry, version: event.version })];
    case 'status':
      return [aside('status', event.status)];
    case 'queued':
      return [aside('queued', { reason: event.reason })];
    case 'fold':
      return [aside('fold', { job: event.job, run: event.run })];
    case 'warning':
      return [aside('warning', { code: event.code, message: event.message })];
    case 'error': {
      const problem = problemOf(turnRefusal(event));
      return [aside('error', problem), { type: 'error', errorText: problem.detail }];
    }
    case 'done':
      return event.outcome === 'stopped'
        ? [{ type: 'abort', reason: 'stopped' }]
        : [{ type: 'finish', messageMetadata: { outcome: event.outcome } }];
  }
}

/** News that stands beside the message and is not part of it. */
function aside(name: string, data: unknown): UIMessageChunk {
  return { type: `data-${name}`, data, transient: true };
}

/** What a reader is told when the turn itself broke in a way nobody foresaw. */
export function brokenTurn(error: unknown): readonly UIMessageChunk[] {
  const problem = problemOf(refusalOf(error));
  return [aside('error', problem), { type: 'error', errorText: problem.detail }];
}
