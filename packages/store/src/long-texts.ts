import { randomUUID } from 'node:crypto';
import type { Json } from '@tenfold/core';
import { readJson } from './column-json.ts';

/** Letters from which on a text within a JSON is not read with it. */
const LONG = 1 << 14;
/** Letters of such a text that are read in one go. */
const PIECE = 1 << 20;

type Span = readonly [from: number, to: number];

/** Where the long texts of a JSON stand, without their quotes. */
export async function longTexts(json: string, yieldToOthers: () => Promise<void>): Promise<readonly Span[]> {
  const spans: Span[] = [];
  let looked = 0;
  for (let open = json.indexOf('"'); open >= 0; ) {
    let close = json.indexOf('"', open + 1);
    while (close >= 0 && isEscaped(json, close)) {
      close = json.indexOf('"', close + 1);
      if (++looked % 10_000 === 0) await yieldToOthers();
    }
    if (close < 0) break;
    if (close - open > LONG) spans.push([open + 1, close]);
    open = json.indexOf('"', close + 1);
    if (++looked % 10_000 === 0) await yieldToOthers();
  }
  return spans;
}

/** Whether a sign of a JSON's text stands behind a backslash that is not escaped itself; the text before `since` is of no account. */
function isEscaped(json: string, at: number, since = 0): boolean {
  let slashes = 0;
  while (at - 1 - slashes >= since && json[at - 1 - slashes] === '\\') slashes++;
  return slashes % 2 === 1;
}

/** The place itself, or one before it that splits neither an escape nor a character; `since` is such a place. */
export function boundaryBefore(json: string, at: number, since: number): number {
  for (let sign = at - 1; sign >= since && sign > at - 6; sign--) {
    if (json[sign] !== '\\' || isEscaped(json, sign, since)) continue;
    return sign + (json[sign + 1] === 'u' ? 6 : 2) > at ? sign : at;
  }
  const unit = json.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff && at > since ? at - 1 : at;
}

/** What a piece of a text within a JSON says. */
export function textOf(piece: string): string {
  return String(readJson(`"${piece}"`));
}

/** The value of a JSON as the store writes it, others having their turn meanwhile. @throws StoreCorrupt */
export async function readLongJson(json: string, yieldToOthers: () => Promise<void>): Promise<Json> {
  const name = randomUUID();
  const texts = new Map<string, string>();
  const bare: string[] = [];
  let end = 0;
  for (const [from, to] of await longTexts(json, yieldToOthers)) {
    // The name of a field stays where it is.
    if (json[to + 1] === ':') continue;
    const key = `${name}${texts.size}`;
    bare.push(json.slice(end, from), key);
    texts.set(key, await longText(json, from, to, yieldToOthers));
    end = to;
  }
  bare.push(json.slice(end));
  return withTexts(readJson(bare.join('')), texts);
}

async function longText(json: string, start: number, end: number, yieldToOthers: () => Promise<void>): Promise<string> {
  const whole = json.slice(start, end);
  // A file, mostly: nothing of it has to be copied.
  if (!whole.includes('\\')) return whole;
  const pieces: string[] = [];
  for (let from = start; from < end; ) {
    const to = boundaryBefore(json, Math.min(from + PIECE, end), from);
    pieces.push(textOf(json.slice(from, to)));
    from = to;
    await yieldToOthers();
  }
  return pieces.join('');
}

/** The same value with texts in the place of their names. */
function withTexts(value: Json, texts: ReadonlyMap<string, string>): Json {
  if (typeof value === 'string') return texts.get(value) ?? value;
  if (typeof value !== 'object' || value === null) return value;
  const inner = value as { [key: string]: Json };
  for (const key of Object.keys(inner)) inner[key] = withTexts(inner[key] as Json, texts);
  return value;
}
