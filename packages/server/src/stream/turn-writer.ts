import type { TurnChunk } from '@tenfold/contract';
import type { TurnEvent } from '@tenfold/session';
import { problemOf, refusalOf } from '../problem.ts';
import type { Outbox } from './outbox.ts';
import { sse } from './streams.ts';
import { turnRefusal } from './turn-refusal.ts';

/** Writes what happens in a turn to a stream, as the AI SDK reads it. */
export function turnWriter(outbox: Pick<Outbox, 'write'>) {
  const chunks = uiChunks();
  return joinedPieces((event) => {
    for (const chunk of chunks(event)) outbox.write(sse(chunk));
  });
}

type Piece = Extract<TurnEvent, { type: 'text' | 'reasoning' }>;

/** Milliseconds in which what comes of an answer goes out as one: quicker than a screen needs, and a fraction of the packets. */
const TOGETHER_MS = 40;

/** Writes what happens in a turn: the first piece of an answer at once, those that follow it closely together, all else in its place. */
export function joinedPieces(write: (event: TurnEvent) => void, together: number = TOGETHER_MS) {
  let held: Piece | null = null;
  let timer: NodeJS.Timeout | undefined;
  const letGo = () => {
    clearTimeout(timer);
    timer = undefined;
    const piece = held;
    held = null;
    if (piece !== null) write(piece);
    return piece !== null;
  };
  const wait = () => {
    timer = setTimeout(() => letGo() && wait(), together);
  };
  const take = (piece: Piece) => {
    if (held !== null && held.type === piece.type && held.id === piece.id) held = { ...held, delta: held.delta + piece.delta };
    else if (held === null && timer !== undefined) held = piece;
    else {
      letGo();
      write(piece);
      wait();
    }
  };
  return {
    write(event: TurnEvent): void {
      if (event.type === 'text' || event.type === 'reasoning') take(event);
      else {
        letGo();
        write(event);
      }
    },
    /** Nothing more comes. */
    end: (): void => void letGo(),
  };
}

/** Turns what happens in a turn into chunks of the AI SDK's UI-message stream: parts are opened and closed around their pieces. */
function uiChunks(): (event: TurnEvent) => readonly TurnChunk[] {
  let open: { readonly type: 'text' | 'reasoning'; readonly id: string } | null = null;
  const close = (): TurnChunk[] => {
    const last = open;
    open = null;
    return last === null ? [] : [{ type: `${last.type}-end`, id: last.id }];
  };
  const piece = (type: 'text' | 'reasoning', id: string, delta: string): TurnChunk[] => {
    const next: TurnChunk = { type: `${type}-delta`, id, delta };
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
      return [beside({ type: 'data-entry', data: { ...event.entry, version: event.version, idempotencyKey: event.key } })];
    case 'status':
      return [beside({ type: 'data-status', data: event.status })];
    case 'queued':
      return [beside({ type: 'data-queued', data: { reason: event.reason } })];
    case 'fold':
      return [beside({ type: 'data-fold', data: { job: event.job, run: event.run } })];
    case 'warning':
      return [beside({ type: 'data-warning', data: { code: event.code, message: event.message } })];
    case 'error': {
      const problem = problemOf(turnRefusal(event));
      return [beside({ type: 'data-error', data: problem }), { type: 'error', errorText: problem.detail }];
    }
    case 'done':
      return event.outcome === 'stopped'
        ? [{ type: 'abort', reason: 'stopped' }]
        : [{ type: 'finish', messageMetadata: { outcome: event.outcome } }];
  }
}

type Beside = Extract<TurnChunk, { transient: true }>;
type WithoutMark<T> = T extends Beside ? Omit<T, 'transient'> : never;

/** Something that stands beside the message and is not part of it. */
function beside(chunk: WithoutMark<Beside>): TurnChunk {
  return { ...chunk, transient: true } as Beside;
}

/** What a reader is told when the turn itself broke in a way nobody foresaw. */
export function brokenTurn(error: unknown): readonly TurnChunk[] {
  const problem = problemOf(refusalOf(error));
  return [beside({ type: 'data-error', data: problem }), { type: 'error', errorText: problem.detail }];
}
