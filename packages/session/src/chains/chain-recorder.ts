import { type Counter, type EntryId, lettersIn, type Transcript } from '@tenfold/core';
import { type Billed, frameKey } from '@tenfold/dialects';
import { type NewEntry, newSessionId, sha256 } from '@tenfold/store';
import { branchAt } from '../conversation/branch-at.ts';
import { type EntryNote, withNote } from '../conversation/entry-note.ts';
import type { Dependencies } from '../dependencies.ts';
import { reasonOf } from '../log.ts';
import { titleFrom } from '../title-from.ts';
import { Chain } from './chain.ts';
import type { ChainIndex } from './chain-index.ts';
import { findRewordedAnswer } from './find-reworded-answer.ts';
import type { MeasuredRequest } from './measured-request.ts';
import { oneByOne } from './one-by-one.ts';
import { isBinding } from './outgoing-view.ts';
import { readChain, refreshChain } from './read-chain.ts';
import { sharedDelay } from './shared-delay.ts';

/** How long what passes waits for its record, at most: half of that time is written at once. */
const RECORD_MS = 200;

/** How entries are written. */
interface AppendTerms {
  readonly count: Counter;
  readonly isNew?: boolean;
  readonly notes?: ReadonlyMap<EntryId, EntryNote>;
  /** What the vendor billed for the last of them and what it was made on. */
  readonly billed?: Billed | null;
}

/** The chain of a request; `recorded` is settled once what is new of it is written. */
interface FoundChain {
  readonly chain: Chain;
  readonly recorded: Promise<void>;
}

/** Finds the chains of requests, and writes what is new of them, which nobody waits for. */
export class ChainRecorder {
  readonly #deps: Pick<Dependencies, 'store' | 'now' | 'events' | 'log'>;
  readonly #index: ChainIndex;
  readonly #nextWrite = sharedDelay(RECORD_MS);
  /** Requests that open the same way find their chains in turn: each sees what became of it by the one before, such as a branch. */
  readonly #inTurn = oneByOne();
  /** True where something could not be written, until a request has found the record well again. */
  #hasFailed = false;

  constructor(deps: Pick<Dependencies, 'store' | 'now' | 'events' | 'log'>, index: ChainIndex) {
    this.#deps = deps;
    this.#index = index;
  }

  /**
   * The chain of a request, made or branched where it is not there; all its entries are its own then, the new ones being written. `recalls`:
   * whether recall is offered in it where it is new. Null where it came to be known that its client was not shown everything: what it
   * sent is to be read again.
   */
  chainFor(measured: MeasuredRequest, recalls: boolean): Promise<FoundChain | null> {
    const [first] = measured.transcript;
    return this.#inTurn(first?.id ?? '', () => this.#find(measured, recalls));
  }

