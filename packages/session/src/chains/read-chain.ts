import type { Entry, EntryId, Message, Transcript } from '@tenfold/core';
import type { Context, PositionRange, SessionId, Store, StoredHead } from '@tenfold/store';
import { type EntryNote, noteOf, withoutNote } from '../conversation/entry-note.ts';
import { Chain } from './chain.ts';
import type { ChainIndex } from './chain-index.ts';

/** The chain that a transcript goes on with, as far as there is one; nothing is made or recorded. */
export async function knownChain(
  store: Store,
  index: ChainIndex,
  transcript: Transcript,
  terms: { readonly frame: string; readonly binds: boolean },
): Promise<Chain | null> {
  const found = index.find(transcript) ?? (await readChain(store, index, transcript, terms));
  return found?.chain ?? null;
}

/** A chain that another process, or an earlier one, recorded. `binds`: whether it goes on with a model that binds its thinking. */
export async function readChain(
  store: Store,
  index: ChainIndex,
  transcript: Transcript,
  { frame, binds }: { readonly frame: string; readonly binds: boolean },
): Promise<{ readonly chain: Chain; readonly length: number } | null> {
  const found = await store.entries.find(transcript.map(({ id }) => id));
  let other: Chain | null = null;
  for (const { session, id, position } of found) {
    const [first] = await store.entries.range(session, id, 0, 0);
    const { frame: opened, recall = false } = first === undefined ? {} : noteOf(first.message);
    // Sessions of the app itself are not a client's to go on with.
    if (opened === undefined) continue;
    const heads = await store.heads.list(session);
    const at = heads.find(({ head }) => head.position === id) ?? (await branchThrough(store, session, heads, { id, position }));
    if (at === undefined) continue;
    const known = transcript.slice(0, position + 1).map((entry) => entry.id);
    const end = at.head.position;
    // What its client was not shown stands anywhere in it.
    const whole = recall && end !== null ? await store.entries.range(session, end, 0, at.length - 1) : null;
    // A branch that goes on elsewhere is known up to here only; its length says that there is more.
    const ids = whole?.map((entry) => entry.id) ?? (end === id ? known : [...known, `beyond ${end}`]);
    const chain = new Chain(session, at.branch, opened, ids, recall);
    const { covered } = await refreshChain(store, chain);
    if (binds && end !== null) for (const range of covered) await learnPrefixes(store, chain, end, range);
    learnHidden(chain, whole?.map(bareEntryWithNote) ?? []);
    if (opened === frame) {
      index.add(chain, whole === null ? known : ids);
      return { chain, length: position + 1 };
    }
    other ??= chain;
  }
  return other === null ? null : { chain: other, length: (found[0]?.position ?? -1) + 1 };
}

/** A branch that has an entry, and more behind it. */
async function branchThrough(
  { entries }: Store,
  session: SessionId,
  heads: readonly StoredHead[],
  { id, position }: { readonly id: EntryId; readonly position: number },
): Promise<StoredHead | undefined> {
  for (const at of heads) {
    if (at.length <= position || at.head.position === null) continue;
    const [there] = await entries.range(session, at.head.position, position, position);
    if (there?.id === id) return at;
  }
  return undefined;
}

/** Reads what was done to a chain's folds elsewhere, as in the app. */
export async function refreshChain(store: Store, chain: Chain): Promise<Context> {
  const context = await store.contexts.load(chain.session, { branch: chain.branch, folds: 'all' });
  chain.folds = context.folds;
  chain.protected = new Set(context.head.protected);
  chain.version = context.version;
  chain.end = undefined;
  for (const { entry } of context.entries) learnPrefix(chain, entry);
  return context;
}

/** Entries that are read at once. */
const SOME = 200;

/** Learns what thinking was made on that folds cover: it shows again once they are undone, or what came is sent as it is. */
async function learnPrefixes(store: Store, chain: Chain, end: EntryId, [from, to]: PositionRange): Promise<void> {
  for (let at = from; at <= to; at += SOME)
    for (const entry of await store.entries.range(chain.session, end, at, Math.min(to, at + SOME - 1))) learnPrefix(chain, entry);
}

function learnPrefix(chain: Chain, { id, message }: Entry): void {
  const { prefix } = noteOf(message);
  if (prefix !== undefined) chain.prefixes.set(id, prefix);
}

/** What the client of a recorded chain was not shown, by the notes of its entries. */
function learnHidden(chain: Chain, entries: readonly { readonly note: EntryNote; readonly message: Message }[]): void {
  const learn = ({ ids, real: length }: NonNullable<EntryNote['shown']>, at: number) => {
    const real = entries.slice(Math.max(0, at), at + length).map(({ message }) => message);
    if (ids[0] !== undefined && real.length === length) chain.hidden.set(ids[0], { shown: ids, real });
  };
  for (const [at, { note }] of entries.entries()) {
    if (note.shown !== undefined) learn(note.shown, at);
    if (note.reworded !== undefined) learn(note.reworded, at - note.reworded.real);
  }
}

function bareEntryWithNote({ message }: Entry): { readonly note: EntryNote; readonly message: Message } {
  return { note: noteOf(message), message: withoutNote(message) };
}
