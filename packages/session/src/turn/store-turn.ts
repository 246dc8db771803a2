import { accountingOf, costOf, type Message, type Price } from '@tenfold/core';
import { type Appended, Conflict, type NewEntry, type PendingId, type StoredEntry, type StoredHead } from '@tenfold/store';
import { type Addition, appendTo } from '../conversation/append-to.ts';
import { entryViews, noteOf, withNote, withTextFiles } from '../conversation/entry-note.ts';
import { prefixOf } from '../conversation/request-notes.ts';
import { measure } from '../conversation/status.ts';
import { titleFrom } from '../title-from.ts';
import type { Provider } from '../upstream/endpoint.ts';
import { usageOf } from '../upstream/usage.ts';
import { calibrate } from './ask-model.ts';
import { loadOnBranch } from './load-on-branch.ts';
import type { StepAnswer } from './stream-step.ts';
import { CLOSING, type Turn } from './turn-under-way.ts';
import type { Asked } from './user-message.ts';

/** Stores the user's message. A key that was used before is not stored twice, nor answered again: only an answer that was cut off is. */
export async function storeQuestion(turn: Turn, asked: Asked): Promise<'open' | 'answered' | 'stopped'> {
  const { parts, waiting, partial } = turn;
  const { store, now } = parts;
  const begins = rowOf(turn, asked, partial.pending);
  const place = { session: turn.session, branch: turn.branch, after: turn.loaded.end.head.head.position };
  const { message } = asked;
  if (message === null) {
    await store.pending.begin({ ...place, ...begins, at: now() });
    partial.isStored = true;
    return 'open';
  }
  const key = asked.idempotencyKey ?? null;
  const stored = await appendForTurn(turn, [message], {
    entries: [{ message }],
    bare: [message],
    begins,
    ...(key === null ? {} : { key }),
    ...(asked.expect === undefined ? {} : { expect: asked.expect }),
    ...(waiting === null ? {} : { pending: waiting }),
    ...(turn.loaded.session.title === '' ? titleFrom(message) : {}),
  }).catch(async (error: unknown) => {
    // Somebody else was first, and its text is kept beside the conversation: it does not wait any more.
    if (waiting !== null && error instanceof Conflict && 'revision' in error.facts) await store.pending.drop(waiting.id);
    throw error;
  });
  if (!stored.repeated) {
    partial.isStored = true;
    return 'open';
  }
  await followMessage(turn, stored.entries);
  const end = await repeatAnswer(turn, stored.entries, key);
  const { head } = turn.loaded.end;
  const again = { session: turn.session, branch: turn.branch, after: head.head.position, place: waiting?.place ?? null };
  if (end === 'open') await store.pending.begin({ ...again, ...begins, at: now() });
  if (waiting !== null) await store.pending.drop(waiting.id);
  if (end !== 'open') return end;
  partial.isStored = true;
  const { opened, choices } = turn.loaded;
  for (const entry of entryViews(stored.entries, opened, choices.count))
    turn.emit({ type: 'entry', entry, version: head.version, key });
  return 'open';
}

/** Puts a turn on the branch its message stands on: somebody may have gone on with another since it was sent. */
async function followMessage(turn: Turn, [message]: Appended['entries']): Promise<void> {
  const { parts, session } = turn;
  const { entries, heads } = parts.store;
  if (message === undefined) return;
  const { id, position: at } = message;
  const isOn = async ({ head: { position } }: StoredHead) =>
    position !== null && (await entries.range(session, position, at, at))[0]?.id === id;
  if (await isOn(turn.loaded.end.head)) return;
  for (const head of await heads.list(session)) {
    if (!(await isOn(head))) continue;
    turn.branch = head.branch;
    turn.loaded = await parts.loader.load(session, head.branch);
    return;
  }
}

/** The row of an answer that begins, with what whoever goes on with it needs. */
export function rowOf({ parts, loaded, untitled }: Turn, { overflow, actor }: Asked, id: PendingId) {
  const asked = { ...(overflow && { overflow }), ...(actor && { actor }) };
  const facts = { model: loaded.choices.model.id, ...asked, ...(untitled === null ? {} : { untitled }) };
  return { id, lease: parts.lease, facts };
}

/** Says what followed a message that was sent before, and how its turn ended; nothing where its answer is still to come. */
async function repeatAnswer(turn: Turn, entries: Appended['entries'], key: string | null): Promise<TurnSoFar> {
  const { parts, session, loaded, emit } = turn;
  const { opened, choices, end } = loaded;
  const first = entries[0]?.position ?? 0;
  const later = await parts.store.entries.range(session, end.head.head.position ?? '', first, end.head.length - 1);
  const told = endOf(later);
  if (told === 'cut') await goBackBehind(turn, later.at(-2));
  if (told === 'open' || told === 'cut') return 'open';
  for (const entry of entryViews(later, opened, choices.count))
    emit({ type: 'entry', entry, version: end.head.version, key: entry.position === first ? key : null });
  return told;
}

type TurnSoFar = 'open' | 'answered' | 'stopped';

