import { type Calibration, counted, factorOf, holdsFiles, observe, observeRefusal, render, tokensOf } from '@tenfold/core';
import type { Mending, MendingKind } from '@tenfold/dialects';
import type { LoadedSession } from '../conversation/load-session.ts';
import { sentView } from '../conversation/request-notes.ts';
import { measure } from '../conversation/status.ts';
import { reasonOf } from '../log.ts';
import { SessionError } from '../session-error.ts';
import { withFiles } from '../upstream/files-apart.ts';
import { offlineModel } from '../upstream/offline-model.ts';
import { promptFor } from '../upstream/prompt.ts';
import { temperatureFor } from '../upstream/send-rules.ts';
import { CallFailed, signingKeys, upstreamFor, withRetries } from '../upstream/upstream.ts';
import { fitContext } from './fit.ts';
import { type LeftOut, leftOutAfter, type Withheld, withoutParts } from './refused-parts.ts';
import { type StepAnswer, streamStep } from './stream-step.ts';
import type { Turn, TurnParts } from './turn-under-way.ts';

const RETRY = { tries: 3, pauseMs: 250, longestMs: 30_000 };

/** How APIs say that a model, or the server in front of it, takes no tools. */
const NO_TOOLS = /\b(?:tools?|tool[_ ]choice|function[_ -]call\w*|functions?)\b/i;
const NOT_TAKEN =
  /not (?:support|allow|accept|permit|available)|unsupported|requires?\b|unknown|unrecogni[sz]ed|extra inputs|no endpoints/i;

/**
 * Asks the model. One that refuses thinking or a file, or takes no tools, is asked without them, now and from now on; one that finds
 * the request too long is asked again with less: folded at first, then cut mechanically, unless the user wants to be asked.
 */
export async function askModel(turn: Turn, signal: AbortSignal): Promise<StepAnswer> {
  const { withheld: known } = turn.parts.requests;
  const { profile, model } = turn.loaded.choices;
  // What one model refuses another may take.
  const place = `${turn.session} ${profile?.id} ${model.id}`;
  let withheld: Withheld = known.get(place) ?? NOTHING;
  for (let overflows = 0; ; ) {
    try {
      const answer = await callModel(turn, signal, withheld);
      if (withheld.size > 0) known.set(place, withheld);
      return answer;
    } catch (error) {
      if (!(error instanceof CallFailed) || turn.partial.begun) throw error;
      const { kind, message, tokens } = error.failure;
      const leftOut = kind === 'overflow' ? null : leftOutAfter(error.failure, render(sentView(turn.loaded)), withheld);
      if (kind === 'overflow' && overflows < 2) await makeShorter(turn, signal, overflows++ === 0 ? 'fold' : 'truncate', tokens);
      else if (leftOut !== null) {
        warnOfLeftOut(turn, leftOut, message);
        ({ withheld } = leftOut);
      } else if (kind === 'refused' && turn.loaded.frame.tools !== undefined && NO_TOOLS.test(message) && NOT_TAKEN.test(message))
        await leaveOutTools(turn);
      else throw error;
    }
  }
}

const NOTHING: Withheld = new Set();

function warnOfLeftOut({ parts, session, emit }: Turn, { what, names }: LeftOut, said: string): void {
  parts.log.warn('part-refused', { session, what, said });
  const left =
    what === 'thinking'
      ? 'what was thought earlier in this conversation, so it is asked without that'
      : `a file, so it is asked with the ${names.length === 1 ? 'name' : 'names'} alone of ${names.slice(0, 3).join(', ')}${names.length > 3 ? ' and others' : ''}`;
  emit({ type: 'warning', code: 'mended', message: `The model refuses ${left}. What is stored is as it was. ${said}` });
}

async function leaveOutTools(turn: Turn): Promise<void> {
  const { parts, loaded, emit } = turn;
  parts.frames.leaveOutTools(loaded.choices);
  turn.loaded = await parts.loader.load(turn.session, turn.branch);
  emit({ type: 'warning', code: 'no-tools', message: 'This model takes no tools, so it is asked without them.' });
}

/** Raises the factor of a model that found a request too long, and makes it fit. */
async function makeShorter(turn: Turn, signal: AbortSignal, force: 'fold' | 'truncate', said?: number): Promise<void> {
  const { parts, emit, session, branch, loaded } = turn;
  const { choices, opened } = loaded;
  const counted = tokensOf(opened.view, choices.uncalibrated);
  await raiseFactor(parts, loaded, counted, said);
  parts.log.warn('overflow-refused', { session, model: choices.model.id, counted, said: said ?? null });
  if (force === 'truncate' && choices.value('onFailure') === 'ask') throw stillTooLong(loaded);
  emit({ type: 'warning', code: 'overflow', message: 'The model found the request too long. It is condensed and sent again.' });
  const learnt = await parts.loader.load(session, branch);
  turn.loaded = await fitContext(parts, learnt, { overflow: undefined, signal, force, emit });
}

function stillTooLong(loaded: LoadedSession): SessionError {
  const { used, room } = measure(loaded);
  return new SessionError('context-full', 'The model still finds the request too long after it was condensed.', {
    kept: 'Your message is stored.',
    todo: 'Choose: retry, truncate (mechanically, can be undone), or send it as it is at your own risk.',
    facts: { choices: ['retry', 'truncate', 'send-anyway'], tokens: used, room },
  });
}

