import { type Fold, type Frame, isLong, type Message, messageText, textMessage } from '@tenfold/core';
import type { Context, Session } from '@tenfold/store';
import { runInSlices } from '../run-in-slices.ts';
import type { Chooser } from '../settings/choices.ts';
import { contextPage, wireBody } from './contexts.ts';
import { openedOf } from './load-session.ts';

/** Enough of each for the engine's loops to be compiled rather than interpreted when somebody waits for them. */
const ROUNDS = 6;
const FOLDS = 40;
const EACH = 100;
const COVERED = FOLDS * EACH;
const LINES = 12;
const SHOWN = 300;

const NOBODY: Session = {
  id: 'warm-up',
  kind: 'chat',
  project: null,
  title: '',
  profile: null,
  strategy: null,
  version: 0,
  createdAt: 0,
  updatedAt: 0,
  archivedAt: null,
  pinnedAt: null,
  branch: 'main',
};

/** Shows a made-up conversation, kept nowhere, so that the first real one is not shown by code that never ran. */
export async function warmUp(chooser: Chooser): Promise<void> {
  const choices = await chooser.for({ session: NOBODY, projectStrategy: null, settings: [] });
  const branch = 'main';
  for (let round = 0; round < ROUNDS; round++) {
    const frame: Frame = { system: 'Nobody reads this.' };
    const opened = openedOf(madeUp(round), branch, frame, null);
    const loaded = { session: NOBODY, choices, frame, branch, opened };
    // Every answer is looked through before it is written.
    isLong(await runInSlices(contextPage(loaded, NOT_FOLDING, null)), Number.POSITIVE_INFINITY);
    await runInSlices(wireBody(loaded));
  }
}

const NOT_FOLDING = { folding: null, cooldownSeconds: 0, breakerOpen: false };

function madeUp(round: number): Context {
  const length = COVERED + SHOWN;
  const entries = Array.from({ length: SHOWN }, (_, index) => ({
    position: COVERED + index,
    entry: { id: `entry-${round}-${index}`, message: said(round, index) },
    countedTokens: null,
  }));
  const spans = Array.from({ length: FOLDS }, (_, n) => [n * EACH, (n + 1) * EACH - 1] as const);
  const folds = spans.map(
    ([from, to]): Fold => ({
      id: `fold-${from}`,
      run: 'run',
      target: { kind: 'span', from: `covered-${from}`, to: `covered-${to}` },
      kind: 'summary',
      lossless: false,
      text: Array.from({ length: LINES }, (_, line) => `${round}-${from}: ${messageText(said(round, from + 4 * line))}`).join(
        '\n',
      ),
      by: 'nobody',
      before: COVERED,
      after: 1,
    }),
  );
  return {
    session: NOBODY.id,
    head: { position: entries.at(-1)?.entry.id ?? null, folds: folds.map(({ id }) => id), protected: [], settings: {} },
    version: 1,
    length,
    entries,
    folds,
    resting: [],
    setAside: [],
    damages: [],
    covered: [[0, COVERED - 1]],
    ends: spans.flat().map((position) => ({ position, id: `covered-${position}` })),
  };
}

/** A question, a call, its result and an answer in turn. */
function said(round: number, index: number): Message {
  const turn = `${round}-${Math.floor(index / 4)}`;
  const words = `In turn ${turn} somebody wants to know what src/part-${index}.ts does, and why it took ${index * 7} ms.`;
  if (index % 4 === 1)
    return { role: 'assistant', parts: [{ type: 'tool-call', id: turn, name: 'read', input: { path: `src/part-${index}.ts` } }] };
  if (index % 4 === 2) return { role: 'tool', parts: [{ type: 'tool-result', id: turn, name: 'read', output: words }] };
  return textMessage(index % 4 === 0 ? 'user' : 'assistant', words);
}
