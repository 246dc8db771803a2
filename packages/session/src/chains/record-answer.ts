import type { EntryId, Message, Transcript } from '@tenfold/core';
import { type Answered, chained } from '@tenfold/dialects';
import { sha256 } from '@tenfold/store';
import type { EntryNote } from '../conversation/entry-note.ts';
import type { Chain } from './chain.ts';
import type { ChainRecorder } from './chain-recorder.ts';
import type { MeasuredRequest } from './measured-request.ts';

/** What an answer is recorded with: all its messages, and what each of them was made on. */
interface WholeAnswer {
  readonly messages: readonly Message[];
  readonly madeOn: ReadonlyMap<EntryId, string>;
  readonly prefix: string | undefined;
}

/** Has what a model answered recorded, and gives the entries that are written. Nobody waits for the record, so that all else of a request can go. */
export function recordAnswer(
  recorder: ChainRecorder,
  { transcript, count }: MeasuredRequest,
  chain: Chain,
  answer: Answered,
  whole: WholeAnswer,
): Transcript {
  const tip = transcript.at(-1)?.id ?? null;
  const entries = chained(whole.messages, sha256, tip);
  const notes = notesOf(entries, whole);
  if (whole.messages !== answer.messages && answer.complete)
    hide(chain, entries, notes, { answer, tip, messages: whole.messages });
  for (const [id, { prefix }] of notes) if (prefix !== undefined) chain.prefixes.set(id, prefix);
  // Another request has gone on from here meanwhile; the client will send this answer back if it goes on from it.
  if (!answer.complete || entries.length === 0 || chain.tip !== tip) return [];
  recorder.recordAnswer(chain, entries, { count, notes, billed: answer.billed });
  return entries;
}

function notesOf(entries: Transcript, { madeOn, prefix }: WholeAnswer): Map<EntryId, EntryNote> {
  const notes = new Map<EntryId, EntryNote>();
  for (const { id, message } of entries) {
    const on = madeOn.get(id) ?? prefix;
    if (on !== undefined && message.role === 'assistant') notes.set(id, { prefix: on });
  }
  return notes;
}

/** Notes with the first of the real entries which messages the client has instead. */
function hide(
  chain: Chain,
  [first]: Transcript,
  notes: Map<EntryId, EntryNote>,
  { answer, tip, messages }: { answer: Answered; tip: EntryId | null; messages: readonly Message[] },
): void {
  if (first === undefined) return;
  const ids = chained(answer.messages, sha256, tip).map(({ id }) => id);
  if (ids[0] !== undefined) chain.hidden.set(ids[0], { shown: ids, real: messages });
  notes.set(first.id, { ...notes.get(first.id), shown: { ids, real: messages.length } });
}
