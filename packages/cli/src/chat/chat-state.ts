import type { ContextStatus, Entry, QueuedMessage, Run, SessionEvent, TurnChunk } from '@tenfold/contract';

/** A line of the talk that is finished: a message, a divider, or a remark that never reaches the model. */
export type Said =
  | { readonly kind: 'entry'; readonly key: string; readonly entry: Entry }
  | { readonly kind: 'divider'; readonly key: string; readonly text: string }
  | { readonly kind: 'remark'; readonly key: string; readonly text: string; readonly bad: boolean };

/** What the terminal shows. */
export interface ChatState {
  readonly said: readonly Said[];
  /** The answer as it comes; null when nobody is answering. */
  readonly answering: string | null;
  /** Turns this terminal asked for that are not over yet. */
  readonly running: number;
  /** A send that waits for the context to fit. */
  readonly queued: boolean;
  /** Messages that wait for their turn. */
  readonly waiting: readonly QueuedMessage[];
  readonly status: ContextStatus | null;
  readonly online: boolean;
}

/** A talk before anything was loaded. */
export const EMPTY_CHAT: ChatState = {
  said: [],
  answering: null,
  running: 0,
  queued: false,
  waiting: [],
  status: null,
  online: true,
};

/** What changes the talk. */
export type ChatChange =
  | {
      readonly type: 'opened';
      readonly entries: readonly Entry[];
      readonly status: ContextStatus;
      readonly waiting: readonly QueuedMessage[];
      readonly remark: string;
    }
  | { readonly type: 'sending'; readonly again?: boolean }
  | { readonly type: 'turn'; readonly chunk: TurnChunk }
  | { readonly type: 'event'; readonly event: SessionEvent }
  | { readonly type: 'status'; readonly status: ContextStatus }
  | { readonly type: 'remark'; readonly text: string; readonly bad?: boolean }
  | { readonly type: 'settled' }
  | { readonly type: 'connection'; readonly up: boolean };

/** The talk after a change. */
export function chatAfter(state: ChatState, change: ChatChange): ChatState {
  switch (change.type) {
    case 'opened': {
      const said = change.entries.map((entry): Said => ({ kind: 'entry', key: entry.id, entry }));
      const { status, waiting } = change;
      return remark({ ...EMPTY_CHAT, said: [...state.said, ...said], status, waiting }, change.remark, false);
    }
    case 'sending':
      return { ...(change.again ? unanswered(state) : state), running: state.running + 1, answering: state.answering ?? '' };
    case 'settled': {
      const running = state.running - 1;
      return { ...state, running, answering: running > 0 ? '' : null, queued: false };
    }
    case 'remark':
      return remark(state, change.text, change.bad ?? false);
    case 'connection':
      return { ...state, online: change.up };
    case 'turn':
      return afterChunk(state, change.chunk);
    case 'event':
      return afterEvent(state, change.event);
    case 'status':
      return { ...state, status: change.status };
  }
}

function afterChunk(state: ChatState, chunk: TurnChunk): ChatState {
  switch (chunk.type) {
    case 'text-delta':
      return { ...state, queued: false, answering: (state.answering ?? '') + chunk.delta };
    case 'tool-input-available':
      return remark(state, `calls ${chunk.toolName}`, false);
    case 'data-entry':
      return withEntry(state, chunk.data);
    case 'data-status':
      return { ...state, status: chunk.data };
    case 'data-queued':
      return { ...state, queued: chunk.data.reason === 'hard' };
    case 'data-warning':
      // How a fold came out stands on its divider.
      if (chunk.data.code === 'degraded' || chunk.data.code === 'unmet') return state;
      return remark(state, chunk.data.message, true);
    case 'data-error':
      return refused(state, chunk.data);
    case 'error':
      return isTold(state, chunk.errorText) ? state : refused(state, { detail: chunk.errorText });
    default:
      return state;
  }
}

function afterEvent(state: ChatState, event: SessionEvent): ChatState {
  if (event.type === 'status') return { ...state, status: event };
  if (event.type === 'entry') return withEntry(state, event.entry);
  if (event.type === 'queue') return { ...state, waiting: event.messages.filter((message) => message.state === 'waiting') };
  if (event.type === 'run' && event.active) return withDivider(state, event);
  // A message that waited for it says so itself.
  if (event.type === 'job' && event.trigger === 'hard') return state;
  if (event.type === 'job' && (event.state === 'failed' || event.state === 'skipped') && event.reason) {
    return remark(state, `Condensing ${event.state}: ${event.reason}`, event.state === 'failed');
  }
  return state;
}

/** An answer that is asked for again may say the same, and is then the same entry: it is shown all the same. */
function unanswered(state: ChatState): ChatState {
  const asked = state.said.findLastIndex((item) => item.kind === 'entry' && item.entry.role === 'user');
  return { ...state, said: state.said.map((item, at) => (at > asked ? { ...item, key: `${item.key} ${at}` } : item)) };
}

/** What went wrong with an answer: what happened, what was kept and what to do. It comes twice, the second time in short. */
function refused(state: ChatState, { detail, kept = '' }: { readonly detail: string; readonly kept?: string }): ChatState {
  const text = [detail, kept].filter((part) => part !== '').join(' ');
  const answering = state.answering === null ? null : '';
  return remark({ ...state, answering }, `${text}\n/retry answers it again.`, true);
}

function isTold({ said }: ChatState, detail: string): boolean {
  const last = said.at(-1);
  return last?.kind === 'remark' && last.text.startsWith(detail);
}

function withDivider(
  state: ChatState,
  run: Pick<Run, 'id' | 'divider' | 'strategyName' | 'seconds' | 'outcome' | 'report'>,
): ChatState {
  if (state.said.some(({ key }) => key === run.id)) return state;
  const why = run.report.warnings.find((warning) => /instead|fail|answer/i.test(warning)) ?? 'it did not answer';
  const reason = run.outcome === 'degraded' ? ` · without the model: ${why}` : '';
  const again = run.report.warnings.find((warning) => warning.startsWith('Condensed again'));
  const text = `${run.divider} · ${run.strategyName} · ${run.seconds.toFixed(1)} s${reason}${again === undefined ? '' : `\n${again}`}`;
  return { ...state, said: [...state.said, { kind: 'divider', key: run.id, text }] };
}

/** Entries come over the turn and over the events; each is shown once. An answer takes the place of its stream. */
function withEntry(state: ChatState, entry: Entry): ChatState {
  if (state.said.some(({ key }) => key === entry.id)) return state;
  const answering = entry.role === 'assistant' && state.answering !== null ? '' : state.answering;
  return { ...state, answering, said: [...state.said, { kind: 'entry', key: entry.id, entry }] };
}

function remark(state: ChatState, text: string, bad: boolean): ChatState {
  if (text === '') return state;
  return { ...state, said: [...state.said, { kind: 'remark', key: `remark-${state.said.length}`, text, bad }] };
}
