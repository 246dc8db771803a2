import {
  type Counter,
  type Entry,
  type EntryId,
  type Fold,
  type Message,
  type Part,
  positionsOf,
  type ResultPart,
  type Transcript,
} from '@tenfold/core';
import type { Billed } from '@tenfold/dialects';
import { type NewEntry, newSessionId } from '@tenfold/store';
import { branchAt } from '../conversation/branch-at.ts';
import { type EntryNote, noteOf, withNote, withoutNote } from '../conversation/entry-note.ts';
import type { Dependencies } from '../dependencies.ts';
import { titleFrom } from '../title-from.ts';
import { Chain } from './chain.ts';
import type { ChainIndex } from './chain-index.ts';

/**
 * The chain of a transcript, made or branched where it is not there; all its entries are its own then, the new ones being written. Null
 * where it came to be known that its client was not shown everything: what it sent is to be read again.
 */
export async function chainFor(
  deps: Dependencies,
  index: ChainIndex,
  transcript: Transcript,
  { frame, recalls, ...terms }: { frame: string; recalls: boolean; count: Counter; soon: Promise<unknown> },
): Promise<{ readonly chain: Chain; readonly recorded: Promise<void> } | null> {
  const hidden = index.hidden.size;
  // Whoever opened it the same way meanwhile is looked for once more.
  const known = await knownHere(deps, index, transcript);
  const found = known ?? (await readChain(deps, index, transcript, frame)) ?? index.find(transcript);
  if (index.hidden.size > hidden) return null;
  const isOurs = found !== null && (found.chain.frame === frame || hasAnswer(transcript, found.length));
  if (isOurs) await takeClientsWords(deps, index, found.chain, transcript, found.length);
  const chain = !isOurs
    ? new Chain(newSessionId(deps.now()), 'main', frame, [], recalls)
    : // A request that is tried again brings nothing new: which answer to it counts is for the next one to say.
      found.length === found.chain.ids.length || found.length === transcript.length
      ? found.chain
      : await forkChain(deps, found.chain, found.length, transcript);
  if (transcript.length > (chain.unconfirmed ?? Number.POSITIVE_INFINITY)) chain.unconfirmed = null;
  const start = chain.ids.length;
  const tail = transcript.slice(start);
  chain.ids.push(...tail.map(({ id }) => id));
  index.add(
    chain,
    transcript.map(({ id }) => id),
  );
  return {
    chain,
    recorded: tail.length === 0 ? Promise.resolve() : appendEntries(deps, chain, tail, { ...terms, isNew: !isOurs }),
  };
}

/** The chain that a transcript goes on with, as far as there is one; nothing is made or recorded. */
export async function knownChain(
  deps: Dependencies,
  index: ChainIndex,
  transcript: Transcript,
  frame: string,
): Promise<Chain | null> {
  const found = index.find(transcript) ?? (await readChain(deps, index, transcript, frame));
  return found?.chain ?? null;
}

/** The chain that this process knows, unless another has gone on with it meanwhile: what is known of it here ends before that. */
async function knownHere(
  { store }: Dependencies,
  index: ChainIndex,
  transcript: Transcript,
): Promise<{ readonly chain: Chain; readonly length: number } | null> {
  const found = index.find(transcript);
  if (found === null) return null;
  const { chain, length } = found;
  // Answers that were not given here were given elsewhere, or are in the client's own words.
  if (chain.unconfirmed === length || !transcript.slice(length).some(({ message }) => message.role === 'assistant')) return found;
  await chain.flush();
  if (chain.version === null) return found;
  const { version } = await store.heads.get(chain.session, chain.branch);
  if (version === chain.version) return found;
  index.drop(chain);
  return null;
}

/**
 * An answer that its client sends back in other words, such as with ids of its own, is the same answer: the branch goes on with the client's
 * words, and what they were made on is known.
 */
