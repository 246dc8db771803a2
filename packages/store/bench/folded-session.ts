import { type Fold, type Message, textMessage } from '@tenfold/core';
import type { Store } from '../src/index.ts';

const WORDS =
  'the store keeps every word of a long talk and shows only what the view needs while older spans rest behind a summary'.split(
    ' ',
  );

/** Prose of about `bytes` bytes that differs from entry to entry. */
export function prose(seed: number, bytes: number): string {
  let text = `Entry ${seed}:`;
  for (let i = 0; text.length < bytes; i++) text += ` ${WORDS[(seed * 7 + i * 13) % WORDS.length]}`;
  return text.slice(0, bytes);
}

/** Message number `n` of the benches: user and assistant in turn. */
export function message(n: number, bytes: number): Message {
  return textMessage(n % 2 === 0 ? 'user' : 'assistant', prose(n, bytes));
}

/** Writes a session of `total` entries of which all but the last `open` are folded, a thousand to a summary. Answers its id. */
export async function foldedSession(store: Store, total: number, open: number, bytes: number): Promise<string> {
  const { id: session } = await store.sessions.create({ title: `${total} entries`, at: 0 });
  for (let n = 0; n < total; n += 500) {
    const entries = Array.from({ length: Math.min(500, total - n) }, (_, i) => ({ message: message(n + i, bytes) }));
    await store.entries.append({ session, entries, at: n });
  }
  const { head, version } = await store.heads.get(session);
  const folds: Fold[] = [];
  for (let from = 0; from < total - open; from += 1000) {
    const to = Math.min(from + 1000, total - open) - 1;
    const [first] = await store.entries.range(session, head.position as string, from, from);
    const [last] = await store.entries.range(session, head.position as string, to, to);
    if (first === undefined || last === undefined) throw new Error('The session is shorter than it should be.');
    folds.push({
      id: `fold-${from}`,
      run: 'bench',
      target: { kind: 'span', from: first.id, to: last.id },
      kind: 'summary',
      lossless: false,
      text: prose(from, 2000),
      by: 'bench',
      before: 500_000,
      after: 500,
    });
  }
  await store.heads.swap({ session, expect: version, head: { ...head, folds: folds.map((fold) => fold.id) }, folds, at: total });
  return session;
}
