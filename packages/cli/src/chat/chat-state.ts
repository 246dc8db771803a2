import type { ChatEntry, ChatNews, ChatStatus } from './api.ts';

/** A line of the talk that is finished: a message, a divider, or a remark that never reaches the model. */
export type Said =
  | { readonly kind: 'entry'; readonly key: string; readonly entry: ChatEntry }
  | { readonly kind: 'divider'; readonly key: string; readonly text: string }
  | { readonly kind: 'remark'; readonly key: string; readonly text: string; readonly bad: boolean };

/** What the terminal shows. */
export interface ChatState {
  readonly said: readonly Said[];
  /** The answer as it comes; null when nobody is answering. */
  readonly answering: string | null;
  /** A send that waits for the context to fit. */
  readonly queued: boolean;
  readonly status: ChatStatus | null;
  readonly online: boolean;
}

/** A talk before anything was loaded. */
export const EMPTY_CHAT: ChatState = { said: [], answering: null, queued: false, status: null, online: true };

/** What changes the talk. */
export type ChatChange =
  | { readonly type: 'opened'; readonly entries: readonly ChatEntry[]; readonly status: ChatStatus; readonly remark: string }
  | { readonly type: 'sending' }
  | { readonly type: 'turn'; readonly news: ChatNews }
  | { readonly type: 'event'; readonly news: ChatNews }
  | { readonly type: 'remark'; readonly text: string; readonly bad?: boolean }
  | { readonly type: 'settled' }
  | { readonly type: 'connection'; readonly up: boolean };

/** The talk after a change. */
export function chatAfter(state: ChatState, change: ChatChange): ChatState {
  switch (change.type) {
    case 'opened': {
      const said = change.entries.map((entry): Said => ({ kind: 'entry', key: entry.id, entry }));
      return remark({ ...EMPTY_CHAT, said: [...state.said, ...said], status: change.status }, change.remark, false);
    }
    case 'sending':
      return { ...state, answering: '' };
    case 'settled':
      return { ...state, answering: null, queued: false };
    case 'remark':
      return remark(state, change.text, change.bad ?? false);
    case 'connection':
      return { ...state, online: change.up };
    case 'turn':
      return afterTurnNews(state, change.news.data);
    case 'event':
      return afterEvent(state, change.news);
  }
}

function afterTurnNews(
  state: ChatState,
  chunk: { type: string; delta?: string; data?: never; toolName?: string; errorText?: string },
): ChatState {
  switch (chunk.type) {
    case 'text-delta':
      return { ...state, queued: false, answering: (state.answering ?? '') + (chunk.delta ?? '') };
    case 'tool-input-available':
      return remark(state, `calls ${chunk.toolName}`, false);
    case 'data-entry':
      return withEntry(state, chunk.data as unknown as ChatEntry);
    case 'data-status':
      return { ...state, status: chunk.data as unknown as ChatStatus };
    case 'data-queued':
      return { ...state, queued: true };
    case 'error':
      return remark({ ...state, answering: null }, chunk.errorText ?? 'The answer failed.', true);
    default:
      return state;
  }
}

function afterEvent(state: ChatState, { type, data }: ChatNews): ChatState {
  if (type === 'status') return { ...state, status: data };
  if (type === 'entry') return withEntry(state, data.entry);
  if (type === 'run' && data.active) return withDivider(state, data);
  if (type === 'job' && (data.state === 'failed' || data.state === 'skipped') && data.reason) {
    return remark(state, `Condensing ${data.state}: ${data.reason}`, data.state === 'failed');
  }
  return state;
}

function withDivider(state: ChatState, run: { id: string; divider: string; strategyName: string; seconds: number }): ChatState {
  if (state.said.some(({ key }) => key === run.id)) return state;
  const text = `${run.divider} · ${run.strategyName} · ${run.seconds.toFixed(1)} s`;
  return { ...state, said: [...state.said, { kind: 'divider', key: run.id, text }] };
}

/** Entries come over the turn and over the events; each is shown once. An answer takes the place of its stream. */
function withEntry(state: ChatState, entry: ChatEntry): ChatState {
  if (state.said.some(({ key }) => key === entry.id)) return state;
  const answering = entry.role === 'assistant' && state.answering !== null ? '' : state.answering;
  return { ...state, answering, said: [...state.said, { kind: 'entry', key: entry.id, entry }] };
}

function remark(state: ChatState, text: string, bad: boolean): ChatState {
  if (text === '') return state;
  return { ...state, said: [...state.said, { kind: 'remark', key: `remark-${state.said.length}`, text, bad }] };
}
