import type { FactsOfKind } from '@tenfold/contract';
import type { Fold, Row, RunId } from '@tenfold/core';
import { EVIDENCE_KINDS, findEvidence, heldInView } from '@tenfold/core/evidence';
import { NotFound, type SessionId, type Store, type StoredEntry } from '@tenfold/store';
import { withoutNote } from '../conversation/entry-note.ts';
import type { LoadedSession } from '../conversation/load-session.ts';
import { entriesOf } from './fold-range.ts';

/** Entries of a run that are looked at, the newest first, and letters of them. */
const MAX_ENTRIES = 2_000;
const MAX_LETTERS = 1_000_000;
/** Lost facts of a kind that are told, the heaviest first, and letters of each. */
const MAX_LOST = 50;
const MAX_TEXT = 300;

/** Facts of the messages a run folded, by kind, and which of them can no longer be read in the context. */
export async function foldedFacts(store: Store, { session, opened }: LoadedSession, run: RunId): Promise<readonly FactsOfKind[]> {
  const folds = await store.folds.list(session.id, { run });
  if (folds.length === 0) throw new NotFound('condensation', run);
  const rows = (await foldedEntries(store, session.id, folds)).map(
    (entry): Row => ({ kind: 'entry', index: entry.position, entry, message: withoutNote(entry.message), folds: [] }),
  );
  const holds = heldInView(opened.view);
  const items = findEvidence(rows);
  return EVIDENCE_KINDS.flatMap((kind) => {
    const found = items.filter((item) => item.kind === kind);
    if (found.length === 0) return [];
    const gone = found.filter((item) => !holds(item));
    const lost = gone
      .toSorted((a, b) => b.weight - a.weight)
      .slice(0, MAX_LOST)
      .map(({ text, source }) => ({
        text: text.slice(0, MAX_TEXT).toWellFormed(),
        entry: source.entry,
        position: source.position,
      }));
    return [{ kind, found: found.length, kept: found.length - gone.length, lost }];
  });
}

async function foldedEntries(store: Store, session: SessionId, folds: readonly Fold[]): Promise<readonly StoredEntry[]> {
  const found = new Map<number, StoredEntry>();
  let letters = 0;
  for (const fold of folds.toReversed()) {
    for (const entry of (await entriesOf(store, session, fold, MAX_ENTRIES)).toReversed()) {
      letters += JSON.stringify(entry.message.parts).length;
      if (found.size >= MAX_ENTRIES || letters > MAX_LETTERS) break;
      found.set(entry.position, entry);
    }
  }
  return [...found.values()].sort((a, b) => a.position - b.position);
}
