import type { QueryClient } from '@tanstack/react-query';
import { headers, reach } from '../../../api/client.ts';
import { offlineProblem, Problem } from '../../../api/problem.ts';
import { eventsOf } from '../../../api/sse.ts';
import { keys } from '../../../queries/keys.ts';
import { takeNews } from '../../../queries/news.ts';
import type { LiveTurn, Saying } from './live-turn.ts';
import { change, fail, isLive, liveTurn } from './live-turns.ts';
import { afterChunk, type TurnChunk } from './turn-stream.ts';

/** Reads a turn's stream to its end. A stream that breaks is joined again: the turn goes on without us. */
export async function follow(client: QueryClient, session: string, turn: LiveTurn, response: Response): Promise<void> {
  await read(client, session, turn, response);
  for (let tries = 0; isLive(session, turn.key) && tries < REJOIN_MS.length; tries++) {
    await new Promise((later) => setTimeout(later, REJOIN_MS[tries]));
    const again = await join(session).catch(() => undefined);
    if (again === null) {
      // It ended meanwhile; what came of it is in the record.
      void client.invalidateQueries({ queryKey: keys.session(session) });
      if (liveTurn(session, turn.key)?.answering.stored) return change(session, turn.key, over);
      break;
    }
    if (again === undefined) continue;
    change(session, turn.key, (now) => ({ ...now, answering: { ...now.answering, parts: [], warnings: [] } }));
    await read(client, session, turn, again);
  }
  if (isLive(session, turn.key)) fail(session, turn.key, offlineProblem());
}

/** Milliseconds before a broken stream is joined again, try by try. */
const REJOIN_MS = [200, 1_000, 3_000];

async function read(client: QueryClient, session: string, { key, saying }: LiveTurn, response: Response): Promise<void> {
  try {
    for await (const { data } of eventsOf(response)) {
      if (data === '[DONE]') return;
      const chunk = JSON.parse(data) as TurnChunk & { data?: unknown };
      if (chunk.type === 'start' && branches(saying)) takeNews(client, session, { type: 'head', data: { why: 'own-branch' } });
      if (chunk.type.startsWith('data-')) aside(client, session, chunk, (problem) => fail(session, key, problem));
      change(session, key, (turn) => ({ ...turn, answering: afterChunk(turn.answering, chunk) }));
    }
  } catch {
    // The connection broke; whoever reads joins again.
  }
}

function over(turn: LiveTurn): LiveTurn {
  return { ...turn, answering: { ...turn.answering, state: 'answered', waitsFor: null } };
}

/** The stream of the turn under way; null when nobody is answering. */
export async function join(session: string): Promise<Response | null> {
  const response = await reach(`/api/sessions/${session}/turn`, { headers: { ...headers(false), accept: 'text/event-stream' } });
  return response.status === 204 ? null : response;
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
