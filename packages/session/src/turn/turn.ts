import { randomUUID } from 'node:crypto';
import { accountingOf, costOf, type EntryId, type Message } from '@tenfold/core';
import { type Appended, Conflict, type PendingAnswer, type SessionId, type StoredEntry, TurnTaken } from '@tenfold/store';
import { type Addition, appendTo } from '../conversation/append-to.ts';
import { branchAt } from '../conversation/branch-at.ts';
import { withNote } from '../conversation/entry-note.ts';
import { entryViews } from '../conversation/entry-view.ts';
import type { LoadedSession } from '../conversation/load-session.ts';
import { prefixNote } from '../conversation/sent-view.ts';
import { contextStatus } from '../conversation/status.ts';
import type { Dependencies } from '../dependencies.ts';
import { reasonOf } from '../log.ts';
import { SessionError } from '../session-error.ts';
import { titleFrom } from '../title-from.ts';
import { usageOf } from '../upstream/usage.ts';
import { AnswerDraft } from './answer-draft.ts';
import { askModel } from './ask-model.ts';
import { calibrate } from './calibrate.ts';
import { fitContext } from './fit.ts';
import { foldOnArrival } from './fold-on-arrival.ts';
import { openCalls, runTools } from './run-tools.ts';
import type { StepAnswer } from './stream-step.ts';
import { errorEvent, type TurnEvent, type TurnOutcome, waits } from './turn-event.ts';
import type { Turn, TurnParts } from './turn-under-way.ts';
import { refuseFiles, type TurnRequest, userMessage } from './user-message.ts';

/** Model calls in one turn: tools may be used that often. */
const MAX_STEPS = 24;

/**
 * Takes one turn, in a straight line: load the session, store what is said, make it fit, ask the model, store the answer, learn,
 * and look whether it is time to fold. The row of the answer comes with the message, so that a crash is found at the next start.
 */
export async function takeTurn(
  parts: TurnParts,
  session: SessionId,
  request: TurnRequest,
  signal: AbortSignal,
  emit: (event: TurnEvent) => void,
  waiting: PendingAnswer | null = null,
): Promise<TurnOutcome> {
  const loaded = await loadForTurn(parts, session, request);
  const draft = new AnswerDraft(parts.deps, randomUUID());
  const { branch, choices } = loaded;
  if (!request.regenerate) refuseFiles(userMessage(request), choices.profile?.endpoint.provider ?? null);
  const start = { type: 'start', turn: draft.pending, branch, model: choices.model.id } as const;
  const turn: Turn = {
    parts,
    session,
    branch,
    loaded,
    draft,
    waiting,
    actor: request.actor ?? null,
    untitled: loaded.session.title === '' ? loaded.session.version : null,
    emit: startingWith(start, emit),
  };
  try {
    if ((await storeQuestion(turn, request)) === 'open') await answer(turn, request, signal);
    return await finish(turn, 'answered');
  } catch (error) {
    // Nothing was written and nothing said: it waits.
    if (error instanceof TurnTaken) throw error;
    return fail(turn, error, signal);
  }
}

/** Says that a turn starts with the first that happens in it. */
function startingWith(start: TurnEvent, emit: (event: TurnEvent) => void): (event: TurnEvent) => void {
  let started = false;
  return (event) => {
    if (!started) emit(start);
    started = true;
    emit(event);
  };
}

/** Answering again, or saying something else at an earlier place, goes on a new branch. */
async function loadForTurn(
  { deps, loader }: TurnParts,
  session: SessionId,
  { parent, regenerate }: TurnRequest,
): Promise<LoadedSession> {
  const loaded = await loader.load(session);
  if (parent === undefined && !regenerate) return loaded;
  const { store } = deps;
  const place = parent === undefined ? await lastQuestion(deps, session, loaded.branch) : parent;
  if (loaded.end.head.head.position === place) return loaded;
  const { branch, version } = await branchAt(store, { session, from: loaded.branch, parent: place, at: deps.now() });
  await deps.events.publish(session, 'head', { version, branch, why: 'branch' });
  return loader.load(session, branch);
}

/** The latest message a user wrote on a branch. */
async function lastQuestion({ store }: Dependencies, session: SessionId, branch: string): Promise<EntryId> {
  for (let before: number | undefined; ; ) {
    const page = await store.entries.page(session, { branch, ...(before === undefined ? {} : { before }) });
    const found = page.findLast(({ message }) => message.role === 'user');
    if (found !== undefined) return found.id;
    before = page[0]?.position;
    if (before === undefined || before === 0)
      throw new SessionError('invalid-request', 'There is no message to answer again.', {
        todo: 'Send one first.',
        facts: { problems: [] },
      });
  }
}