/**
 * How the turn of a message ended: not at all while nobody has said anything, or results of tools stand last. An answer that was cut off
 * is none, unless somebody stopped it or the conversation went on behind it.
 */
function endOf([, ...later]: readonly StoredEntry[]): TurnSoFar | 'cut' {
  const last = later.at(-1)?.message;
  if (last === undefined || last.role === 'tool' || later.every(({ message }) => message.role === 'user')) return 'open';
  const { aborted, stopped } = noteOf(last);
  if (aborted === true && stopped !== true) return 'cut';
  const next = later.findIndex(({ message }) => message.role === 'user');
  const answer = next === -1 ? last : later[next - 1]?.message;
  return answer !== undefined && noteOf(answer).aborted === true ? 'stopped' : 'answered';
}

/** Puts a turn on a new branch behind an entry: what was cut off there stays on its own. */
async function goBackBehind(turn: Turn, entry: StoredEntry | undefined): Promise<void> {
  if (entry === undefined) return;
  turn.loaded = await loadOnBranch(turn.parts, turn.session, { message: null, parent: entry.id });
  turn.branch = turn.loaded.branch;
}

/** Stores what a step brought; the last one completes the turn. The row of the next step comes as that of this one goes. */
export async function storeAnswer(
  turn: Turn,
  { usage }: StepAnswer,
  messages: readonly Message[],
  next: ReturnType<typeof rowOf> | null,
): Promise<void> {
  const { parts, partial, loaded: asked } = turn;
  const { profile, model, count } = asked.choices;
  const own = messages.length === 0 ? [{ role: 'assistant' as const, parts: [{ type: 'text' as const, text: '' }] }] : messages;
  const bare = own.map(withTextFiles);
  const cost = profile === null || profile.price === null ? null : paid(usage, profile.endpoint.provider, profile.price);
  const sent = parts.requests.of(asked, cost);
  const prefix = profile?.bindsThinking ? { prefix: prefixOf(asked, profile) } : {};
  const { inputTokens = null, outputTokens = null } = usage;
  const entries: NewEntry[] = [];
  let first = -1;
  for (const [at, message] of own.entries()) {
    const countedTokens = count.message(bare[at] ?? message);
    if (message.role !== 'assistant') {
      entries.push({ message, countedTokens });
      continue;
    }
    const note = first === -1 ? { model: model.id, sent, ...prefix } : { model: model.id };
    if (first === -1) first = at;
    entries.push({ message: withNote(message, note), countedTokens, inputTokens, outputTokens });
  }
  await partial.settle();
  const pending = { id: partial.pending, lease: parts.lease };
  const appended = await appendForTurn(
    turn,
    own,
    { entries, bare, pending, ...(next === null ? {} : { begins: next }) },
    next === null,
  );
  partial.storedAs(next?.id ?? null);
  const stored = appended.entries[first];
  if (stored !== undefined && sent.folds !== undefined) parts.requests.remember(asked, stored.id);
  await calibrate(parts, asked, usage.inputTokens);
}

/** What a call cost; null where its usage is not known. */
function paid(usage: StepAnswer['usage'], provider: Provider, price: Price): number | null {
  const billed = usageOf(usage, provider);
  return billed === null ? null : costOf(billed, price, accountingOf(provider));
}

/** What had come of an answer, here or where it was begun, becomes an entry. */
export async function storePartial(turn: Turn): Promise<void> {
  const { parts, partial, before } = turn;
  await partial.settle();
  const said = partial.begun ? partial.message() : partial.isStored ? before : null;
  if (said === null) return;
  const { asked } = partial;
  const sent = asked === null ? {} : { sent: parts.requests.of(asked, null) };
  // Nobody says what an answer that was broken off came to; it is billed all the same.
  if (asked !== null && asked.choices.profile !== null)
    parts.meter.spend({ inputTokens: measure(asked).used, outputTokens: asked.choices.count.message(said) });
  const { signal } = turn;
  const stopped = signal.aborted && signal.reason !== CLOSING ? ({ stopped: true } as const) : {};
  const message = withNote(said, { model: turn.loaded.choices.model.id, aborted: true, ...stopped, ...sent });
  await appendForTurn(turn, [], {
    entries: [{ message }],
    bare: [said],
    pending: { id: partial.pending, lease: parts.lease },
  });
  partial.isStored = false;
}

/** Appends for a turn, and emits what was stored. With `ends`, the status goes with it. */
async function appendForTurn(
  turn: Turn,
  messages: readonly Message[],
  addition: Omit<Addition, 'actor' | 'folds' | 'publishesStatus'>,
  ends = false,
): Promise<Appended> {
  const { parts, session, actor, emit } = turn;
  const { append } = parts.store.entries;
  const { loaded, appended, entries } = await appendTo(
    parts,
    parts.loader,
    turn.loaded,
    { ...addition, actor, folds: parts.folds.state(session), publishesStatus: ends },
    append,
  );
  turn.loaded = loaded;
  if (appended.repeated) return appended;
  for (const entry of entries) emit({ type: 'entry', entry, version: appended.head.version, key: addition.key ?? null });
  parts.watch(appended.head, messages);
  return appended;
}
