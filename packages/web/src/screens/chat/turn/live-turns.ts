import type { Problem } from '../../../api/problem.ts';
import { perSession } from '../../../state/per-session.ts';
import { onStored } from '../../../state/stored-keys.ts';
import { forgetAnswer } from './live-answers.ts';
import type { LiveTurn } from './live-turn.ts';
import { isUnderWay } from './turn-stream.ts';
import { keepUnsent } from './unsent-turns.ts';

const turns = perSession<readonly LiveTurn[]>([]);

function set(session: string, next: (now: readonly LiveTurn[]) => readonly LiveTurn[]): void {
  turns.set(session, next);
  keepUnsent(session, turns.get(session));
}

// A turn may be refused after its message was stored; then only the session's events bring it.
onStored((session, key) => {
  if (liveTurn(session, key)?.answering.stored === false)
    change(session, key, (turn) => ({ ...turn, answering: { ...turn.answering, stored: true } }));
});

/** Turns of a session that this tab has sent and that are not settled. */
export function useLiveTurns(session: string): readonly LiveTurn[] {
  return turns.use(session);
}

/** Whether a turn waits for people to choose how to make room for it. */
export function waitsForChoice({ problem }: LiveTurn): boolean {
  return problem?.code === 'context-full' || problem?.code === 'cannot-fit';
}

/** The turns of a session, outside of components. */
export function liveTurns(session: string): readonly LiveTurn[] {
  return turns.get(session);
}

/** Adds a turn, or puts its newer form in its place. */
export function putTurn(session: string, turn: LiveTurn): void {
  set(session, (now) =>
    now.some(({ key }) => key === turn.key) ? now.map((one) => (one.key === turn.key ? turn : one)) : [...now, turn],
  );
}

/** Forgets a refused turn. */
export function dismiss(session: string, key: string): void {
  forgetAnswer(key);
  set(session, (now) => now.filter((turn) => turn.key !== key));
}

/** Changes a turn that is still there. */
export function change(session: string, key: string, next: (turn: LiveTurn) => LiveTurn): void {
  const turn = liveTurn(session, key);
  const after = turn === undefined ? undefined : next(turn);
  if (after !== turn) set(session, (now) => now.map((one) => (one === turn && after !== undefined ? after : one)));
}

/** Ends a turn that was refused or broke. */
export function fail(session: string, key: string, problem: Problem): void {
  change(session, key, (turn) => ({ ...turn, problem, answering: { ...turn.answering, state: 'failed', waitsFor: null } }));
}

/** A turn by its key, while it is not settled. */
export function liveTurn(session: string, key: string): LiveTurn | undefined {
  return turns.get(session).find((turn) => turn.key === key);
}

/** Whether a turn is still under way. */
export function isLive(session: string, key: string): boolean {
  const turn = liveTurn(session, key);
  return turn !== undefined && isUnderWay(turn.answering);
}

/** A turn that went well is only in the record from now on. */
export function settle(session: string, key: string): void {
  const turn = liveTurn(session, key);
  if (turn !== undefined && turn.answering.state !== 'failed') dismiss(session, key);
}
