import type { QueryClient } from '@tanstack/react-query';
import { messageText } from '@tenfold/core';
import { call, headers, reach } from '../../../api/client.ts';
import { offlineProblem, Problem } from '../../../api/problem.ts';
import { eventsOf } from '../../../api/sse.ts';
import { takeNews } from '../../../queries/news.ts';
import { hearOwnEntries } from '../../../state/own-entries.ts';
import { perSession } from '../../../state/per-session.ts';
import { type Answering, afterChunk, isUnderWay, SENT, type TurnChunk } from './turn-stream.ts';

/** A file that goes with a message. */
export interface SentFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly dataUrl?: string;
}

/** What is said, and where. */
export interface Saying {
  readonly text: string;
  readonly attachments?: readonly SentFile[];
  /** Entry it follows: a new branch from there; null starts over. */
  readonly parent?: string | null;
  readonly regenerate?: true;
  readonly overflow?: 'retry' | 'truncate' | 'send-anyway';
}

/** A turn this tab has sent. Its key makes sending it again safe. */
export interface LiveTurn {
  readonly key: string;
  readonly saying: Saying;
  readonly answering: Answering;
  readonly problem: Problem | null;
}

const turns = perSession<readonly LiveTurn[]>([]);

// A turn may be refused after its message was stored; then only the session's news tell of it.
hearOwnEntries((session, entry) => {
  if (entry.role !== 'user') return;
  const text = messageText(entry);
  const said = turns.get(session).find(({ saying, answering }) => !answering.stored && saying.text === text);
  if (said === undefined) return;
  turns.set(session, (now) =>
    now.map((turn) => (turn.key === said.key ? { ...turn, answering: { ...turn.answering, stored: true } } : turn)),
  );
});

/** Turns of a session that this tab has sent and that are not settled. */
export function useLiveTurns(session: string): readonly LiveTurn[] {
  return turns.use(session);
}

/** Sends a message. It shows at once; when it is refused it stays with the reason, its text never lost. */
export function send(client: QueryClient, session: string, saying: Saying): void {
  const turn: LiveTurn = { key: crypto.randomUUID(), saying, answering: SENT, problem: null };
  turns.set(session, (now) => [...now, turn]);
  void conduct(client, session, turn);
}

/** Sends a refused turn again under the same key: what is stored already is not stored twice. */
export function sendAgain(client: QueryClient, session: string, turn: LiveTurn, overflow?: Saying['overflow']): void {
  const saying = overflow === undefined ? turn.saying : { ...turn.saying, overflow };
  const again: LiveTurn = { ...turn, saying, problem: null, answering: { ...SENT, stored: turn.answering.stored } };
  turns.set(session, (now) => now.map((one) => (one.key === turn.key ? again : one)));
  void conduct(client, session, again);
}

/** Forgets a refused turn. */
export function dismiss(session: string, key: string): void {
  turns.set(session, (now) => now.filter((turn) => turn.key !== key));
}

/** Stops the turn under way; what has come is kept. */
export async function stop(session: string): Promise<void> {
  await call('POST', `/api/sessions/${session}/stop`, {});
}

async function conduct(client: QueryClient, session: string, { key, saying }: LiveTurn): Promise<void> {
  const change = (next: (turn: LiveTurn) => LiveTurn) =>
    turns.set(session, (now) => now.map((turn) => (turn.key === key ? next(turn) : turn)));
  const fail = (problem: Problem) =>
    change((turn) => ({ ...turn, problem, answering: { ...turn.answering, state: 'failed', waitsFor: null } }));
  try {
    const { text, ...rest } = saying;
    const response = await reach(`/api/sessions/${session}/messages`, {
      method: 'POST',
      headers: { ...headers(true), accept: 'text/event-stream' },
      body: JSON.stringify({ ...rest, ...(saying.regenerate ? {} : { text }), idempotencyKey: key }),
    });
    for await (const { data } of eventsOf(response)) {
      if (data === '[DONE]') break;
      const chunk = JSON.parse(data) as TurnChunk & { data?: unknown };
      if (chunk.type === 'start' && branches(saying)) takeNews(client, session, { type: 'head', data: { why: 'own-branch' } });
      if (chunk.type.startsWith('data-')) aside(client, session, chunk, fail);
      change((turn) => ({ ...turn, answering: afterChunk(turn.answering, chunk) }));
    }
    const over = turns.get(session).find((turn) => turn.key === key);
    if (over !== undefined && isUnderWay(over.answering)) fail(offlineProblem());
  } catch (error) {
    fail(error instanceof Problem ? error : offlineProblem());
  }
  settle(session, key);
}

/** News inside the stream are the same as those of the session's own stream. */
function aside(client: QueryClient, session: string, chunk: { type: string; data?: unknown }, fail: (problem: Problem) => void) {
  if (chunk.type === 'data-error') fail(new Problem(chunk.data as ConstructorParameters<typeof Problem>[0]));
  else if (chunk.type === 'data-entry') takeNews(client, session, { type: 'entry', data: { entry: chunk.data } });
  else if (chunk.type === 'data-status') takeNews(client, session, { type: 'status', data: chunk.data });
  else if (chunk.type === 'data-fold') takeFold(client, session, chunk.data as { job: object; run: object | null });
}

function takeFold(client: QueryClient, session: string, { job, run }: { job: object; run: object | null }): void {
  takeNews(client, session, { type: 'job', data: job });
  if (run !== null) takeNews(client, session, { type: 'run', data: run });
}

/** Whether it goes on from an earlier place, so that another record shows. */
function branches({ parent, regenerate }: Saying): boolean {
  return parent !== undefined || regenerate === true;
}

/** A turn that went well is only in the record from now on. */
function settle(session: string, key: string): void {
  const turn = turns.get(session).find((one) => one.key === key);
  if (turn !== undefined && turn.answering.state !== 'failed') dismiss(session, key);
}
