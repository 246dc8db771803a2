import { contentHash, type Hash } from './hash.ts';
import { isLong, jsonInPieces } from './json-in-pieces.ts';
import type { Message, Part } from './message.ts';

/** Names an entry: hash of its parent's id and the message's identity. */
export type EntryId = string;

/** One item of the stored record. Never changed, never removed while its session lives. */
export interface Entry {
  readonly id: EntryId;
  readonly message: Message;
}

/** The append-only record of a conversation, oldest first. */
export type Transcript = readonly Entry[];

/** What makes two messages the same one: everything but `extra` (cache marks and other wire dressing live there). */
export function identity({ role, parts }: Message): string {
  return JSON.stringify([role, parts.map(withoutExtra)]);
}

function withoutExtra(part: Part): object {
  if (part.type === 'opaque') return part;
  const { extra: _dressing, ...bare } = part;
  return bare.type === 'tool-result' && typeof bare.output !== 'string'
    ? { ...bare, output: bare.output.map(withoutExtra) }
    : bare;
}

/**
 * What a long message was last named, by its parts: who resends a conversation, and who stores it, name the same ones again. A short one
 * is named in a microsecond or two; remembered by the hundred thousand, they would take the garbage collector far longer.
 */
const WORTH_REMEMBERING = 1_000;
const named = new WeakMap<readonly Part[], { role: string; parent: EntryId | null; hash: Hash; id: EntryId }>();

/** The id a message gets after `parent`. */
export function entryId(parent: EntryId | null, message: Message, hash: Hash = contentHash): EntryId {
  const known = knownId(parent, message, hash);
  if (known !== undefined) return known;
  const text = identity(message);
  const id = hash(`${parent ?? ''}\n${text}`);
  if (text.length >= WORTH_REMEMBERING) named.set(message.parts, { role: message.role, parent, hash, id });
  return id;
}

/** The same in slices, where the hash takes a long message in pieces. */
export function* entryIdInSlices(parent: EntryId | null, message: Message, hash: Hash): Generator<undefined, EntryId, undefined> {
  const naming = isLong(message.parts) && knownId(parent, message, hash) === undefined ? hash.begin?.() : undefined;
  if (naming === undefined) return entryId(parent, message, hash);
  naming.add(`${parent ?? ''}\n`);
  for (const piece of jsonInPieces([message.role, message.parts.map(withoutExtra)])) {
    naming.add(piece);
    yield;
  }
  const id = naming.end();
  named.set(message.parts, { role: message.role, parent, hash, id });
  return id;
}

function knownId(parent: EntryId | null, { role, parts }: Message, hash: Hash): EntryId | undefined {
  const known = named.get(parts);
  return known !== undefined && known.parent === parent && known.hash === hash && known.role === role ? known.id : undefined;
}

/** A transcript of these messages, chained from `after` when it continues one. */
export function transcriptOf(messages: readonly Message[], hash: Hash = contentHash, after: EntryId | null = null): Transcript {
  let parent = after;
  return messages.map((message) => {
    parent = entryId(parent, message, hash);
    return { id: parent, message };
  });
}

/** The transcript with one more message; the old one is untouched. */
export function append(transcript: Transcript, message: Message, hash: Hash = contentHash): Transcript {
  return [...transcript, { id: entryId(transcript.at(-1)?.id ?? null, message, hash), message }];
}
