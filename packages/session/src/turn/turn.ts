import { accountingOf, costOf, type EntryId, type Message, tokensOf } from '@tenfold/core';
import { type Appended, Conflict, type PendingId, type SessionId, type StoredEntry } from '@tenfold/store';
import { branchAt } from '../conversation/branch-at.ts';
import { currentBranch } from '../conversation/current-branch.ts';
import type { Laid } from '../conversation/desk.ts';
import { withNote } from '../conversation/entry-note.ts';
import { entryViews } from '../conversation/entry-view.ts';
import { contextStatus, measure } from '../conversation/status.ts';
import { dueFold } from '../folding/fold-trigger.ts';
import type { Ground } from '../ground.ts';
import { reasonOf } from '../log.ts';
import { SessionError } from '../session-error.ts';
import { titled } from '../session-record.ts';
import { usageOf } from '../upstream/usage.ts';
import { AnswerDraft } from './answer-draft.ts';
import { askModel } from './ask-model.ts';
import { calibrate } from './calibrate.ts';
import { fitted } from './fit.ts';
import { foldOnArrival } from './fold-on-arrival.ts';
import { openCalls, runTools } from './run-tools.ts';
import type { StepAnswer } from './stream-step.ts';
import type { TurnEvent, TurnOutcome } from './turn-event.ts';
import { errorEvent, waits } from './turn-failure.ts';
import type { TurnParts } from './turn-parts.ts';
import type { Turn } from './turn-under-way.ts';
import type { TurnRequest } from './turns.ts';
import { userMessage } from './user-message.ts';

/** Model calls in one turn: tools may be used that often. */
const MOST_STEPS = 24;

/**
 * Takes one turn, in a straight line: store what is said, make it fit, ask the model, store the answer, learn, and look whether
 * it is time to fold. The pending row is there before anything else, so that a crash at any moment is found at the next start.
 */
export async function takeTurn(
  parts: TurnParts,
  session: SessionId,
  request: TurnRequest,
  signal: AbortSignal,
  say: (event: TurnEvent) => void,
  waiting: string | null = null,
): Promise<TurnOutcome> {
  const turn: Turn = { ...(await begin(parts, session, request, say)), waiting };
  try {
    const asked = await storeQuestion(turn, request);
    if (asked === 'answered') return await finish(turn, 'answered');
    await answer(turn, request, signal);
    return await finish(turn, 'answered');
  } catch (error) {
    return fail(turn, error, signal);
  }
}

async function begin(
  parts: TurnParts,
  session: SessionId,
  request: TurnRequest,
  say: Turn['say'],
): Promise<Omit<Turn, 'waiting'>> {
  const { ground, desk } = parts;
  const { store } = ground;
  const branch = await branchFor(parts, session, request);
  const { choices } = await desk.lay(session, branch);
  const { head } = await store.heads.get(session, branch);
  const id = await pendingRow(ground, { session, branch, after: head.position, model: choices.model.id });
  say({ type: 'start', turn: id, branch, model: choices.model.id });
  return { parts, session, branch, draft: new AnswerDraft(ground, id), actor: request.actor ?? null, say };
}

/** A row that tells, should this process die, that an answer is on its way. */
async function pendingRow(
  { store, lease, now }: Ground,
  { model, ...place }: { session: SessionId; branch: string; after: EntryId | null; model: string },
): Promise<PendingId> {
  return (await store.pending.begin({ ...place, lease: lease(), facts: { model }, at: now() })).id;
}

/** Answering again, or saying something else at an earlier place, goes on a new branch. */
async function branchFor({ ground }: TurnParts, session: SessionId, { parent, regenerate }: TurnRequest): Promise<string> {
  const { store } = ground;
  await store.sessions.get(session);
  const from = await currentBranch(store, session);
  if (parent === undefined && !regenerate) return from;
  const place = parent === undefined ? await lastQuestion(ground, session, from) : parent;
  const { head } = await store.heads.get(session, from);
  if (head.position === place) return from;
  const made = await branchAt(store, { session, from, parent: place, at: ground.now() });
  await ground.bulletin.tell(session, 'head', { version: made.version, branch: made.branch, why: 'branch' });
  return made.branch;
}

