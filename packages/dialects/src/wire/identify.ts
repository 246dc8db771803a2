import { type EntryId, entryId, type Frame, type Hash, type Message, type Transcript } from '@tenfold/core';
import type { Decoded } from '../dialect.ts';
import { dialectOf } from '../registry.ts';
import type { WireRequest } from './wire-request.ts';

/** A request as a conversation whose entries are named by their hash chain. */
export interface Identified {
  readonly decoded: Decoded;
  readonly transcript: Transcript;
}

/** What a client was not shown of an answer: messages that stand where it has others. */
export interface Hidden {
  /** Ids of the messages the client has. */
  readonly shown: readonly EntryId[];
  readonly real: readonly Message[];
}

/** A request as a conversation. What was `hidden` from the client stands in its place. */
export function identify({ wire, body }: WireRequest, hash: Hash, hidden: ReadonlyMap<EntryId, Hidden> = new Map()): Identified {
  const decoded = dialectOf(wire).decode(body);
  const messages = hidden.size === 0 ? decoded.messages : withHidden(decoded.messages, hash, hidden);
  return { decoded: { ...decoded, messages }, transcript: chained(messages, hash, null) };
}

/** Entries of messages behind `after`. */
export function chained(messages: readonly Message[], hash: Hash, after: EntryId | null): Transcript {
  let parent = after;
  return messages.map((message) => {
    parent = entryId(parent, message, hash);
    return { id: parent, message };
  });
}

function withHidden(messages: readonly Message[], hash: Hash, hidden: ReadonlyMap<EntryId, Hidden>): readonly Message[] {
  const real: Message[] = [];
  let parent: EntryId | null = null;
  for (let at = 0; at < messages.length; ) {
    const id = entryId(parent, messages[at] as Message, hash);
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

/** The system text that was named last: clients send the same one again and again. */
let named: { readonly system: string; readonly hash: Hash; readonly key: string } | null = null;

/** Names the system text two requests of one conversation share: lines with a digit in them change from day to day. */
export function frameKey({ system = '' }: Frame, hash: Hash): string {
  if (named === null || named.system !== system || named.hash !== hash) named = { system, hash, key: keyOf(system, hash) };
  return named.key;
}

function keyOf(system: string, hash: Hash): string {
  return hash(
    system
      .split('\n')
      .filter((line) => !/\d/.test(line))
      .join('\n'),
  ).slice(0, 16);
}
