import type { Entry as EntryView, PartFold } from '@tenfold/contract';
import {
  type Conversation,
  type Counter,
  type Entry,
  type EntryId,
  type Fold,
  type FoldId,
  type Frame,
  holdsFiles,
  type Message,
  type Part,
  type PartTarget,
  type ResultPart,
  type View,
} from '@tenfold/core';
import { fileText } from '@tenfold/dialects';
import { createYield, type StoredEntry, sha256, type UnstoredEntry } from '@tenfold/store';

/** What the shell remembers of a message beside its content. It is stored with it as JSON, and neither sent nor counted. */
export type EntryNote = {
  /** `provider:model` that answered. */
  readonly model?: string;
  /** The answer was stopped or cut. */
  readonly aborted?: true;
  /** It was stopped by somebody, who wants no more of it. */
  readonly stopped?: true;
  /** Hash of all that was sent for it, where its model binds thinking to that (C17). */
  readonly prefix?: string;
  /** Names the system text a resent conversation opened under. */
  readonly frame?: string;
  /** A resent conversation that `recall` is offered in from its first request on. */
  readonly recall?: true;
  /** Its client has other messages, with these ids, where this entry and the next ones stand, so many in all. */
  readonly shown?: { readonly ids: readonly EntryId[]; readonly real: number };
  /** The same of the entries right before it, where the client came to send other messages than it was shown. */
  readonly reworded?: { readonly ids: readonly EntryId[]; readonly real: number };
  /** What was sent for it. */
  readonly sent?: RequestNote;
};

const NAME = 'tenfold';

/** The message with a note. */
export function withNote(message: Message, note: EntryNote): Message {
  return Object.keys(note).length === 0 ? message : { ...message, extra: { ...message.extra, [NAME]: note } };
}

/** The note of a message. */
export function noteOf(message: Message): EntryNote {
  const note = message.extra?.[NAME];
  return typeof note === 'object' && note !== null ? (note as EntryNote) : {};
}

/** The message as it is sent and counted. */
export function withoutNote(message: Message): Message {
  if (message.extra === undefined || !Object.hasOwn(message.extra, NAME)) return message;
  const { [NAME]: _note, ...extra } = message.extra;
  const { extra: _all, ...bare } = message;
  return Object.keys(extra).length === 0 ? bare : { ...bare, extra };
}

/** The message with its text files as text: counted, folded, searched and recalled as such, and taken by every model. */
export function withTextFiles(message: Message): Message {
  if (!holdsFiles(message)) return message;
  const parts = message.parts.map(partAsText);
  return parts.every((part, at) => part === message.parts[at]) ? message : { ...message, parts };
}

function partAsText(part: Part): Part {
  if (part.type !== 'tool-result' || typeof part.output === 'string') return asText(part);
  const output = part.output.map(asText) as readonly ResultPart[];
  return output.every((piece, at) => piece === (part.output as readonly ResultPart[])[at]) ? part : { ...part, output };
}

function asText(part: Part): Part {
  const text = part.type === 'attachment' ? fileText(part) : undefined;
  return text === undefined ? part : { type: 'text', text: text.toWellFormed() };
}

const prefixes = new WeakMap<Entry, string>();

/** A stored entry as the engine sees it: text files as text, its note taken off, what thinking in it was made on remembered beside it. */
export function bareEntry({ id, message }: Entry, bare = withTextFiles(withoutNote(message))): Entry {
  const entry = { id, message: bare };
  const { prefix } = noteOf(message);
  if (typeof prefix === 'string') prefixes.set(entry, prefix);
  return entry;
}

/** A bare entry with another message. */
export function entryWith(entry: Entry, message: Message): Entry {
  const other = { ...entry, message };
  const prefix = prefixes.get(entry);
  if (prefix !== undefined) prefixes.set(other, prefix);
  return other;
}

/** The prefix an entry's thinking was made on. */
export function madeOn(entry: Entry): string | undefined {
  return prefixes.get(entry);
}

/** What a request was made of, as its answer remembers it: enough to build it again. */
export type RequestNote = {
  /** Tokens counted when it was sent. */
  readonly tokens: number;
  /** What it cost; null where no price or no usage was known. */
  readonly cost: number | null;
  /** Names the system text and tools that went with it. */
  readonly frame: string;
  /** Answer that remembers the same folds and protected entries; they stand here otherwise. */
  readonly like?: EntryId;
  readonly folds?: readonly FoldId[];
  readonly protected?: readonly EntryId[];
};

/** Names a frame, so that it can be told whether it is still the same. */
export function frameName(frame: Frame): string {
  const known = NAMES.get(frame) ?? sha256(JSON.stringify([frame.system ?? null, frame.tools ?? []])).slice(0, 16);
  NAMES.set(frame, known);
  return known;
}

const NAMES = new WeakMap<Frame, string>();

/** What the API calls `Entry`. */
export type { EntryView };

/** Shows entries as they stand in an opened conversation, one by one: each is counted, which may take long. */
export function* entryViews(
  entries: readonly StoredEntry[],
  { view, conversation }: { readonly view: View; readonly conversation: Conversation },
  count: Counter,
): Generator<EntryView, void, void> {
  const covers: { from: number; to: number; id: FoldId }[] = [];
  const shown = new Map<number, readonly Fold[]>();
  for (const row of view.rows) {
    if (row.kind === 'entry') shown.set(row.index, row.folds);
    else covers.push({ from: row.from, to: row.to, id: row.fold.id });
  }
  for (const entry of entries) {
    const { id, position } = entry;
    yield {
      ...newEntryView(entry, conversation.protected.has(id), count.message(withoutNote(entry.message))),
      foldedBy: shown.has(position) ? null : (covers.find(({ from, to }) => from <= position && position <= to)?.id ?? null),
      partFolds: (shown.get(position) ?? []).map(partFold),
    };
  }
}

/** The same as a list, others having their turn meanwhile. */
export async function pageOfViews(...of: Parameters<typeof entryViews>): Promise<readonly EntryView[]> {
  const yieldToOthers = createYield();
  const page: EntryView[] = [];
  for (const view of entryViews(...of)) {
    page.push(view);
    await yieldToOthers();
  }
  return page;
}

/** Letters of a file from which on its content is not told. */
const LONG_FILE = 1 << 16;

/** An entry as it is told of once it is stored. Long files are only named: who sent one has it, and the record gives it to everybody. */
export function eventEntry(entry: EntryView): EntryView {
  if (!holdsFiles(entry) || !entry.parts.some(isLongFile)) return entry;
  return { ...entry, parts: entry.parts.map((part) => (isLongFile(part) ? { ...part, source: { type: 'stored' } } : part)) };
}

function isLongFile(part: Part): boolean {
  const { type, data } = (part.type === 'attachment' ? (part.source ?? {}) : {}) as { type?: unknown; data?: unknown };
  return type === 'base64' && typeof data === 'string' && data.length > LONG_FILE;
}

/** Shows an entry that was appended just now: no fold knows it yet, so nothing has to be looked up. */
export function newEntryView(entry: UnstoredEntry, isProtected: boolean, tokens: number): EntryView {
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
