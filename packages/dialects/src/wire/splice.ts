import type { Json } from '@tenfold/core';
import { isList, isObject } from '../json.ts';
import { finish, mapInSlices, type Sliced } from '../slices.ts';
import { nameOf } from '../source-text.ts';
import { withMark } from './cache-mark.ts';
import type { WireId } from './request-shape.ts';
import type { Original, WireRequest } from './wire-request.ts';

/**
 * The text of a request with other messages in it. Those that say what one of the request says are taken over as they stand there; the
 * others are written anew, and nothing around the list changes. A mark for caching whose message is gone moves to what stands for it.
 */
export function splice(request: WireRequest, messages: readonly Json[]): string {
  return finish(spliceInSlices(request, messages));
}

/** The same in slices. */
export function* spliceInSlices({ wire, text, list: listed }: WireRequest, messages: readonly Json[]): Sliced<string> {
  const list = listed();
  if (list === null) return text;
  const { originals, open, between, close, at, end } = list;
  const placed = yield* place(originals, messages);
  const written = MARKED.has(wire) ? moveMarks(originals, placed) : placed;
  const texts = yield* mapInSlices(written, ({ from, value }) =>
    from === null ? JSON.stringify(value) : (originals[from] as Original).text,
  );
  return `${text.slice(0, at)}[${open}${texts.join(between)}${close}]${text.slice(end)}`;
}

/** APIs whose messages may carry marks for caching; chat completions do where they are for a Claude model. */
const MARKED: ReadonlySet<WireId> = new Set(['anthropic', 'openai-chat']);

interface Placed {
  /** The message of the request it is; null for one that is new. */
  readonly from: number | null;
  readonly value: Json;
}

/** Messages of the request in its order, each the next that says the same. */
function* place(given: readonly Original[], messages: readonly Json[]): Sliced<readonly Placed[]> {
  const places = new Map<string, number[]>();
  for (let at = given.length - 1; at >= 0; at--) {
    yield;
    const { name } = given[at] as Original;
    const known = places.get(name);
    if (known === undefined) places.set(name, [at]);
    else known.push(at);
  }
  let next = 0;
  return yield* mapInSlices(messages, (value) => {
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
