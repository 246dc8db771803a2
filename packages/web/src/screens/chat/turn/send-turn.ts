import type { QueryClient } from '@tanstack/react-query';
import { api } from '@tenfold/contract';
import { call, reach } from '../../../api/client.ts';
import { isOffline, offlineProblem, Problem } from '../../../api/problem.ts';
import { keys } from '../../../queries/keys.ts';
import { keepSentFiles } from '../../../state/sent-files.ts';
import { follow, join } from './follow-turn.ts';
import type { LiveTurn, TurnInput } from './live-turn.ts';
import { dismiss, fail, isLive, liveTurn, liveTurns, putTurn, settle } from './live-turns.ts';
import { isUnderWay, SENT } from './turn-stream.ts';
import { notSent, takenOf, unsentBefore } from './unsent-turns.ts';

/** Sends a message. It shows at once; when it is refused it stays with the reason, its text never lost. */
export function send(client: QueryClient, session: string, input: TurnInput, key: string = crypto.randomUUID()): void {
  for (const turn of liveTurns(session)) if (turn.problem !== null && turn.answering.stored) dismiss(session, turn.key);
  const turn: LiveTurn = { key, input, answering: SENT, problem: null };
  putTurn(session, turn);
  if (input.attachments !== undefined) keepSentFiles(key, input.attachments);
  void conduct(client, session, turn);
}

/**
 * Sends a refused turn again. What nobody has taken goes under the same key, so that it is not stored twice; what is stored is
 * asked once more.
 */
export function sendAgain(client: QueryClient, session: string, turn: LiveTurn, overflow?: TurnInput['overflow']): void {
  dismiss(session, turn.key);
  const choice = overflow === undefined ? {} : { overflow };
  if (turn.answering.stored) send(client, session, { text: '', regenerate: true, ...choice });
  else send(client, session, { ...turn.input, ...choice }, turn.key);
}

/** Asks for the rest of an answer that was stopped or broke off. */
export function goOn(client: QueryClient, session: string): void {
  send(client, session, { text: GO_ON });
}

const GO_ON = 'Go on exactly where you stopped, without repeating what is there.';

const arriving = new Map<string, Promise<unknown>>();

/** Stops the turn under way; what has come is kept. One that is still on its way to the server is stopped when it is there. */
export async function stop(session: string): Promise<void> {
  const turn = liveTurns(session).find(({ answering }) => isUnderWay(answering));
  const { stopped } = await call(api.turns.stop, { session });
  if (stopped || turn === undefined) return;
  await arriving.get(turn.key);
  if (isLive(session, turn.key)) await call(api.turns.stop, { session });
}

const broughtBack = new Set<string>();

/** Shows what was written before a reload and never reached the server, once for each session of a tab. */
export async function bringBackUnsent(session: string): Promise<void> {
  if (broughtBack.has(session)) return;
  broughtBack.add(session);
  try {
    for (const turn of await unsentBefore(session)) if (liveTurn(session, turn.key) === undefined) putTurn(session, turn);
  } catch {
    // Without a server nobody knows what it has; it is asked again when it is back.
    broughtBack.delete(session);
  }
}

/**
 * After the server was away: a stored message stands in the record from now on, an answer that was cut off in what can be recovered.
 * What did not arrive no longer says that the server is away.
 */
export async function settleAfterReturn(client: QueryClient, session: string): Promise<void> {
  const cut = liveTurns(session).filter(({ problem }) => isOffline(problem));
  // An answer that was asked for once more is under way now, or can be asked for where it stands.
  const settled = cut.filter(({ answering, input }) => answering.stored || input.regenerate === true);
  const unsent = cut.filter((turn) => !settled.includes(turn));
  for (const { key } of settled) dismiss(session, key);
  if (settled.length > 0) refresh(client, session);
  if (unsent.length === 0) return;
  // Away again, it says so still; this is called once more when it is back.
  const taken = await takenOf(session, unsent).catch(() => null);
  if (taken === null) return;
  for (const { key } of unsent) {
    // It was sent again meanwhile.
    if (!isOffline(liveTurn(session, key)?.problem)) continue;
    if (taken.has(key)) dismiss(session, key);
    else fail(session, key, notSent('Tenfold was not answering.'));
  }
  if (unsent.some(({ key }) => taken.has(key))) refresh(client, session);
}

function refresh(client: QueryClient, session: string): void {
  void client.invalidateQueries({ queryKey: keys.session(session) });
  void client.invalidateQueries({ queryKey: keys.recovery });
}

const joining = new Set<string>();

/** Joins the answer that is under way, as after a reload. What this tab sent itself it follows already. */
export async function rejoin(client: QueryClient, session: string): Promise<void> {
  if (joining.has(session) || isTalking(session)) return;
  joining.add(session);
  try {
    for (let response = await join(session); response !== null; response = await join(session)) {
      // Something was sent here meanwhile, and is followed by itself.
      if (isTalking(session)) return void response.body?.cancel();
      // The question is in the record, or comes with the stream; asked again it would be answered again.
      const input: TurnInput = { text: '', regenerate: true };
      const turn: LiveTurn = { key: crypto.randomUUID(), input, answering: { ...SENT, stored: true }, problem: null };
      putTurn(session, turn);
      await follow(client, session, turn, response);
      settle(session, turn.key);
      if (liveTurn(session, turn.key) !== undefined) return;
    }
  } catch {
    // Without a server there is nothing to join; the page shows that by itself.
  } finally {
    joining.delete(session);
  }
}

function isTalking(session: string): boolean {
  return liveTurns(session).some(({ answering }) => isUnderWay(answering));
}

async function conduct(client: QueryClient, session: string, turn: LiveTurn): Promise<void> {
  const { key, input } = turn;
  try {
    const { text, ...rest } = input;
    const body = { ...rest, ...(input.regenerate ? {} : { text }), idempotencyKey: key };
    const arrival = reach(api.turns.send, { session, body }, { headers: { accept: 'text/event-stream' } });
    arriving.set(
      key,
      arrival.catch(() => undefined),
    );
    await follow(client, session, turn, await arrival);
  } catch (error) {
    fail(session, key, error instanceof Problem ? error : offlineProblem());
  }
  arriving.delete(key);
  settle(session, key);
}
