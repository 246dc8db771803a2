import { type EntryId, type Message, needOf, project, type Transcript, tokensOf } from '@tenfold/core';
import { type Answered, chained } from '@tenfold/dialects';
import { sha256 } from '@tenfold/store';
import type { EntryNote } from '../conversation/entry-note.ts';
import { BREAKER_LIMIT, COOLDOWN_MS, dueFold } from '../folding/fold-trigger.ts';
import { type Asked, chainConversation } from './asked.ts';
import type { Chain } from './chain.ts';
import { type ChainGround, foldTerms, recording } from './chain-ground.ts';
import { appendEntries } from './chain-record.ts';
import { foldBeside } from './fold-chain.ts';

/** What an answer is recorded with: all that was said, and what each part of it was made on. */
export interface Made {
  readonly said: readonly Message[];
  readonly made: ReadonlyMap<EntryId, string>;
  readonly prefix: string | undefined;
}

/** Has what a model answered recorded, and prepares what is due next. Nobody waits for the record, so that all else of a request can go. */
export function recordAnswer(ground: ChainGround, asked: Asked, chain: Chain, answer: Answered, made: Made): void {
  const { deps, index, soon } = ground;
  const tip = asked.transcript.at(-1)?.id ?? null;
  const entries = chained(made.said, sha256, tip);
  const notes = notesOf(entries, made);
  if (made.said !== answer.messages && answer.complete) hide(chain, entries, notes, { answer, tip, said: made.said });
  // Another request has gone on from here meanwhile; the client will send this answer back if it goes on from it.
  const isNext = answer.complete && entries.length > 0 && chain.tip === tip;
  if (!isNext) return void prepare(ground, asked, chain, []);
  const ids = entries.map(({ id }) => id);
  chain.unconfirmed = chain.ids.length;
  chain.ids.push(...ids);
  for (const [id, { prefix }] of notes) if (prefix !== undefined) chain.prefixes.set(id, prefix);
  index.add(chain, ids);
  const terms = { count: asked.count, soon: soon(), notes, billed: answer.billed };
  void recording(ground, chain, appendEntries(deps, chain, entries, terms));
  prepare(ground, asked, chain, entries);
}

function notesOf(entries: Transcript, { made, prefix }: Made): Map<EntryId, EntryNote> {
  const notes = new Map<EntryId, EntryNote>();
  for (const { id, message } of entries) {
    const on = made.get(id) ?? prefix;
    if (on !== undefined && message.role === 'assistant') notes.set(id, { prefix: on });
  }
  return notes;
}

/** Notes with the first of the real entries which messages the client has instead. */
function hide(
  chain: Chain,
  [first]: Transcript,
  notes: Map<EntryId, EntryNote>,
  { answer, tip, said }: { answer: Answered; tip: EntryId | null; said: readonly Message[] },
): void {
  if (first === undefined) return;
  const ids = chained(answer.messages, sha256, tip).map(({ id }) => id);
  if (ids[0] !== undefined) chain.hidden.set(ids[0], { shown: ids, real: said });
  notes.set(first.id, { ...notes.get(first.id), shown: { ids, real: said.length } });
}

/** Folds beside, so that the next request finds it done. */
function prepare(ground: ChainGround, asked: Asked, chain: Chain, tail: Transcript): void {
  const { deps, folding } = ground;
  const { count, budget, transcript, before } = asked;
  const conversation = chainConversation(asked, chain, tail);
  const used =
    conversation.folds.length === 0
      ? tail.reduce((sum, { message }) => sum + count.message(message), before)
      : tokensOf(project(conversation), count);
  const left = chain.foldedAt + COOLDOWN_MS - deps.monotonic();
  const cooldownSeconds = Math.max(0, Math.ceil(left / 1_000));
  const state = { folding: null, cooldownSeconds, breakerOpen: chain.failures >= BREAKER_LIMIT };
  if (chain.folding !== null || dueFold({ needsFold: needOf(used, budget), ...state }, budget) === null) return;
  const trigger = used >= budget.hardAt ? 'hard' : 'soft';
  const terms = foldTerms(ground, asked, { conversation, trigger, filled: used, sent: transcript.at(-1)?.id ?? null });
  const work = foldBeside(deps, chain, terms).finally(() => {
    chain.folding = null;
    folding.delete(work);
  });
  chain.folding = work;
  folding.add(work);
}
