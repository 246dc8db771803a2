import type { Json, JsonObject } from '@tenfold/core';
import { isList, isObject } from '../json.ts';
import { piecesOf } from '../json-pieces.ts';
import { nameOf } from '../source-text.ts';
import { markIn, unmarked, withMark } from './cache-mark.ts';
import { MESSAGE_FIELD, type WireId } from './request-shape.ts';

/**
 * The text of a request with other messages in it. Those that say what one of the request says are taken over as they stand there; the
 * others are written anew, and nothing around the list changes. A mark for caching whose message is gone moves to what stands for it.
 */
export function splice(wire: WireId, source: string, messages: readonly Json[], known: KnownPieces = new Map()): string {
  const field = MESSAGE_FIELD[wire];
  const around = piecesOf(source);
  const held = around?.items.findLast(({ key }) => key === field);
  if (held === undefined) return source;
  const list = piecesOf(held.text);
  const given = (list?.items ?? []).map(({ text }) => {
    const piece = known.get(text) ?? original(text);
    known.set(text, piece);
    return piece;
  });
  const placed = place(given, messages);
  const written = wire === 'anthropic' ? moveMarks(given, placed) : placed;
  const texts = written.map(({ from, value }) => (from === null ? JSON.stringify(value) : (given[from] as Original).text));
  const next = `[${list?.open ?? ''}${texts.join(list?.between ?? ',')}${list?.close ?? ''}]`;
  return `${source.slice(0, held.at)}${next}${source.slice(held.at + held.text.length)}`;
}

/** Pieces of requests that were looked at before, by their text; a client sends most of them again. */
export interface KnownPieces {
  get(text: string): Original | undefined;
  set(text: string, piece: Original): unknown;
}

/** A message of a request as it stands there. */
export interface Original {
  readonly text: string;
  readonly name: string;
  readonly mark: JsonObject | undefined;
}

interface Placed {
  /** The message of the request it is; null for one that is new. */
  readonly from: number | null;
  readonly value: Json;
}

function original(text: string): Original {
  const value = JSON.parse(text) as Json;
  const mark = text.includes('cache_control') ? markIn(value) : undefined;
  return { text, name: nameOf(mark === undefined ? value : unmarked(value)), mark };
}

/** Messages of the request in its order, each the next that says the same. */
function place(given: readonly Original[], messages: readonly Json[]): readonly Placed[] {
  const places = new Map<string, number[]>();
  for (let at = given.length - 1; at >= 0; at--) {
    const { name } = given[at] as Original;
    const known = places.get(name);
    if (known === undefined) places.set(name, [at]);
    else known.push(at);
  }
  let next = 0;
  return messages.map((value) => {
    const known = places.get(nameOf(value)) ?? [];
    while ((known.at(-1) ?? next) < next) known.pop();
    const from = known.pop() ?? null;
    if (from !== null) next = from + 1;
    return { from, value };
  });
}

function moveMarks(given: readonly Original[], placed: readonly Placed[]): readonly Placed[] {
  const kept = new Set(placed.map(({ from }) => from));
  const moved = [...placed];
  for (const [at, { mark }] of given.entries()) {
    if (mark === undefined || kept.has(at)) continue;
    const behind = moved.findIndex(({ from }) => from !== null && from > at);
    const target = moved.slice(0, behind === -1 ? moved.length : behind).findLastIndex(({ from }) => from === null);
    const { value } = moved[target] ?? {};
    if (isObject(value) && !isList(value)) moved[target] = { from: null, value: withMark(value, mark) };
  }
  return moved;
}