/** The latest message a user wrote on a branch. */
async function lastQuestion({ store }: Ground, session: SessionId, branch: string): Promise<EntryId> {
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
  if (request.regenerate) return 'open';
  const { parts, session, branch, waiting } = turn;
  const { store, now } = parts.ground;
  const message = userMessage(request);
  const asked = {
    session,
    branch,
    entries: [{ message }],
    ...(request.idempotencyKey === undefined ? {} : { key: request.idempotencyKey }),
    ...(request.expect === undefined ? {} : { expect: request.expect }),
    ...(waiting === null ? {} : { pending: waiting }),
    at: now(),
  };
  const appended = await store.entries.append(asked).catch(async (error: unknown) => {
    // Somebody else was first, and its text is kept beside the conversation: it does not wait any more.
    if (waiting !== null && error instanceof Conflict && 'revision' in error.facts) await store.pending.drop(waiting);
    throw error;
  });
  if (appended.repeated) {
    if (waiting !== null) await store.pending.drop(waiting);
    if (await repeatAnswer(turn, appended, request.idempotencyKey ?? null)) return 'answered';
  }
  await told(turn, appended, [message], request.idempotencyKey ?? null);
  await titled(parts, session, message);
  return 'open';
}

/** Says what followed a message that was sent before; false where its answer is still to come. */
async function repeatAnswer(
  { parts, session, branch, say }: Turn,
  { entries, head }: Appended,
  key: string | null,
): Promise<boolean> {
  const { opened, choices } = await parts.desk.lay(session, branch);
  const first = entries[0]?.position ?? 0;
  const later = await parts.ground.store.entries.range(session, head.head.position ?? '', first, head.length - 1);
  if (!isAnswered(later)) return false;
  for (const entry of entryViews(later, opened, choices.count))
    say({ type: 'entry', entry, version: head.version, key: entry.position === first ? key : null });
  return true;
}

/** Whether what follows a message ends its turn: it does not while nobody has said anything, or results of tools stand last. */
function isAnswered([, ...later]: readonly StoredEntry[]): boolean {
  return later.some(({ message }) => message.role !== 'user') && later.at(-1)?.message.role !== 'tool';
}

/** Tells of entries that were stored. */
async function told(
  { parts, session, branch, say, actor }: Turn,
  appended: Appended,
  messages: readonly Message[],
  key: string | null = null,
): Promise<void> {
  const { desk, ground } = parts;
  desk.conversations.grew(session, branch, appended);
  const { opened, choices } = await desk.lay(session, branch);
  const { version } = appended.head;
  for (const entry of entryViews(appended.entries, opened, choices.count)) {
    say({ type: 'entry', entry, version, key });
    void ground.bulletin.tell(session, 'entry', { entry, version, branch, idempotencyKey: key }, actor);
  }
  parts.noticed(session, branch, messages);
}

/** Asks the model until it has no more calls to make. */
async function answer(turn: Turn, request: TurnRequest, signal: AbortSignal): Promise<void> {
  const { parts, session, branch, say } = turn;
  for (let step = 1; step <= MOST_STEPS; step++) {
    signal.throwIfAborted();
    const arrived = await foldOnArrival(parts, await parts.desk.lay(session, branch));
    const laid = await fitted(parts, arrived, { overflow: request.overflow, signal, say });
    say({ type: 'status', status: contextStatus(laid, parts.folder.state(session)) });
    await foldBeside(turn, laid);
    const { given, asked } = await askModel(turn, laid, signal);
    const calls = step === MOST_STEPS ? [] : openCalls(given.messages);
    const tools =
      calls.length === 0 ? [] : [await runTools(calls, { session, tools: parts.tools, recall: parts.recall, signal, say })];
    await storeAnswer(turn, asked, given, [...given.messages, ...tools], calls.length === 0);
    if (calls.length === 0) return;
  }
}

