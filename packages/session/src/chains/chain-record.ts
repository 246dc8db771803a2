import { type Counter, type EntryId, type Fold, lettersIn, positionsOf, type Transcript } from '@tenfold/core';
import type { Billed } from '@tenfold/dialects';
import { type NewEntry, newSessionId } from '@tenfold/store';
import { branchAt } from '../conversation/branch-at.ts';
import { type EntryNote, withNote } from '../conversation/entry-note.ts';
import type { Dependencies } from '../dependencies.ts';
import { titleFrom } from '../title-from.ts';
import { Chain } from './chain.ts';
import type { ChainIndex } from './chain-index.ts';
import { readChain, refreshChain } from './read-chain.ts';
import { rewordedAt } from './reworded.ts';

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
  const reworded = isOurs ? rewordedAt(found.chain, transcript, found.length) : null;
  if (isOurs && reworded !== null) {
    found.chain.hidden.set(...reworded);
    index.hidden.set(...reworded);
    found.chain.reworded = reworded[1];
    return null;
  }
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
  const notes = rewordedNote(chain, tail);
  chain.ids.push(...tail.map(({ id }) => id));
  index.add(
    chain,
    transcript.map(({ id }) => id),
  );
  return {
    chain,
    recorded: tail.length === 0 ? Promise.resolve() : appendEntries(deps, chain, tail, { ...terms, notes, isNew: !isOurs }),
  };
}

/** Entries never change: what a client has in place of an answer is noted with the one behind it, where the client has it in other words. */
function rewordedNote(chain: Chain, [next]: Transcript): Map<EntryId, EntryNote> {
  const { reworded } = chain;
  if (reworded === null || next === undefined) return new Map();
  chain.reworded = null;
  return new Map([[next.id, { reworded: { ids: reworded.shown, real: reworded.real.length } }]]);
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

/** Entries in parts that are soon written. A part is whole by itself: what is behind it is brought again. */
function* inParts(entries: readonly NewEntry[]): Generator<readonly NewEntry[]> {
  let start = 0;
  let characters = 0;
  for (const [at, { message }] of entries.entries()) {
    characters += lettersIn(message, PART_CHARACTERS, 0);
    if (characters <= PART_CHARACTERS) continue;
    yield entries.slice(start, at + 1);
    start = at + 1;
    characters = 0;
  }
  if (start < entries.length) yield entries.slice(start);
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

function hasAnswer(transcript: Transcript, length: number): boolean {
  return transcript.slice(0, length).some(({ message }) => message.role === 'assistant');
}

/** The folds that apply to a transcript: whose targets are in it. */
export function foldsWithin(folds: readonly Fold[], transcript: Transcript): readonly Fold[] {
  if (folds.length === 0) return folds;
  const at = positionsOf(transcript);
  return folds.filter(({ target }) => (target.kind === 'span' ? at.has(target.from) && at.has(target.to) : at.has(target.entry)));
}
