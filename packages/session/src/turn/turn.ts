import { randomUUID } from 'node:crypto';
import { holdsFiles, messageText } from '@tenfold/core';
import { LeaseLost, type PendingAnswer, type PendingId, type SessionId, TurnTaken } from '@tenfold/store';
import type { LoadedSession } from '../conversation/load-session.ts';
import { type ContextStatus, contextStatus } from '../conversation/status.ts';
import { dueFold } from '../folding/fold-trigger.ts';
import { reasonOf } from '../log.ts';
import { askModel } from './ask-model.ts';
import { refuseFiles } from './file-problems.ts';
import { fitContext } from './fit.ts';
import { foldOnArrival } from './fold-on-arrival.ts';
import { loadOnBranch } from './load-on-branch.ts';
import { openCalls, runTools } from './run-tools.ts';
import { rowOf, storeAnswer, storePartial, storeQuestion } from './store-turn.ts';
import { PartialAnswer } from './stream-step.ts';
import { errorEvent, type TurnEnd, type TurnEvent, type TurnOutcome, waits } from './turn-event.ts';
import type { Turn, TurnControl, TurnParts } from './turn-under-way.ts';
import { type Asked, requestOf } from './user-message.ts';

/** Model calls in one turn: tools may be used that often. */
const MAX_STEPS = 24;

/**
 * Takes one turn, in a straight line: load the session, store what is said, make it fit, ask the model, store the answer, learn,
 * and look whether it is time to fold. The row of the answer comes with the message, so that a crash is found at the next start.
 */
export async function takeTurn(
  parts: TurnParts,
  session: SessionId,
  asked: Asked,
  control: TurnControl,
  waiting: PendingAnswer | null = null,
): Promise<TurnEnd> {
  const isNext = asked.parent === undefined && asked.message !== null;
  const loaded = isNext ? await parts.loader.load(session) : await loadOnBranch(parts, session, asked);
  if (asked.message !== null && holdsFiles(asked.message)) refuseFiles(asked.message, loaded.choices);
  const untitled = loaded.session.title === '' ? loaded.session.version : null;
  const turn = turnOn(parts, loaded, randomUUID(), control, { waiting, untitled, actor: asked.actor ?? null, before: null });
  try {
    const end = await storeQuestion(turn, asked);
    if (end === 'open') await answer(turn, asked);
    return await finish(turn, end === 'stopped' ? 'stopped' : 'answered');
  } catch (error) {
    // Nothing was written and nothing said: it waits.
    if (error instanceof TurnTaken) throw error;
    return fail(turn, error);
  }
}

/**
 * Goes on with a turn that another process gave up: what it stored stands, and the model is asked again for the answer it had not
 * finished.
 */
export async function goOnWithTurn(parts: TurnParts, row: PendingAnswer, control: TurnControl): Promise<TurnEnd> {
  const loaded = await parts.loader.load(row.session, row.branch);
  const asked = requestOf(row);
  const untitled = typeof row.facts.untitled === 'number' ? row.facts.untitled : null;
  const before = messageText(row.message).trim() === '' ? null : row.message;
  const turn = turnOn(parts, loaded, row.id, control, { waiting: null, untitled, actor: asked.actor ?? null, before });
  turn.partial.isStored = true;
  try {
    await answer(turn, asked);
    return await finish(turn, 'answered');
  } catch (error) {
    return fail(turn, error);
  }
}

function turnOn(
  parts: TurnParts,
  loaded: LoadedSession,
  pending: PendingId,
  { signal, leaving, handOver, emit }: TurnControl,
  given: Pick<Turn, 'waiting' | 'untitled' | 'actor' | 'before'>,
): Turn {
  const { branch, choices, session } = loaded;
  const partial = new PartialAnswer(parts, pending);
  // That it starts is said with the first that happens in it: one that has to wait says nothing.
  let isStarted = false;
  const emitStarted = (event: TurnEvent) => {
    if (!isStarted) emit({ type: 'start', turn: pending, branch: turn.branch, model: choices.model.id });
    isStarted = true;
    emit(event);
  };
  const turn: Turn = {
    ...given,
    parts,
    session: session.id,
    branch,
    loaded,
    partial,
    signal,
    leaving,
    handOver,
    emit: emitStarted,
  };
  return turn;
}

