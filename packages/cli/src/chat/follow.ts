import { tame } from '../draw/width.ts';
import type { ChatApi, ChatEntry, ChatStatus } from './api.ts';
import type { ChatChange } from './chat-state.ts';
import type { Recoverable } from './going-back.ts';

/** Messages shown when a conversation is opened. */
const OPENING = 12;
const RECONNECT_MS = 1_000;
const FILLS: ReadonlySet<string> = new Set(['run', 'head', 'job']);

/** Opens a conversation and tells of its news until the returned function is called. Reconnects by itself. */
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
  const path = `/api/sessions/${session.id}`;
  let opened = false;
  while (!signal.aborted) {
    try {
      if (!opened) tell(await opening(api, path, session.title));
      opened = true;
      for await (const news of api.stream(`${path}/events`, undefined, signal)) {
        tell({ type: 'connection', up: true });
        tell({ type: 'event', news });
        // A fold that ended changes how full the context is, whoever started it.
        if (FILLS.has(news.type)) tell({ type: 'event', news: { type: 'status', data: await api.get(`${path}/status`) } });
      }
    } catch {
      if (signal.aborted) return;
    }
    tell({ type: 'connection', up: false });
    await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
  }
}

async function opening(api: ChatApi, path: string, title: string): Promise<ChatChange> {
  const { entries } = await api.get<{ entries: readonly ChatEntry[] }>(`${path}/entries?limit=${OPENING}`);
  const status = await api.get<ChatStatus>(`${path}/status`);
  const { sessions } = await api.get<Recoverable>('/api/recovery');
  const cutOff = sessions.find(({ session }) => path.endsWith(`/${session.id}`));
  const offer = cutOff === undefined ? '' : `\n${tame(cutOff.prompt)}\n/resume recovers ${tame(cutOff.what)}.`;
  return { type: 'opened', entries, status, remark: `— ${tame(title) || 'New conversation'} —${offer}` };
}
