import { type EntryId, entryId, type Frame, type Hash, type JsonObject, type Message, type Transcript } from '@tenfold/core';
import type { Decoded } from '../dialect.ts';
import { isList } from '../json.ts';
import { dialectOf } from '../registry.ts';
import { unmarked } from './cache-mark.ts';
import { MESSAGE_FIELD, type WireId } from './request-shape.ts';

/** A request as a conversation whose entries are named by their hash chain. */
export interface Identified {
  readonly decoded: Decoded;
  readonly transcript: Transcript;
}

/** Message objects by what they say, so that one that is sent again is the same object and its count is remembered. */
export interface SeenMessages {
  get(text: string): Message | undefined;
  set(text: string, message: Message): unknown;
}

/** What a client was not shown of an answer: messages that stand where it has others. */
export interface Hidden {
  /** Ids of the messages the client has. */
  readonly shown: readonly EntryId[];
  readonly real: readonly Message[];
}

/** Reads a request. Marks for caching are no part of it: they move from request to request. What was `hidden` from the client stands in its place. */
export function identify(
  wire: WireId,
  body: JsonObject,
  hash: Hash,
  seen?: SeenMessages,
  hidden: ReadonlyMap<EntryId, Hidden> = new Map(),
): Identified {
  const decoded = decodeRequest(wire, body);
  const given = seen === undefined ? decoded.messages : decoded.messages.map((message) => sameAs(message, seen));
  const messages = hidden.size === 0 ? given : withHidden(given, hash, hidden);
  return { decoded: { ...decoded, messages }, transcript: chained(messages, hash, null) };
}

/** A request without its marks for caching. */
export function decodeRequest(wire: WireId, body: JsonObject): Decoded {
  const field = MESSAGE_FIELD[wire];
  const list = body[field];
  return dialectOf(wire).decode(wire === 'anthropic' && isList(list) ? { ...body, [field]: unmarked(list) } : body);
}

/** Entries of messages behind `after`. */
export function chained(messages: readonly Message[], hash: Hash, after: EntryId | null): Transcript {
  let parent = after;
  return messages.map((message) => {
    parent = idAfter(parent, message, hash);
    return { id: parent, message };
  });
}

function withHidden(messages: readonly Message[], hash: Hash, hidden: ReadonlyMap<EntryId, Hidden>): readonly Message[] {
  const real: Message[] = [];
  let parent: EntryId | null = null;
  for (let at = 0; at < messages.length; ) {
    const id = idAfter(parent, messages[at] as Message, hash);
    const known = hidden.get(id);
    const shown = known === undefined ? [] : chained(messages.slice(at, at + known.shown.length), hash, parent);
    if (known !== undefined && shown.length === known.shown.length && shown.at(-1)?.id === known.shown.at(-1)) {
      real.push(...known.real);
      parent = chained(known.real, hash, parent).at(-1)?.id ?? parent;
      at += known.shown.length;
    } else {
      real.push(messages[at] as Message);
      parent = id;
      at++;
    }
  }
  return real;
}

function sameAs(message: Message, seen: SeenMessages): Message {
  const text = JSON.stringify(message);
  const known = seen.get(text);
  if (known === undefined) seen.set(text, message);
  return known ?? message;
}

const places = new WeakMap<Message, { readonly after: EntryId | null; readonly id: EntryId }>();

function idAfter(after: EntryId | null, message: Message, hash: Hash): EntryId {
  const known = places.get(message);
  if (known?.after === after) return known.id;
  const id = entryId(after, message, hash);
  places.set(message, { after, id });
  return id;
}

/** Names the system text two requests of one conversation share: lines with a digit in them change from day to day. */
export function frameKey({ system = '' }: Frame, hash: Hash): string {
  return hash(
    system
      .split('\n')
      .filter((line) => !/\d/.test(line))
      .join('\n'),
  ).slice(0, 16);
}