/** Stores what a step brought; the last one completes the turn. The row of the next step is there before that of this one goes. */
async function storeAnswer(
  turn: Turn,
  laid: Laid,
  { usage }: StepAnswer,
  messages: readonly Message[],
  isLast: boolean,
): Promise<void> {
  const { parts, session, branch, draft } = turn;
  const { store, now } = parts.ground;
  const { choices, opened } = laid;
  const { pending } = draft;
  const place = { session, branch, after: opened.context.head.position, model: choices.model.id };
  const next = isLast ? pending : await pendingRow(parts.ground, place);
  const own = messages.length === 0 ? [{ role: 'assistant' as const, parts: [{ type: 'text' as const, text: '' }] }] : messages;
  const sent = parts.requests.of(laid, paid(usage, choices.profile));
  const first = own.findIndex(({ role }) => role === 'assistant');
  const entries = own.map((message, index) => ({
    message:
      message.role === 'assistant'
        ? withNote(message, { model: choices.model.id, ...(index === first ? { sent } : {}) })
        : message,
    countedTokens: choices.count.message(message),
    ...(message.role === 'assistant' ? { inputTokens: usage.inputTokens ?? null, outputTokens: usage.outputTokens ?? null } : {}),
  }));
  const appended = await store.entries.append({ session, branch, entries, pending, at: now() }).catch(async (error: unknown) => {
    if (!isLast) await store.pending.drop(next).catch(() => undefined);
    throw error;
  });
  draft.storedAs(next);
  const answer = appended.entries[first];
  if (answer !== undefined) parts.requests.stored(laid, sent, answer.id);
  await told(turn, appended, own);
  await calibrate(parts.ground, laid, tokensOf(opened.view, choices.uncalibrated), usage.inputTokens);
}

/** What a call cost; null where its price or its usage is not known. */
function paid(usage: StepAnswer['usage'], profile: Laid['choices']['profile']): number | null {
  if (profile === null || profile.price === null) return null;
  const { provider } = profile.endpoint;
  const billed = usageOf(usage, provider);
  return billed === null ? null : costOf(billed, profile.price, accountingOf(provider));
}

/** Starts a fold beside the conversation where soft asks for one. */
async function foldBeside({ parts, session, branch, say }: Turn, laid: Laid): Promise<void> {
  if (dueFold(measure(laid), laid.choices.budget, parts.folder.state(session)) !== 'soft') return;
  try {
    const usual = await parts.usualOrder(laid.choices, 'soft');
    const { job } = await parts.folder.start(session, { ...usual, trigger: 'soft', degrade: true, branch });
    say({ type: 'fold', job, run: null });
  } catch (error) {
    parts.ground.log.info('soft-fold-not-started', { session, reason: reasonOf(error) });
  }
}

async function finish(turn: Turn, outcome: TurnOutcome): Promise<TurnOutcome> {
  const { parts, session, branch, say, draft } = turn;
  const { ground, desk, folder } = parts;
  const { pending } = draft;
  if ((await ground.store.pending.list({ session })).some(({ id }) => id === pending)) await ground.store.pending.drop(pending);
  const laid = await desk.lay(session, branch);
  await foldBeside(turn, laid);
  const status = contextStatus(laid, folder.state(session));
  say({ type: 'status', status });
  await ground.bulletin.tell(session, 'status', status);
  return outcome;
}

/** Ends a turn that was stopped or failed: what had come of the answer is kept, marked as aborted. */
async function fail(turn: Turn, error: unknown, signal: AbortSignal): Promise<TurnOutcome> {
  const { parts, session, branch, draft, say } = turn;
  const { store, now, log } = parts.ground;
  const stopped = signal.aborted;
  try {
    if (draft.begun) {
      const { choices } = await parts.desk.lay(session, branch);
      const sent = draft.asked === null ? {} : { sent: parts.requests.of(draft.asked, null) };
      const message = withNote(draft.message(), { model: choices.model.id, aborted: true, ...sent });
      const appended = await store.entries.append({ session, branch, entries: [{ message }], pending: draft.pending, at: now() });
      await told(turn, appended, []);
    }
  } catch (lost) {
    log.error('partial-answer-lost', { session, reason: reasonOf(lost) });
  }
  if (!stopped) say(errorEvent(error, draft.begun));
  const outcome = stopped ? 'stopped' : waits(error) ? 'waiting' : 'failed';
  if (!stopped) log.warn('turn-failed', { session, outcome, reason: reasonOf(error) });
  try {
    return await finish(turn, outcome);
  } catch (lost) {
    log.error('turn-end-lost', { session, reason: reasonOf(lost) });
    return outcome;
  }
}
