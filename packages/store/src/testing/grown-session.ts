import assert from 'node:assert/strict';
import { type Conversation, type Fold, type Head, openHead, peel, protect, seamsOf, undoRun } from '@tenfold/core';
import { generateTranscript, type Random } from '@tenfold/core/testing';
import { type Context, headFrom, openContext } from '../context.ts';
import type { Store } from '../store.ts';
import { summaryOf } from './head-laws.ts';

/** A session with tools, oddities and a branch that leaves in the middle and goes on with the same calls, two places earlier. */
export async function grow(store: Store, random: Random, seed: number): Promise<string> {
  const { id: session } = await store.sessions.create({ at: 0 });
  const { messages } = generateTranscript({ seed, messages: random.between(30, 90), hazards: 'all' });
  const { entries } = await store.entries.append({ session, entries: messages.map((message) => ({ message })), at: 1 });
  const leaves = random.between(5, entries.length - 5);
  const head = { position: entries[leaves]?.id ?? null, folds: [], protected: [], settings: {} };
  await store.heads.create({ session, branch: 'fork', head, at: 2 });
  const more = messages.slice(leaves + 3);
  await store.entries.append({ session, branch: 'fork', entries: more.map((message) => ({ message })), at: 3 });
  return session;
}

/** A conversation as its whole record has it. */
export async function wholeRecord(store: Store, session: string, head: Head): Promise<Conversation> {
  const transcript = head.position === null ? [] : await store.entries.range(session, head.position, 0, 1_000_000);
  const entries = transcript.map(({ id, message }) => ({ id, message }));
  return openHead(head, { transcript: entries, folds: await store.folds.list(session) });
}

/** Something a person or the engine does next, done on the sparse conversation and checked against the whole one. */
export async function change(
  store: Store,
  session: string,
  branch: string,
  context: Context,
  whole: Conversation,
  random: Random,
  step: number,
) {
  const sparse = openContext(context);
  const choice = random.between(0, 5);
  if (choice === 5 && step < 40) {
    const end = random.between(0, whole.transcript.length - 1);
    if (isHeld(whole.transcript.slice(0, end + 1), end)) return null;
    const head = { ...context.head, position: whole.transcript[end]?.id ?? null };
    await store.heads.create({ session, branch: `from-${branch}-${step}`, head, at: step });
    return null;
  }
  if (choice === 0) {
    const { messages } = generateTranscript({ seed: step, messages: 4, hazards: 'all' });
    await store.entries.append({ session, branch, entries: messages.map((message) => ({ message })), at: step });
    return null;
  }
  if (choice === 1) {
    const entry = random.pick(whole.transcript);
    const next = protect(sparse, entry.id);
    return { head: headFrom(context, next), folds: [] };
  }
  if (choice === 2 && context.resting.length === 0 && whole.folds.length > 0) {
    const { id, run } = random.pick(whole.folds);
    const drop = (from: Conversation) => attempt(() => (step % 2 === 0 ? undoRun(from, run) : peel(from, id)));
    const [next, same] = [drop(sparse), drop(whole)];
    assert.equal(next instanceof Error, same instanceof Error);
    if (next instanceof Error || same instanceof Error) return null;
    assert.deepEqual(
      headFrom(context, next).folds,
      same.folds.map((fold) => fold.id),
    );
    return { head: headFrom(context, next), folds: [] };
  }
  const fold = foldSomewhere(whole, random, `fold-${branch}-${step}`);
  if (fold === null) return null;
  return { head: { ...context.head, folds: [...context.head.folds, fold.id] }, folds: [fold] };
}

function foldSomewhere(whole: Conversation, random: Random, id: string): Fold | null {
  const { transcript } = whole;
  if (random.chance(0.3)) {
    const entry = random.pick(transcript);
    if (entry.message.parts.length === 0) return null;
    const target = { kind: 'part', entry: entry.id, index: random.between(0, entry.message.parts.length - 1) } as const;
    return { ...summaryOf(id, '', ''), run: id, kind: 'truncation', target, text: '{"short":"…"}' };
  }
  const begin = random.between(0, transcript.length - 1);
  const { unit } = unfolded(transcript);
  const [from, to] = [unit(begin)[0], unit(Math.min(transcript.length - 1, begin + random.between(0, 25)))[1]];
  const [first, last] = [transcript[from], transcript[to]];
  return first === undefined || last === undefined || isHeld(transcript, to)
    ? null
    : summaryOf(id, first.id, last.id, {
        run: id,
        text: random.chance(0.2) ? '' : id,
        kind: random.chance(0.3) ? 'suppression' : 'summary',
      });
}

/** The engine cuts no tool transaction apart, and hides nothing behind a call that waits for its answer. */
function isHeld(transcript: Conversation['transcript'], position: number): boolean {
  const [start, end] = unfolded(transcript).unit(position);
  return start < position && end === transcript.length - 1;
}

function unfolded(transcript: Conversation['transcript']) {
  return seamsOf({ frame: {}, transcript, folds: [], protected: new Set() });
}

function attempt<T>(work: () => T): T | Error {
  try {
    return work();
  } catch (error) {
    return error as Error;
  }
}
