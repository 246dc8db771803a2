import type { Entry, PartFold } from '@tenfold/contract';
import type { Counter, EntryId, Fold, FoldId, Message, Part, PartTarget } from '@tenfold/core';
import type { StoredEntry, UnstoredEntry } from '@tenfold/store';
import { noteOf, withoutNote } from './entry-note.ts';
import type { Opened } from './load-session.ts';

/** What the API calls `Entry`. */
export type EntryView = Entry;

/** Shows entries as they stand in an opened conversation. */
export function entryViews(entries: readonly StoredEntry[], opened: Opened, count: Counter): readonly EntryView[] {
  const { view, conversation } = opened;
  const covers: { from: number; to: number; id: FoldId }[] = [];
  const shown = new Map<number, readonly Fold[]>();
  for (const row of view.rows) {
    if (row.kind === 'entry') shown.set(row.index, row.folds);
    else covers.push({ from: row.from, to: row.to, id: row.fold.id });
  }
  return entries.map((entry): EntryView => {
    const { id, position } = entry;
    return {
      ...bareView(entry, conversation.protected.has(id), count.message(withoutNote(entry.message))),
      foldedBy: shown.has(position) ? null : (covers.find(({ from, to }) => from <= position && position <= to)?.id ?? null),
      partFolds: (shown.get(position) ?? []).map(partFold),
    };
  });
}

/** Shows entries that were appended just now, given their bare messages: no fold knows them yet, so nothing has to be looked up. */
export function newEntryViews(
  entries: readonly UnstoredEntry[],
  bare: readonly Message[],
  held: readonly EntryId[],
  count: Counter,
): readonly EntryView[] {
  return entries.map((entry, at) => bareView(entry, held.includes(entry.id), count.message(bare[at] ?? entry.message)));
}

/** Letters of a file from which on its content is not told. */
const LONG_FILE = 1 << 16;

/** An entry as it is told of once it is stored. Long files are only named: who sent one has it, and the record gives it to everybody. */
export function toldEntry(entry: EntryView): EntryView {
  if (!entry.parts.some(isLongFile)) return entry;
  return { ...entry, parts: entry.parts.map((part) => (isLongFile(part) ? { ...part, source: { type: 'stored' } } : part)) };
}

function isLongFile(part: Part): boolean {
  const { type, data } = (part.type === 'attachment' ? (part.source ?? {}) : {}) as { type?: unknown; data?: unknown };
  return type === 'base64' && typeof data === 'string' && data.length > LONG_FILE;
}

function bareView(entry: UnstoredEntry, isProtected: boolean, tokens: number): EntryView {
  const { id, position, message, createdAt, inputTokens, outputTokens } = entry;
  const note = noteOf(message);
  return {
    id,
    position,
    role: message.role,
    parts: message.parts,
    createdAt,
    protected: isProtected,
    foldedBy: null,
    partFolds: [],
    tokens,
    inputTokens,
    outputTokens,
    ...(note.aborted === true ? { aborted: true } : {}),
    ...(note.model === undefined ? {} : { model: note.model }),
    ...(note.sent === undefined ? {} : { cost: note.sent.cost }),
  };
}

function partFold({ id, target, kind, text }: Fold): PartFold {
  return { foldId: id, index: (target as PartTarget).index, kind, text };
}