/** Asks the model until it has no more calls to make. A process that leaves lets tools come to their end, and asks nothing more. */
async function answer(turn: Turn, asked: Asked): Promise<void> {
  const { parts, session, emit, signal } = turn;
  const asking = AbortSignal.any([signal, turn.leaving]);
  for (let step = 1; step <= MAX_STEPS; step++) {
    asking.throwIfAborted();
    const { value, budget } = turn.loaded.choices;
    if (parts.folds.state(session).folding !== null) await parts.folds.refresh(session);
    // A fold beside was prepared on the folds there are: new ones would make it stale.
    if (value('foldOnArrival') && parts.folds.state(session).folding === null)
      turn.loaded = await foldOnArrival(parts, turn.loaded);
    let status = contextStatus(turn.loaded, parts.folds.state(session));
    if (dueFold(status, budget) === 'hard') {
      turn.loaded = await fitContext(parts, turn.loaded, { overflow: asked.overflow, signal: asking, emit });
      status = contextStatus(turn.loaded, parts.folds.state(session));
    }
    await emitStatus(turn, status);
    const given = await askModel(turn, asking);
    const calls = step === MAX_STEPS || !given.calls ? [] : openCalls(given.messages);
    const tools =
      calls.length === 0
        ? []
        : [
            await runTools(calls, {
              session,
              tools: parts.frames.toolsFor(turn.loaded.choices),
              recall: parts.recall,
              signal,
              emit,
            }),
          ];
    const next = calls.length === 0 ? null : rowOf(turn, asked, randomUUID());
    if (parts.folds.state(session).folding !== null) await parts.folds.refresh(session);
    await storeAnswer(turn, given, [...given.messages, ...tools], next);
    if (next === null) return;
  }
}

/** Says how full it is, and has it folded beside where soft asks for that. */
async function emitStatus({ parts, loaded, emit }: Turn, status: ContextStatus): Promise<void> {
  emit({ type: 'status', status });
  if (dueFold(status, loaded.choices.budget) === 'soft') await parts.backgroundFolds.enqueue(loaded, status.used);
}

async function finish(turn: Turn, outcome: TurnOutcome): Promise<TurnOutcome> {
  const { parts, session, partial } = turn;
  const { store, events } = parts;
  const isPublished = outcome === 'answered' && !partial.isStored;
  if (partial.isStored) await store.pending.drop(partial.pending);
  const { profile, model } = turn.loaded.choices;
  if (outcome === 'answered' && profile !== null && model.source === 'default' && profile.config.contextWindow === undefined)
    parts.learnLimits(profile);
  if (outcome === 'answered' && turn.untitled !== null) parts.keepTitle(turn.loaded, turn.untitled);
  const status = contextStatus(turn.loaded, parts.folds.state(session));
  await emitStatus(turn, status);
  if (!isPublished) await events.publish(session, 'status', status);
  return outcome;
}

/** Ends a turn that was stopped or failed, unless another process goes on with it: what had come of the answer is kept, marked as aborted. */
async function fail(turn: Turn, error: unknown): Promise<TurnEnd> {
  const { parts, session, partial, emit, signal } = turn;
  const { log } = parts;
  const isLeaving = turn.leaving.aborted && !signal.aborted;
  if (isLeaving && partial.isStored && (await isHandedOver(turn))) return 'handed-over';
  if (isLeaving) log.warn('turn-cut', { session });
  const stopped = signal.aborted || isLeaving;
  try {
    await storePartial(turn);
  } catch (lost) {
    if (isLeaving && lost instanceof LeaseLost) return 'handed-over';
    log.error('partial-answer-lost', { session, reason: reasonOf(lost) });
  }
  if (!stopped) emit(errorEvent(error, partial.begun));
  const outcome = stopped ? 'stopped' : waits(error) ? 'waiting' : 'failed';
  if (!stopped) log.warn('turn-failed', { session, outcome, reason: reasonOf(error) });
  try {
    return await finish(turn, outcome);
  } catch (lost) {
    log.error('turn-end-lost', { session, reason: reasonOf(lost) });
    return outcome;
  }
}

/** Leaves what has come in its row and offers that to others. */
async function isHandedOver({ partial, handOver }: Turn): Promise<boolean> {
  await partial.leave();
  return handOver();
}
