import type { TurnChunk } from '@tenfold/contract';
import { SessionError, type TurnEvent, toldEntry } from '@tenfold/session';
import { problemOf, type Refused, refusalOf } from '../problem.ts';
import type { Outbox } from './outbox.ts';
import { sse } from './streams.ts';

type Piece = Extract<TurnEvent, { type: 'text' | 'reasoning' }>;

/** Milliseconds in which what comes of an answer goes out as one: quicker than a screen needs, and a fraction of the packets. */
const TOGETHER_MS = 40;

/**
 * Writes what happens in a turn to a stream, as the AI SDK reads it: parts are opened and closed around their pieces. The first piece of
 * an answer goes at once, those that follow it closely together, all else in its place.
 */
export function turnWriter(outbox: Pick<Outbox, 'write'>, together: number = TOGETHER_MS) {
  let part: Omit<Piece, 'delta'> | null = null;
  let held: Piece | null = null;
  let timer: NodeJS.Timeout | undefined;
  const put = (chunk: TurnChunk): void => outbox.write(sse(chunk));
  const leavePart = (): void => {
    if (part !== null) put({ type: `${part.type}-end`, id: part.id });
    part = null;
  };
  const letGo = (): boolean => {
    clearTimeout(timer);
    timer = undefined;
    if (held === null) return false;
    const { type, id, delta } = held;
    held = null;
    if (part?.type !== type || part.id !== id) {
      leavePart();
      put({ type: `${type}-start`, id });
    }
    part = { type, id };
    put({ type: `${type}-delta`, id, delta });
    return true;
  };
  const wait = (): void => {
    timer = setTimeout(() => letGo() && wait(), together);
  };
  return {
    write(event: TurnEvent): void {
      if (event.type === 'text' || event.type === 'reasoning') {
        if (held !== null && held.type === event.type && held.id === event.id)
          held = { ...held, delta: held.delta + event.delta };
        else if (held === null && timer !== undefined) held = event;
        else {
          letGo();
          held = event;
          letGo();
          wait();
        }
        return;
      }
      letGo();
      const chunks = chunksOf(event);
      // What stands beside the message does not end a part of it.
      if (chunks.at(-1)?.type.startsWith('data-') !== true) leavePart();
      for (const chunk of chunks) put(chunk);
    },
    /** Nothing more comes. */
    end: letGo,
  };
}

type Whole = Exclude<TurnEvent, { type: 'text' | 'reasoning' }>;

function chunksOf(event: Whole): readonly TurnChunk[] {
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
      return [
        {
          type: 'data-entry',
          data: { ...toldEntry(event.entry), version: event.version, idempotencyKey: event.key },
          transient: true,
        },
      ];
    case 'status':
      return [{ type: 'data-status', data: event.status, transient: true }];
    case 'queued':
      return [{ type: 'data-queued', data: { reason: event.reason }, transient: true }];
    case 'fold':
      return [{ type: 'data-fold', data: { job: event.job, run: event.run }, transient: true }];
    case 'warning':
      return [{ type: 'data-warning', data: { code: event.code, message: event.message }, transient: true }];
    case 'error':
      return errorChunks(turnRefusal(event));
    case 'done':
      return event.outcome === 'stopped'
        ? [{ type: 'abort', reason: 'stopped' }]
        : [{ type: 'finish', messageMetadata: { outcome: event.outcome } }];
  }
}

/** What a reader is told where a turn fails. */
export function errorChunks(refused: Refused): readonly TurnChunk[] {
  const problem = problemOf(refused);
  return [
    { type: 'data-error', data: problem, transient: true },
    { type: 'error', errorText: problem.detail },
  ];
}

/** A turn's error as a refusal. */
export function turnRefusal({ code, message, ...rest }: Extract<TurnEvent, { type: 'error' }>): Refused {
  return refusalOf(new SessionError(code, message, rest));
}
