import {
  condenseLoop,
  dryRun,
  type EntryId,
  lossless,
  type Outcome,
  onUnsent,
  preparePasses,
  type Transcript,
} from '@tenfold/core';
import type { LoadedSession } from '../conversation/load-session.ts';
import { recordFold } from '../folding/record-fold.ts';
import { swapIn } from '../folding/swap-in.ts';
import { reasonOf } from '../log.ts';
import type { TurnParts } from './turn-under-way.ts';

/** Tokens below which a fold is not worth a line in the record. */
const MIN_GAIN = 32;

/**
 * The session with what new tool results repeat folded without loss: only what no request has carried
 * yet is touched, so what was sent before stays byte for byte. Whatever goes wrong, the turn goes on with what there was.
 */
export async function foldOnArrival(parts: TurnParts, loaded: LoadedSession): Promise<LoadedSession> {
  const { session, branch, opened } = loaded;
  const { transcript } = opened.conversation;
  const sent = lastSent(transcript);
  if (!bringsResults(transcript, sent)) return loaded;
  try {
    const started = parts.monotonic();
    const outcome = await losslessly(parts, loaded, sent);
    // One that began elsewhere since was prepared on the folds there are: new ones would make it stale.
    if (outcome.folds.length === 0 || (await parts.scheduler.isFolding(session.id))) return loaded;
    await keep(parts, loaded, outcome, (parts.monotonic() - started) / 1_000);
    return await parts.loader.load(session.id, branch);
  } catch (error) {
    parts.log.warn('fold-on-arrival-failed', { session: session.id, reason: reasonOf(error) });
    return loaded;
  }
}

/** Position of the last entry that some request has carried: the one before the model's latest answer. -1 when there is none. */
function lastSent(transcript: Transcript): number {
  return transcript.findLastIndex(({ message }) => message.role === 'assistant') - 1;
}

function bringsResults(transcript: Transcript, sent: number): boolean {
  return transcript.some(({ message }, at) => at > sent && message.parts.some(({ type }) => type === 'tool-result'));
}

async function losslessly(
  { chooser }: Pick<TurnParts, 'chooser'>,
  { opened, choices }: LoadedSession,
  sent: number,
): Promise<Outcome> {
  const { conversation } = opened;
  const { passes } = preparePasses(lossless, await chooser.strategyConfig(lossless.id));
  const upTo: EntryId | null = conversation.transcript[sent]?.id ?? null;
  const plan = { conversation, strategy: lossless, passes: passes.map(onUnsent), budget: choices.budget, count: choices.count };
  return dryRun(condenseLoop({ ...plan, goal: 0, limit: null, askRoom: 0, leastGain: MIN_GAIN, sent: upTo }));
}

async function keep(parts: TurnParts, loaded: LoadedSession, outcome: Outcome, seconds: number): Promise<void> {
  const { session, branch, opened } = loaded;
  const { folds } = outcome;
  const finished = { session: session.id, branch, base: opened.context, dropped: new Set<string>(), folds, at: parts.now() };
  await recordFold(parts, {
    loaded,
    order: { trigger: 'soft', request: {} },
    outcome,
    estimatedCost: 0,
    cost: 0,
    effect: null,
    seconds,
    hadModel: false,
    swap: (store) => swapIn(store, finished),
  });
}