/** Stores the user's message. A key that was used before is not stored, nor answered, twice. */
async function storeQuestion(turn: Turn, request: TurnRequest): Promise<'open' | 'answered'> {
  const { parts, waiting, draft } = turn;
  const { store, now, lease } = parts.deps;
  const begins = { id: draft.pending, lease: lease(), facts: { model: turn.loaded.choices.model.id } };
  const place = { session: turn.session, branch: turn.branch, after: turn.loaded.end.head.head.position };
  if (request.regenerate) {
    await store.pending.begin({ ...place, ...begins, at: now() });
    draft.isStored = true;
    return 'open';
  }
  const message = userMessage(request);
  const key = request.idempotencyKey ?? null;
  const stored = await append(turn, [message], {
    entries: [{ message }],
    begins,
    ...(key === null ? {} : { key }),
    ...(request.expect === undefined ? {} : { expect: request.expect }),
    ...(waiting === null ? {} : { pending: waiting }),
    ...(turn.loaded.session.title === '' ? titleFrom(message) : {}),
  }).catch(async (error: unknown) => {
    // Somebody else was first, and its text is kept beside the conversation: it does not wait any more.
    if (waiting !== null && error instanceof Conflict && 'revision' in error.facts) await store.pending.drop(waiting.id);
    throw error;
  });
  if (!stored.repeated) {
    draft.isStored = true;
    return 'open';
  }
  const repeated = await repeatAnswer(turn, stored, key);
  if (!repeated)
    await store.pending.begin({
      ...place,
      ...begins,
      after: stored.head.head.position,
      place: waiting?.place ?? null,
      at: now(),
    });
  if (waiting !== null) await store.pending.drop(waiting.id);
  if (repeated) return 'answered';
  draft.isStored = true;
  const { opened, choices } = turn.loaded;
  for (const entry of entryViews(stored.entries, opened, choices.count))
    turn.emit({ type: 'entry', entry, version: stored.head.version, key });
  return 'open';
}

/** Says what followed a message that was sent before; false where its answer is still to come. */
async function repeatAnswer(
  { parts, session, loaded, emit }: Turn,
  { entries, head }: Appended,
  key: string | null,
): Promise<boolean> {
  const { opened, choices } = loaded;
  const first = entries[0]?.position ?? 0;
  const later = await parts.deps.store.entries.range(session, head.head.position ?? '', first, head.length - 1);
  if (!isAnswered(later)) return false;
  for (const entry of entryViews(later, opened, choices.count))
    emit({ type: 'entry', entry, version: head.version, key: entry.position === first ? key : null });
  return true;
}

/** Whether what follows a message ends its turn: it does not while nobody has said anything, or results of tools stand last. */
function isAnswered([, ...later]: readonly StoredEntry[]): boolean {
  return later.some(({ message }) => message.role !== 'user') && later.at(-1)?.message.role !== 'tool';
}

/** Appends for a turn, and emits what was stored. With `ends`, the status goes with it. */
async function append(
  turn: Turn,
  messages: readonly Message[],
  addition: Omit<Addition, 'actor' | 'tell'>,
  ends = false,
): Promise<Appended> {
  const { parts, session, branch, actor, emit } = turn;
  const { loaded, appended, entries } = await appendTo(parts.deps, parts.loader, turn.loaded, {
    ...addition,
    actor,
    tell: (grown) => {
      const status = contextStatus(grown, parts.scheduler.state(session));
      return { used: status.used, ...(ends ? { status } : {}) };
    },
  });
  turn.loaded = loaded;
  if (appended.repeated) return appended;
  for (const entry of entries) emit({ type: 'entry', entry, version: appended.head.version, key: addition.key ?? null });
  parts.noticed(session, branch, messages);
  return appended;
}

/** Asks the model until it has no more calls to make. */
async function answer(turn: Turn, request: TurnRequest, signal: AbortSignal): Promise<void> {
  const { parts, session, emit } = turn;
  for (let step = 1; step <= MAX_STEPS; step++) {
    signal.throwIfAborted();
    const arrived = await foldOnArrival(parts, turn.loaded);
    turn.loaded = await fitContext(parts, arrived, { overflow: request.overflow, signal, emit });
    emit({ type: 'status', status: contextStatus(turn.loaded, parts.scheduler.state(session)) });
    await parts.beside.ask(turn.loaded);
    const given = await askModel(turn, signal);
    const calls = step === MAX_STEPS ? [] : openCalls(given.messages);
    const tools =
      calls.length === 0
        ? []
        : [await runTools(calls, { session, tools: parts.toolsFor(turn.loaded.choices), recall: parts.recall, signal, emit })];
    await storeAnswer(turn, given, [...given.messages, ...tools], calls.length === 0);
    if (calls.length === 0) return;
  }
}