async function takeClientsWords(
  { store, now }: Dependencies,
  index: ChainIndex,
  chain: Chain,
  transcript: Transcript,
  length: number,
): Promise<void> {
  const theirs = transcript[length];
  if (chain.unconfirmed !== length || theirs?.message.role !== 'assistant' || length >= chain.ids.length) return;
  const ours = chain.ids.splice(length);
  index.forget(chain, ours);
  const prefix = chain.prefixes.get(ours[0] as EntryId);
  if (prefix !== undefined) chain.prefixes.set(theirs.id, prefix);
  const { session, branch } = chain;
  await chain.write(async () => {
    const { head, version } = await store.heads.get(session, branch);
    const position = chain.ids.at(-1) ?? null;
    const next = await store.heads.swap({ session, branch, expect: version, head: { ...head, position }, folds: [], at: now() });
    chain.version = next.version;
    chain.end = undefined;
  });
}

/**
 * Has entries written behind a chain, and its session before them where it has none. What another process has gone on with is not written
 * to: its next request is recorded where it belongs.
 */
export function appendEntries(
  { store, now, events }: Pick<Dependencies, 'store' | 'now' | 'events'>,
  chain: Chain,
  entries: Transcript,
  { count, soon, isNew = false, notes, billed = null }: AppendTerms,
): Promise<void> {
  const { session, branch, frame, recalls } = chain;
  const parent = chain.ids[chain.ids.length - entries.length - 1] ?? null;
  const added = entries.map(({ id, message }, index): NewEntry => {
    const opening = isNew && index === 0 ? { frame, ...(recalls ? { recall: true } : {}) } : {};
    const paid = billed === null || index < entries.length - 1 ? {} : { inputTokens: billed.input, outputTokens: billed.output };
    return { message: withNote(message, { ...opening, ...notes?.get(id) }), countedTokens: count.message(message), ...paid };
  });
  return chain.append(added, soon, async (all) => {
    let behind = parent;
    for (const some of inParts(all)) {
      // A client sends everything again, so nobody waits for the disk.
      const given = { entries: some, at: now(), flushed: false };
      const appended =
        isNew && chain.version === null
          ? await store.sessions.begin({ id: session, ...titleOf(entries), ...given })
          : await store.entries.append({
              session,
              branch,
              behind,
              ...(chain.end === undefined ? {} : { end: chain.end }),
              ...given,
            });
      chain.version = appended.head.version;
      chain.end = appended.end;
      behind = appended.head.head.position;
    }
    events.wake(session);
  });
}

/** Characters that are written with one commit: all of a long conversation at once would hold everybody up. */
const PART_CHARACTERS = 800_000;
/** Characters of a token, on the whole. */
const TOKEN = 4;

/** Entries in parts that are soon written. A part is whole by itself: what is behind it is brought again. */
function* inParts(entries: readonly NewEntry[]): Generator<readonly NewEntry[]> {
  let start = 0;
  let characters = 0;
  for (const [at, { message, countedTokens }] of entries.entries()) {
    characters += (countedTokens ?? 0) * TOKEN + fileBytes(message.parts);
    if (characters <= PART_CHARACTERS) continue;
    yield entries.slice(start, at + 1);
    start = at + 1;
    characters = 0;
  }
  if (start < entries.length) yield entries.slice(start);
}

/** Bytes of files, which have few tokens for their length. */
function fileBytes(parts: readonly (Part | ResultPart)[]): number {
  return parts.reduce((sum, part) => {
    if (part.type === 'attachment') return sum + (part.bytes ?? 0);
    return part.type === 'tool-result' && typeof part.output !== 'string' ? sum + fileBytes(part.output) : sum;
  }, 0);
}

function titleOf(entries: Transcript): ReturnType<typeof titleFrom> {
  return titleFrom(entries.find(({ message }) => message.role === 'user')?.message);
}

/** How entries are written. */
interface AppendTerms {
  readonly count: Counter;
  /** When, at the latest. */
  readonly soon: Promise<unknown>;
  readonly isNew?: boolean;
  readonly notes?: ReadonlyMap<EntryId, EntryNote>;
  /** What the vendor billed for the last of them and what it was made on. */
  readonly billed?: Billed | null;
}

