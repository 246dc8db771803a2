import type { Json, JsonObject } from '@tenfold/core';
import { isList, isObject, sameJson } from './json.ts';
import { type Pieces, piecesOf } from './json-pieces.ts';
import { writeJson } from './json-text.ts';

/**
 * The value as JSON text, in the words of a text it comes from: whatever says the same there is taken over byte by byte, numbers no
 * double can hold, escapes, spacing and the order of fields included. Never throws, whatever the source.
 */
export function rewrite(source: string, value: Json): string {
  return rewritten(source, value, {});
}

/** Texts of values in a row, each in the words of the source it comes from, where there is one; sources and values keep their order. */
export function rewriteEach(sources: readonly string[], values: readonly Json[], style: Style = {}): readonly string[] {
  const origins = originsOf(sources, values);
  return values.map((value, at) => {
    const origin = origins[at];
    const source = origin === undefined ? undefined : sources[origin];
    return source === undefined ? fresh(value, style) : rewritten(source, value, style);
  });
}

/** How a value that has no source is written. */
interface Style {
  /** A level more, as the lines around it have it; on one line when not given. */
  readonly indent?: string;
  /** What its further lines begin with, the break included. */
  readonly newLine?: string;
  /** With a space after every comma and colon. */
  readonly spaced?: boolean;
}

function rewritten(source: string, value: Json, style: Style): string {
  const before = parsed(source);
  if (before === undefined) return fresh(value, style);
  if (sameJson(before, value)) return source;
  const pieces = isObject(value) === isObject(before) && isList(value) === isList(before) ? piecesOf(source) : undefined;
  if (pieces === undefined || pieces.items.length === 0) return fresh(value, style);
  if (isList(value)) return `[${pieces.open}${listed(pieces, value).join(pieces.between)}${pieces.close}]`;
  return isObject(value) ? objectText(pieces, value) : fresh(value, style);
}

function listed(pieces: Pieces, value: readonly Json[]): readonly string[] {
  return rewriteEach(
    pieces.items.map(({ text }) => text),
    value,
    styleIn(pieces),
  );
}

/** Fields in the order of the source, new ones behind. */
function objectText(pieces: Pieces, value: JsonObject): string {
  const style = styleIn(pieces);
  const sources = new Map(pieces.items.map(({ key = '', text }) => [key, text]));
  const keys = [...sources.keys(), ...Object.keys(value).filter((key) => !sources.has(key))];
  const fields = keys.flatMap((key) => {
    const field = Object.hasOwn(value, key) ? value[key] : undefined;
    if (field === undefined) return [];
    const source = sources.get(key);
    return [
      `${JSON.stringify(key)}${pieces.colon}${source === undefined ? fresh(field, style) : rewritten(source, field, style)}`,
    ];
  });
  return fields.length === 0 ? '{}' : `{${pieces.open}${fields.join(pieces.between)}${pieces.close}}`;
}

/** The source of each value: the next that says the same; what stands between two of those, one for one where as many stand there as before. */
function originsOf(sources: readonly string[], values: readonly Json[]): readonly (number | undefined)[] {
  // Places of each, the first one last, so that those left behind are taken off the end.
  const places = new Map<string, number[]>();
  for (let at = sources.length - 1; at >= 0; at--) {
    const name = nameOf(parsed(sources[at] as string));
    const known = places.get(name);
    if (known === undefined) places.set(name, [at]);
    else known.push(at);
  }
  const origins: (number | undefined)[] = [];
  let next = 0;
  for (const value of values) {
    const known = places.get(nameOf(value)) ?? [];
    while ((known.at(-1) ?? next) < next) known.pop();
    const found = known.pop();
    origins.push(found);
    if (found !== undefined) next = found + 1;
  }
  return paired(origins, sources.length);
}

function paired(origins: readonly (number | undefined)[], sources: number): readonly (number | undefined)[] {
  const all = [...origins];
  let start = 0;
  for (let at = 0; at <= all.length; at++) {
    if (at < all.length && all[at] === undefined) continue;
    const first = start === 0 ? 0 : (all[start - 1] as number) + 1;
    const end = at === all.length ? sources : (all[at] as number);
    if (end - first === at - start) for (let gap = start; gap < at; gap++) all[gap] = first + gap - start;
    start = at + 1;
  }
  return all;
}

/** One text for all values that say the same. */
export function nameOf(value: Json | undefined): string {
  if (isList(value)) return `[${value.map(nameOf).join()}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? '';
  const keys = Object.keys(value).filter((key) => value[key] !== undefined);
  return `{${keys
    .sort()
    .map((key) => `${JSON.stringify(key)}:${nameOf(value[key])}`)
    .join()}}`;
}

function styleIn({ open, close, between }: Pieces): Style {
  if (!open.includes('\n')) return { spaced: between.endsWith(', ') };
  const newLine = open.slice(open.startsWith('\r\n') ? 0 : open.lastIndexOf('\n'));
  const outer = close.slice(close.lastIndexOf('\n') + 1);
  const inner = newLine.slice(newLine.lastIndexOf('\n') + 1);
  return { newLine, indent: inner.startsWith(outer) ? inner.slice(outer.length) : inner };
}

function fresh(value: Json, { indent, newLine = '\n', spaced = false }: Style): string {
  if (indent === undefined) return writeJson(value, spaced ? 'spaced' : 'compact');
  return JSON.stringify(value, null, indent).replaceAll('\n', newLine);
}

function parsed(source: string): Json | undefined {
  try {
    return JSON.parse(source) as Json;
  } catch {
    return undefined;
  }
}