/** Stores what a step brought; the last one completes the turn. The row of the next step comes as that of this one goes. */
async function storeAnswer(turn: Turn, { usage }: StepAnswer, messages: readonly Message[], isLast: boolean): Promise<void> {
  const { parts, draft, loaded: asked } = turn;
  const { choices } = asked;
  const own = messages.length === 0 ? [{ role: 'assistant' as const, parts: [{ type: 'text' as const, text: '' }] }] : messages;
  const sent = parts.requests.of(asked, paid(usage, choices.profile));
  const first = own.findIndex(({ role }) => role === 'assistant');
  const next = randomUUID();
  const entries = own.map((message, index) => ({
    message:
      message.role === 'assistant'
        ? withNote(message, { model: choices.model.id, ...(index === first ? { sent, ...prefixNote(asked) } : {}) })
        : message,
    countedTokens: choices.count.message(message),
    ...(message.role === 'assistant' ? { inputTokens: usage.inputTokens ?? null, outputTokens: usage.outputTokens ?? null } : {}),
  }));
  const lease = parts.deps.lease();
  const begins = { id: next, lease, facts: { model: choices.model.id } };
  const appended = await append(
    turn,
    own,
    { entries, pending: { id: draft.pending, lease }, ...(isLast ? {} : { begins }) },
    isLast,
  );
  draft.storedAs(isLast ? null : next);
  const stored = appended.entries[first];
  if (stored !== undefined) parts.requests.stored(asked, sent, stored.id);
  await calibrate(parts.deps, asked, usage.inputTokens);
}

/** What a call cost; null where its price or its usage is not known. */
function paid(usage: StepAnswer['usage'], profile: LoadedSession['choices']['profile']): number | null {
  if (profile === null || profile.price === null) return null;
  const { provider } = profile.endpoint;
  const billed = usageOf(usage, provider);
  return billed === null ? null : costOf(billed, profile.price, accountingOf(provider));
}

async function finish(turn: Turn, outcome: TurnOutcome): Promise<TurnOutcome> {
  const { parts, session, emit, draft } = turn;
  const { store, events } = parts.deps;
  const told = outcome === 'answered' && !draft.isStored;
  draft.clear();
  if (draft.isStored) await store.pending.drop(draft.pending);
  const { profile, model } = turn.loaded.choices;
  if (outcome === 'answered' && profile !== null && model.source === 'default') parts.learnLimits(profile);
  if (outcome === 'answered' && turn.untitled !== null) parts.began(turn.loaded, turn.untitled);
  await parts.beside.ask(turn.loaded);
  const status = contextStatus(turn.loaded, parts.scheduler.state(session));
  emit({ type: 'status', status });
  if (!told) await events.publish(session, 'status', status);
  return outcome;
}

/** Ends a turn that was stopped or failed: what had come of the answer is kept, marked as aborted. */
async function fail(turn: Turn, error: unknown, signal: AbortSignal): Promise<TurnOutcome> {
  const { parts, session, draft, emit } = turn;
  const { log } = parts.deps;
  const stopped = signal.aborted;
  try {
    if (draft.begun) {
      const sent = draft.asked === null ? {} : { sent: parts.requests.of(draft.asked, null) };
      const message = withNote(draft.message(), { model: turn.loaded.choices.model.id, aborted: true, ...sent });
      await append(turn, [], { entries: [{ message }], pending: { id: draft.pending, lease: parts.deps.lease() } });
      draft.isStored = false;
    }
  } catch (lost) {
    log.error('partial-answer-lost', { session, reason: reasonOf(lost) });
  }
  if (!stopped) emit(errorEvent(error, draft.begun));
  const outcome = stopped ? 'stopped' : waits(error) ? 'waiting' : 'failed';
  if (!stopped) log.warn('turn-failed', { session, outcome, reason: reasonOf(error) });
  try {
    return await finish(turn, outcome);
  } catch (lost) {
    log.error('turn-end-lost', { session, reason: reasonOf(lost) });
    return outcome;
  }
}
