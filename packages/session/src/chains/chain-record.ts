import { randomUUID } from 'node:crypto';
import { type Counter, type Fold, positionsOf, type Transcript } from '@tenfold/core';

import { branchAt } from '../conversation/branch-at.ts';
import { noteOf, withNote } from '../conversation/entry-note.ts';
import type { Dependencies } from '../dependencies.ts';
import { titleFrom } from '../title-from.ts';
import { Chain } from './chain.ts';
import type { ChainIndex } from './chain-index.ts';

/** The chain of a transcript, made or branched where it is not there; all its entries are its own then, the new ones being written. */
export async function chainFor(
  deps: Dependencies,
  index: ChainIndex,
  transcript: Transcript,
  { frame, count }: { frame: string; count: Counter },
): Promise<{ readonly chain: Chain; readonly recorded: Promise<void> }> {
  const found = index.find(transcript) ?? (await readChain(deps, index, transcript, frame));
  const isOurs = found !== null && (found.chain.frame === frame || hasAnswer(transcript, found.length));
  const chain = !isOurs
    ? new Chain(randomUUID(), 'main', frame, [])
    : // A request that is tried again brings nothing new: which answer to it counts is for the next one to say.
      found.length === found.chain.ids.length || found.length === transcript.length
      ? found.chain
      : await forkChain(deps, found.chain, found.length, transcript);
  const start = chain.ids.length;
  const tail = transcript.slice(start);
  chain.ids.push(...tail.map(({ id }) => id));
  index.add(
    chain,
    transcript.map(({ id }) => id),
  );
  return { chain, recorded: tail.length === 0 ? chain.written : appendEntries(deps, chain, tail, { count, isNew: !isOurs }) };
}

/** Writes entries behind a chain, and its session before them where it has none. */
export function appendEntries(
  { store, now, events }: Pick<Dependencies, 'store' | 'now' | 'events'>,
  chain: Chain,
  entries: Transcript,
  { count, isNew = false, prefix }: { count: Counter; isNew?: boolean; prefix?: string | undefined },
): Promise<void> {
  const { session, branch, frame } = chain;
  return chain.write(async () => {
    const at = now();
    if (isNew)
      await store.sessions.create({
        id: session,
        ...titleFrom(entries.find(({ message }) => message.role === 'user')?.message),
        at,
      });
    const appended = await store.entries.append({
      session,
      branch,
      ...(chain.end === undefined ? {} : { end: chain.end }),
      entries: entries.map(({ message }, index) => ({
        message: withNote(message, {
          ...(isNew && index === 0 ? { frame } : {}),
          ...(prefix === undefined || message.role !== 'assistant' ? {} : { prefix }),
        }),
        countedTokens: count.message(message),
      })),
      at,
    });
    chain.version = appended.head.version;
    chain.end = appended.end;
    events.wake(session);
  });
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
    const opened = first === undefined ? undefined : noteOf(first.message).frame;
    // Sessions of the app itself are not a client's to go on with.
    if (opened === undefined) continue;
    const heads = await store.heads.list(session);
    const at = heads.find(({ head }) => head.position === id) ?? heads.find(({ length }) => length > position);
    if (at === undefined) continue;
    const known = transcript.slice(0, position + 1).map((entry) => entry.id);
    // A branch that goes on elsewhere is known up to here only; its length says that there is more.
    const beyond = at.head.position === id ? [] : [`beyond ${at.head.position}`];
    const chain = new Chain(session, at.branch, opened, [...known, ...beyond]);
    await refreshChain(deps, chain);
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
  await chain.written;
  const ids = transcript.slice(0, length).map(({ id }) => id);
  const made = await branchAt(store, { session: chain.session, from: chain.branch, parent: ids.at(-1) ?? null, at: now() });
  const fork = new Chain(chain.session, made.branch, chain.frame, ids);
  await refreshChain(deps, fork);
  for (const [id, prefix] of chain.prefixes) fork.prefixes.set(id, prefix);
  return fork;
}

function hasAnswer(transcript: Transcript, length: number): boolean {
  return transcript.slice(0, length).some(({ message }) => message.role === 'assistant');
}

/** The folds that apply to a transcript: whose targets are in it. */
export function foldsWithin(folds: readonly Fold[], transcript: Transcript): readonly Fold[] {
  const at = positionsOf(transcript);
  return folds.filter(({ target }) => (target.kind === 'span' ? at.has(target.from) && at.has(target.to) : at.has(target.entry)));
}