  async #find(measured: MeasuredRequest, recalls: boolean): Promise<FoundChain | null> {
    const { store, now } = this.#deps;
    const { request, transcript, decoded, count, hiddenKnown } = measured;
    const index = this.#index;
    const frame = frameKey(decoded.frame, sha256);
    const found =
      (await this.#findHere(transcript)) ?? (await readChain(store, index, transcript, { frame, binds: isBinding(request) }));
    if (index.hidden.size > hiddenKnown) return null;
    const isOurs = found !== null && (found.chain.frame === frame || hasAnswer(transcript, found.length));
    const reworded = isOurs ? findRewordedAnswer(found.chain, transcript, found.length) : null;
    if (isOurs && reworded !== null) {
      found.chain.hidden.set(...reworded);
      index.hidden.set(...reworded);
      found.chain.reworded = reworded[1];
      return null;
    }
    if (isOurs && (await this.#takeClientsWords(found.chain, transcript, found.length))) return this.#find(measured, recalls);
    const chain = !isOurs
      ? new Chain(newSessionId(now()), 'main', frame, [], recalls)
      : // A request that is tried again brings nothing new: which answer to it counts is for the next one to say.
        found.length === found.chain.ids.length || found.length === transcript.length
        ? found.chain
        : await this.#fork(found.chain, found.length, transcript);
    if (transcript.length > (chain.unconfirmed ?? Number.POSITIVE_INFINITY)) chain.unconfirmed = null;
    const tail = transcript.slice(chain.ids.length);
    const notes = notesFor(chain, tail);
    for (const { id } of tail) chain.ids.push(id);
    index.add(
      chain,
      transcript.map(({ id }) => id),
    );
    return {
      chain,
      recorded: tail.length === 0 ? Promise.resolve() : this.#append(chain, tail, { count, notes, isNew: !isOurs }),
    };
  }

  /** Writes an answer behind its chain. */
  recordAnswer(chain: Chain, entries: Transcript, terms: AppendTerms): void {
    const ids = entries.map(({ id }) => id);
    chain.unconfirmed = chain.ids.length;
    for (const id of ids) chain.ids.push(id);
    this.#index.add(chain, ids);
    void this.#append(chain, entries, terms);
  }

  /** Waits for a request's own record where something could not be written before. @throws where that fails again */
  async confirm(chain: Chain, recorded: Promise<void>): Promise<void> {
    if (!this.#hasFailed) return;
    await Promise.all([chain.flush(), recorded]);
    this.#hasFailed = false;
  }

  /** The chain that this process knows, unless another has gone on with it meanwhile: what is known of it here ends before that. */
  async #findHere(transcript: Transcript): Promise<{ readonly chain: Chain; readonly length: number } | null> {
    const found = this.#index.find(transcript);
    if (found === null) return null;
    const { chain, length } = found;
    // Answers that were not given here were given elsewhere, or are in the client's own words.
    if (chain.unconfirmed === length || !transcript.slice(length).some(({ message }) => message.role === 'assistant'))
      return found;
    await chain.flush();
    if (chain.version === null) return found;
    const { version } = await this.#deps.store.heads.get(chain.session, chain.branch);
    if (version === chain.version) return found;
    this.#index.drop(chain);
    return null;
  }

  /**
   * An answer that its client sends back in other words, such as with ids of its own, is the same answer: the branch goes on with the
   * client's words, and what they were made on is known. True where it was so.
   */
  async #takeClientsWords(chain: Chain, transcript: Transcript, length: number): Promise<boolean> {
    const { store, now } = this.#deps;
    const theirs = transcript[length];
    if (chain.unconfirmed !== length || theirs?.message.role !== 'assistant' || length >= chain.ids.length) return false;
    const ours = chain.ids.splice(length);
    this.#index.forget(chain, ours);
    const prefix = chain.prefixes.get(ours[0] as EntryId);
    if (prefix !== undefined && !chain.prefixes.has(theirs.id)) chain.prefixes.set(theirs.id, prefix);
    const { session, branch } = chain;
    // Another request may bring more before this is written.
    const position = chain.ids.at(-1) ?? null;
    await chain.write(async () => {
      const { head, version } = await store.heads.get(session, branch);
      const next = await store.heads.swap({
        session,
        branch,
        expect: version,
        head: { ...head, position },
        folds: [],
        at: now(),
      });
      const named = new Set(next.head.folds);
      chain.folds = chain.folds.filter(({ id }) => named.has(id));
      chain.version = next.version;
      chain.end = undefined;
    });
    return true;
  }

  /** A branch of a chain that leaves it behind its first `length` entries; what was folded up to there stays folded. */
  async #fork(chain: Chain, length: number, transcript: Transcript): Promise<Chain> {
    const { store, now } = this.#deps;
    await chain.flush();
    const ids = transcript.slice(0, length).map(({ id }) => id);
    const made = await branchAt(store, { session: chain.session, from: chain.branch, parent: ids.at(-1) ?? null, at: now() });
    const fork = new Chain(chain.session, made.branch, chain.frame, ids, chain.recalls);
    await refreshChain(store, fork);
    for (const [id, prefix] of chain.prefixes) fork.prefixes.set(id, prefix);
    for (const [id, hidden] of chain.hidden) fork.hidden.set(id, hidden);
    return fork;
  }

  /**
   * Writes entries behind a chain, and its session before them where it has none. What another process has gone on with is not written
   * to: its next request is recorded where it belongs.
   */
  #append(chain: Chain, entries: Transcript, { count, isNew = false, notes, billed = null }: AppendTerms): Promise<void> {
    const { store, now, events, log } = this.#deps;
    const { session, branch, frame, recalls } = chain;
    const parent = chain.ids[chain.ids.length - entries.length - 1] ?? null;
    const added = entries.map(({ id, message }, index): NewEntry => {
      const opening = isNew && index === 0 ? { frame, ...(recalls ? { recall: true } : {}) } : {};
      const paid =
        billed === null || index < entries.length - 1 ? {} : { inputTokens: billed.input, outputTokens: billed.output };
      return { message: withNote(message, { ...opening, ...notes?.get(id) }), countedTokens: count.message(message), ...paid };
    });
    const written = chain.append(added, this.#nextWrite(), async (all) => {
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
    written.catch((error: unknown) => {
      log.error('chain-not-recorded', { session, reason: reasonOf(error) });
      this.#hasFailed = true;
      // What is not in the record is not known: the next request brings it again.
      this.#index.drop(chain);
    });
    return written;
  }
}

/** What is noted with what a client brings: what thinking in it was made on, where it is of an answer that was not recorded. */
function notesFor(chain: Chain, tail: Transcript): Map<EntryId, EntryNote> {
  const notes = takeRewordedNote(chain, tail);
  for (const { id } of tail) {
    const prefix = chain.prefixes.get(id);
    if (prefix !== undefined) notes.set(id, { ...notes.get(id), prefix });
  }
  return notes;
}

/** Entries never change: what a client has in place of an answer is noted with the one behind it, where the client has it in other words. */
function takeRewordedNote(chain: Chain, [next]: Transcript): Map<EntryId, EntryNote> {
  const { reworded } = chain;
  if (reworded === null || next === undefined) return new Map();
  chain.reworded = null;
  return new Map([[next.id, { reworded: { ids: reworded.shown, real: reworded.real.length } }]]);
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

function hasAnswer(transcript: Transcript, length: number): boolean {
  return transcript.slice(0, length).some(({ message }) => message.role === 'assistant');
}