/** Reads what was done to a chain's folds elsewhere, as in the app. */
export async function refreshChain({ store }: Dependencies, chain: Chain): Promise<void> {
  const context = await store.contexts.load(chain.session, { branch: chain.branch, folds: 'all' });
  chain.folds = context.folds;
  chain.protected = new Set(context.head.protected);
  chain.version = context.version;
  chain.end = undefined;
  for (const { entry } of context.entries) {
    const { prefix } = noteOf(entry.message);
    if (prefix !== undefined) chain.prefixes.set(entry.id, prefix);
  }
}

/** A chain that another process, or an earlier one, recorded. */
async function readChain(
  deps: Dependencies,
  index: ChainIndex,
  transcript: Transcript,
  frame: string,
): Promise<{ readonly chain: Chain; readonly length: number } | null> {
  const { store } = deps;
  const found = await store.entries.find(transcript.map(({ id }) => id));
  let other: Chain | null = null;
  for (const { session, id, position } of found) {
    const [first] = await store.entries.range(session, id, 0, 0);
    const { frame: opened, recall = false } = first === undefined ? {} : noteOf(first.message);
    // Sessions of the app itself are not a client's to go on with.
    if (opened === undefined) continue;
    const heads = await store.heads.list(session);
    const at = heads.find(({ head }) => head.position === id) ?? heads.find(({ length }) => length > position);
    if (at === undefined) continue;
    const known = transcript.slice(0, position + 1).map((entry) => entry.id);
    // A branch that goes on elsewhere is known up to here only; its length says that there is more.
    const beyond = at.head.position === id ? [] : [`beyond ${at.head.position}`];
    const chain = new Chain(session, at.branch, opened, [...known, ...beyond], recall);
    await refreshChain(deps, chain);
    if (recall && at.head.position !== null)
      learnHidden(chain, (await store.entries.range(session, at.head.position, 0, at.length - 1)).map(bareEntryWithNote));
    if (opened === frame) {
      index.add(chain, known);
      return { chain, length: position + 1 };
    }
    other ??= chain;
  }
  return other === null ? null : { chain: other, length: (found[0]?.position ?? -1) + 1 };
}

/** A branch of a chain that leaves it behind its first `length` entries; what was folded up to there stays folded. */
async function forkChain(deps: Dependencies, chain: Chain, length: number, transcript: Transcript): Promise<Chain> {
  const { store, now } = deps;
  await chain.flush();
  const ids = transcript.slice(0, length).map(({ id }) => id);
  const made = await branchAt(store, { session: chain.session, from: chain.branch, parent: ids.at(-1) ?? null, at: now() });
  const fork = new Chain(chain.session, made.branch, chain.frame, ids, chain.recalls);
  await refreshChain(deps, fork);
  for (const [id, prefix] of chain.prefixes) fork.prefixes.set(id, prefix);
  for (const [id, hidden] of chain.hidden) fork.hidden.set(id, hidden);
  return fork;
}

/** What the client of a recorded chain was not shown, by the notes of its entries. */
function learnHidden(chain: Chain, entries: readonly { readonly note: EntryNote; readonly message: Message }[]): void {
  for (const [at, { note }] of entries.entries()) {
    const [first] = note.shown?.ids ?? [];
    if (note.shown === undefined || first === undefined) continue;
    const real = entries.slice(at, at + note.shown.real).map(({ message }) => message);
    if (real.length === note.shown.real) chain.hidden.set(first, { shown: note.shown.ids, real });
  }
}

function bareEntryWithNote({ message }: Entry): { readonly note: EntryNote; readonly message: Message } {
  return { note: noteOf(message), message: withoutNote(message) };
}

function hasAnswer(transcript: Transcript, length: number): boolean {
  return transcript.slice(0, length).some(({ message }) => message.role === 'assistant');
}

/** The folds that apply to a transcript: whose targets are in it. */
export function foldsWithin(folds: readonly Fold[], transcript: Transcript): readonly Fold[] {
  if (folds.length === 0) return folds;
  const at = positionsOf(transcript);
  return folds.filter(({ target }) => (target.kind === 'span' ? at.has(target.from) && at.has(target.to) : at.has(target.entry)));
}
