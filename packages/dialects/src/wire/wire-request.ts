import type { Json, JsonObject } from '@tenfold/core';
import { isObject } from '../json.ts';
import { type PieceItem, type Pieces, piecesOf } from '../json-pieces.ts';
import { settle } from '../remembered.ts';
import type { Sliced } from '../slices.ts';
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
  readonly list: MessageList | null;
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
  try {
    return assembled(wire, text, heldIn(wire, text), known);
  } catch {
    return undefined;
  }
}

/** The field of its messages, cut into them. */
function heldIn(wire: WireId, text: string): PieceItem | undefined {
  const field = MESSAGE_FIELD[wire];
  return piecesOf(text, field)?.items.findLast(({ key }) => key === field);
}

/** The request of a text whose messages were cut. @throws where it is none */
function assembled(wire: WireId, text: string, held: PieceItem | undefined, known: KnownPieces): WireRequest | undefined {
  const field = MESSAGE_FIELD[wire];
  const { pieces } = held ?? {};
  const around = pieces === undefined ? text : `${text.slice(0, held?.at)}[]${text.slice(pieces.end)}`;
  const body: Json = JSON.parse(around);
  if (!isObject(body)) return undefined;
  if (held === undefined || pieces === undefined) return { wire, text, body, list: null };
  if (text[pieces.end - 1] !== ']') return undefined;
  const { open, between, close, end } = pieces;
  const originals = pieces.items.map((item) => known.get(item.text) ?? original(item.text, known));
  return {
    wire,
    text,
    body: { ...body, [field]: originals.map(({ value }) => value) },
    list: { at: held.at, end, open, between, close, originals },
  };
}

/** The same in steps, a message at a time: for a text so long that others would wait for it. */
export function* readLongRequest(wire: WireId, text: string, known: KnownPieces): Sliced<WireRequest | undefined> {
  try {
    const held = heldIn(wire, text);
    for (const { text: piece } of held?.pieces?.items ?? []) {
      yield;
      if (known.get(piece) === undefined) original(piece, known);
    }
    yield;
    return assembled(wire, text, held, known);
  } catch {
    return undefined;
  }
}

function original(piece: string, known: KnownPieces): Original {
  // A copy: a piece of the request would keep all of it in memory.
  const text = ` ${piece}`.slice(1);
  const marked = JSON.parse(text) as Json;
  const mark = text.includes('cache_control') ? markIn(marked) : undefined;
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
