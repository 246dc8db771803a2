import type { Json, JsonObject } from '@tenfold/core';
import { isList, isObject, MAX_LEVELS, parseJson } from '../json.ts';
import { JsonFeed } from '../json-feed.ts';
import { type Pieces, piecesInSlices } from '../json-pieces.ts';
import { settle } from '../remembered.ts';
import { finish, type Sliced } from '../slices.ts';
import { nameOf } from '../source-text.ts';
import { markIn, unmarked } from './cache-mark.ts';
import { MESSAGE_FIELD, type WireId } from './request-shape.ts';

/** A request that was read. */
export interface WireRequest {
  readonly wire: WireId;
  /** As it came. */
  readonly text: string;
  /** What it says; its messages without their marks for caching, which move from request to request. */
  readonly body: JsonObject;
  /** The list of its messages as it stands in the text; null where there is none. */
  list(): MessageList | null;
}

/** Messages in the text of a request. */
export interface MessageList extends Pick<Pieces, 'open' | 'between' | 'close'> {
  /** Where it begins and ends. */
  readonly at: number;
  readonly end: number;
  readonly originals: readonly Original[];
}

/** A message of a request as it stands there. */
export interface Original {
  readonly text: string;
  readonly value: Json;
  readonly name: string;
  readonly mark: JsonObject | undefined;
}

/** Messages of requests that were read before, by their text; a client sends most of them again. */
export interface KnownPieces {
  get(text: string): Original | undefined;
  set(text: string, piece: Original): unknown;
}

/** Reads a request; a message that is known is not read again. Nothing where the text is no request. */
export function readRequest(wire: WireId, text: string, known: KnownPieces = new Map()): WireRequest | undefined {
  return text.length <= SHORT ? readAtOnce(wire, text, known) : finish(readLongRequest(wire, text, known, NO_LIMITS));
}

/** Characters of a request that is parsed sooner than it is cut into messages. */
const SHORT = 4_096;

/** Reads a short request. Where its messages stand is looked up once somebody wants to put others in their place. */
function readAtOnce(wire: WireId, text: string, known: KnownPieces): WireRequest | undefined {
  const inPieces = () => finish(readLongRequest(wire, text, known, NO_LIMITS));
  const body = parseJson(text);
  // Marks for caching are taken off each message.
  if (!isObject(body) || !isList(body[MESSAGE_FIELD[wire]]) || text.includes('cache_control')) return inPieces();
  return { wire, text, body, list: () => inPieces()?.list() ?? null };
}

/** How much of a request is read. */
interface ReadLimits {
  readonly messages: number;
  /** Values in one message, or around them. */
  readonly values: number;
  /** Letters of one text. */
  readonly letters: number;
  /** Characters that are parsed in one go. */
  readonly atOnce: number;
}

const ALL = Number.POSITIVE_INFINITY;
const NO_LIMITS: ReadLimits = { messages: ALL, values: ALL, letters: ALL, atOnce: ALL };
/** No real request comes near them, but for files: those of 24 MB, as many as Anthropic takes in all, are just within. */
const LIMITS: ReadLimits = { messages: 100_000, values: 50_000, letters: 2 ** 25, atOnce: 64 * 1024 };

/** The same in slices, for a text so long that others would wait for it, and within limits. */
export function* readLongRequest(
  wire: WireId,
  text: string,
  known: KnownPieces,
  limits: ReadLimits = LIMITS,
): Sliced<WireRequest | undefined> {
  const field = MESSAGE_FIELD[wire];
  try {
    const held = (yield* piecesInSlices(text, field, limits.messages))?.items.findLast(({ key }) => key === field);
    const { pieces } = held ?? {};
    if (pieces === undefined && held?.text.startsWith('[')) return undefined;
    const around = pieces === undefined ? text : `${text.slice(0, held?.at)}[]${text.slice(pieces.end)}`;
    const body = yield* parsed(around, limits);
    if (!isObject(body)) return undefined;
    if (held === undefined || pieces === undefined) return { wire, text, body, list: () => null };
    if (text[pieces.end - 1] !== ']') return undefined;
    const { open, between, close, end, items } = pieces;
    const originals: Original[] = [];
    for (const { text: piece } of items) {
      yield;
      const there = known.get(piece);
      if (there === undefined) {
        const value = yield* parsed(piece, limits);
        yield* pause(piece);
        originals.push(yield* original(piece, value, { text, known }));
      } else originals.push(there);
    }
    yield;
    const list = { at: held.at, end, open, between, close, originals };
    return { wire, text, body: { ...body, [field]: originals.map(({ value }) => value) }, list: () => list };
  } catch {
    return undefined;
  }
}

function* parsed(text: string, { values, letters, atOnce }: ReadLimits): Sliced<Json> {
  if (text.length <= atOnce) return JSON.parse(text);
  const feed = new JsonFeed({ levels: MAX_LEVELS, values, letters });
  for (let at = 0; at < text.length; at += atOnce) {
    feed.push(text.slice(at, at + atOnce));
    yield;
  }
  return feed.end();
}

/** Characters that are looked through, or copied, in one go. */
const MANY = 4_000_000;

function* pause({ length }: string): Sliced<void> {
  if (length > MANY) yield;
}

function* original(
  piece: string,
  marked: Json,
  { text: whole, known }: { readonly text: string; readonly known: KnownPieces },
): Sliced<Original> {
  // A copy: a piece of the request would keep all of it in memory. One that is most of it does no harm.
  const text = 2 * piece.length > whole.length ? piece : ` ${piece}`.slice(1);
  const isMarked = text.includes('cache_control');
  yield* pause(piece);
  const mark = isMarked ? markIn(marked) : undefined;
  const value = settle(mark === undefined ? marked : unmarked(marked));
  let name: string | undefined;
  const made: Original = {
    text,
    value,
    mark,
    // Asked for only where something was folded.
    get name() {
      name ??= nameOf(value);
      return name;
    },
  };
  known.set(text, made);
  return made;
}
