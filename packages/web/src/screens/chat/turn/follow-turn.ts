import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { api, type TurnChunk } from '@tenfold/contract';
import { reach, streamed } from '../../../api/client.ts';
import { offlineProblem, Problem } from '../../../api/problem.ts';
import { keys } from '../../../queries/keys.ts';
import { takeEntry, takeJob, takeRun, takeStatus } from '../../../queries/session-events.ts';
import { toast } from '../../../ui/toast.tsx';
import { forgetAnswer, growAnswer } from './live-answers.ts';
import type { LiveTurn, TurnInput } from './live-turn.ts';
import { change, fail, isLive, liveTurn } from './live-turns.ts';
import { afterChunk, isOfModel } from './turn-stream.ts';

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
    forgetAnswer(turn.key);
    change(session, turn.key, (now) => ({ ...now, answering: { ...now.answering, warnings: [] } }));
    await read(client, session, turn, again);
  }
  if (isLive(session, turn.key)) fail(session, turn.key, offlineProblem());
}

/** Milliseconds before a broken stream is joined again, try by try. */
const REJOIN_MS = [200, 1_000, 3_000];

async function read(client: QueryClient, session: string, turn: LiveTurn, response: Response): Promise<void> {
  try {
    for await (const { data: chunk } of streamed(api.turns.follow, response)) {
      if (chunk.type === 'text-delta' || chunk.type === 'reasoning-delta') take(session, turn.key, chunk);
      else await takeWithRecord(client, session, turn, chunk);
    }
  } catch {
    // The connection broke; whoever reads joins again.
  }
}

/** Takes in a chunk that may change the record as well; both change in one drawing, so that nothing is gone or there twice in between. */
function takeWithRecord(client: QueryClient, session: string, { key, input }: LiveTurn, chunk: TurnChunk): Promise<void> {
  return new Promise((done) =>
    notifyManager.batch(() => {
      // It goes on from an earlier place, so that another record shows.
      if (chunk.type === 'start' && branches(input)) void client.invalidateQueries({ queryKey: keys.session(session) });
      // Answers and edits beside each other come with the branches.
      if (chunk.type === 'finish') void client.invalidateQueries({ queryKey: keys.branches(session) });
      beside(client, session, chunk, (problem) => fail(session, key, problem));
      notifyManager.schedule(() => {
        take(session, key, chunk);
        done();
      });
    }),
  );
}

function take(session: string, key: string, chunk: TurnChunk): void {
  growAnswer(key, chunk);
  change(session, key, (turn) => {
    const answering = afterChunk(turn.answering, chunk);
    return answering === turn.answering ? turn : { ...turn, answering };
  });
}

function over(turn: LiveTurn): LiveTurn {
  return { ...turn, answering: { ...turn.answering, state: 'answered', waitsFor: null } };
}

/** The stream of the turn under way; null when nobody is answering. */
export async function join(session: string): Promise<Response | null> {
  const response = await reach(api.turns.follow, { session }, { headers: { accept: 'text/event-stream' } });
  return response.status === 204 ? null : response;
}

/** What the stream brings beside the answer is the same as the session's own events. */
function beside(client: QueryClient, session: string, chunk: TurnChunk, fail: (problem: Problem) => void): void {
  if (chunk.type === 'data-error') fail(new Problem(chunk.data));
  else if (chunk.type === 'data-warning' && isOfModel(chunk.data.code)) toast(chunk.data.message);
  else if (chunk.type === 'data-status') takeStatus(client, session, chunk.data);
  else if (chunk.type === 'data-entry') {
    const { version: _, idempotencyKey, ...entry } = chunk.data;
    takeEntry(client, session, { entry, idempotencyKey }, false);
  } else if (chunk.type === 'data-fold') {
    takeJob(client, session, chunk.data.job);
    if (chunk.data.run !== null) takeRun(client, session, chunk.data.run);
  }
}

/** Whether it goes on from an earlier place, so that another record shows. */
function branches({ parent, regenerate }: TurnInput): boolean {
  return parent !== undefined || regenerate === true;
}