async function callModel(turn: Turn, signal: AbortSignal, withheld: Withheld): Promise<StepAnswer> {
  const { parts, partial, emit, session, loaded } = turn;
  const { choices, opened, frame } = loaded;
  const { profile, budget } = choices;
  const temperature = choices.value('temperature');
  const messages = render(sentView(loaded));
  const { prompt, files, mendings } = promptFor(withheld.size === 0 ? messages : withoutParts(messages, withheld), frame, {
    provider: profile?.endpoint.provider ?? null,
    ...(profile === null ? {} : { model: profile.endpoint.model }),
    summaryRole: choices.value('summaryRole'),
    cache: profile?.supportsPromptCache ?? false,
    signed: profile?.endpoint.provider === 'bedrock' && signingKeys(profile.endpoint) !== null,
  });
  if (mendings.length > 0) warnOfMendings(turn, mendings);
  partial.asked = loaded;
  const call = async () =>
    streamStep({
      model:
        profile === null
          ? offlineModel((query) => parts.recall.passages(session, query))
          : await upstreamFor(profile.endpoint, parts.send),
      prompt,
      maxOutputTokens: profile === null ? null : budget.reserved,
      ...(temperature === null ? {} : temperatureFor(profile?.endpoint.model ?? '', temperature)),
      signal,
      idleTimeoutMs: choices.value('answerTimeout') * 1_000,
      partial,
      emit,
    });
  const terms = { ...RETRY, signal, mayRepeat: () => !partial.begun };
  const given = await (files.size === 0 ? withRetries(call, terms) : withFiles(files, () => withRetries(call, terms)));
  if (profile !== null) parts.meter.spend(given.usage);
  if (profile?.supportsPromptCache) parts.requests.sent.set(session, { messages, upTo: opened.context.head.position });
  return given;
}

/** Mendings that change what the model gets to see, in words; the others only change how the same is said. */
const MENDED: Partial<Record<MendingKind, (count: number) => string>> = {
  'empty message marked': (count) => `${counted(count, 'message')} without words marked as empty`,
  'file sent by name only': (count) =>
    `${counted(count, 'file')} sent by name only, because it does not take files of this kind or size, or not so many`,
  'part kept as text': (count) => `${counted(count, 'part')} it does not know sent as text`,
  'tool name changed': () => 'tools given names it accepts',
  'tool call or result mended': () => 'tool calls without a result, or results without a call, sent as text',
};

/** Logs what was done so that an API takes a conversation, and tells a person what they should know of it: once, and again where it is more. */
function warnOfMendings({ parts, session, emit }: Turn, mendings: readonly Mending[]): void {
  const counts = new Map<MendingKind, number>();
  for (const { what } of mendings) counts.set(what, (counts.get(what) ?? 0) + 1);
  parts.log.info('request-mended', { session, mendings: Object.fromEntries(counts) });
  const before = parts.requests.mended.get(session);
  parts.requests.mended.set(session, counts);
  const told = [...counts].filter(([what]) => what in MENDED);
  if (told.every(([what, count]) => count <= (before?.get(what) ?? 0))) return;
  const words = told.map(([what, count]) => MENDED[what]?.(count)).join('; ');
  emit({
    type: 'warning',
    code: 'mended',
    message: `The conversation had to be changed on its way to this model: ${words}. What is stored is unchanged.`,
  });
}

/** How much a factor is raised where a refusal does not say how many tokens it counted. */
const BLIND_RAISE = 1.15;
const MIN_RAISE = 1.05;

/** Where it is written down what was learnt of a model. */
type Learning = Pick<TurnParts, 'store' | 'now' | 'log'>;

/** Learns from a bill. Counts that are exact by nature learn nothing, and what a file costs is only guessed. */
export async function calibrate(learning: Learning, loaded: LoadedSession, billed: number | undefined): Promise<void> {
  const { choices, opened } = loaded;
  const { model, calibration, profile, uncalibrated, factor } = choices;
  if (profile === null || billed === undefined || uncalibrated.exact || render(opened.view).some(holdsFiles)) return;
  // Before anything was learnt of it, it is measured without that already.
  const counted = factor === 1 ? measure(loaded).used : tokensOf(opened.view, uncalibrated);
  const learnt = observe(calibration, model.id, counted, billed);
  if (learnt !== calibration) await save(learning, model.id, learnt);
}

/** Learns from a refusal: the model counts more than was thought. */
async function raiseFactor(
  learning: Learning,
  { choices }: LoadedSession,
  counted: number,
  said: number | undefined,
): Promise<void> {
  const { model, calibration } = choices;
  const before = factorOf(calibration, model.id);
  const wanted = said === undefined || counted <= 0 ? before * BLIND_RAISE : Math.max(said / counted, before * MIN_RAISE);
  await save(learning, model.id, observeRefusal(calibration, model.id, wanted));
}

async function save({ store, now, log }: Learning, id: string, learnt: Calibration): Promise<void> {
  const bills = learnt.models[id]?.ratios;
  if (bills === undefined) return;
  try {
    await store.models.calibrate(id, { bills, at: now() });
  } catch (error) {
    log.warn('calibration-lost', { model: id, reason: reasonOf(error) });
  }
}
