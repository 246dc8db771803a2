import { api as contract } from '@tenfold/contract';
import { tame } from '../draw/width.ts';
import type { ChatApi } from './api.ts';
import type { ChatChange } from './chat-state.ts';

/** Messages shown when a conversation is opened. */
const OPENING = 12;
const RECONNECT_MS = 1_000;
const FILLS: ReadonlySet<string> = new Set(['run', 'head', 'job']);

/** Opens a conversation and tells of its events until the returned function is called. Reconnects by itself. */
export function follow(
  api: ChatApi,
  session: { readonly id: string; readonly title: string },
  tell: (change: ChatChange) => void,
): () => void {
  const ended = new AbortController();
  void run(api, session, tell, ended.signal);
  return () => ended.abort();
}

async function run(
  api: ChatApi,
  session: { readonly id: string; readonly title: string },
  tell: (change: ChatChange) => void,
  signal: AbortSignal,
): Promise<void> {
  const ask = { session: session.id };
  let opened = false;
  while (!signal.aborted) {
    try {
      if (!opened) tell(await opening(api, session));
      opened = true;
      for await (const event of api.stream(contract.events.follow, ask, signal)) {
        tell({ type: 'connection', up: true });
        tell({ type: 'event', event });
        // A fold that ended changes how full the context is, whoever started it.
        if (FILLS.has(event.type)) tell({ type: 'status', status: await api.call(contract.contexts.status, ask) });
      }
    } catch {
      if (signal.aborted) return;
    }
    tell({ type: 'connection', up: false });
    await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
  }
}

async function opening(
  api: ChatApi,
  { id: session, title }: { readonly id: string; readonly title: string },
): Promise<ChatChange> {
  const { entries } = await api.call(contract.entries.list, { session, query: { limit: OPENING } });
  const status = await api.call(contract.contexts.status, { session });
  const { sessions } = await api.call(contract.recovery.list, {});
  const cutOff = sessions.find((one) => one.session.id === session);
  const offer = cutOff === undefined ? '' : `\n${tame(cutOff.prompt)}\n/resume recovers ${tame(cutOff.what)}.`;
  const { messages } = await api.call(contract.turns.queue, { session });
  const waiting = messages.filter(({ state }) => state === 'waiting');
  return { type: 'opened', entries, status, waiting, remark: `— ${tame(title) || 'New conversation'} —${offer}` };
}
