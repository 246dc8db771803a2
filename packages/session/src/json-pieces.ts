import { isLong, jsonInPieces } from '@tenfold/core';

/** Objects in objects whose fields are written one by one; what is deeper is written whole. */
const LEVELS = 3;

/** The text of a value as `JSON.stringify` writes it, in pieces: the items of its lists come one by one, long texts on one line in parts. */
export function* jsonPieces(value: unknown, indent: 0 | 2 = 0, levels = LEVELS, outer = ''): Generator<string, void, undefined> {
  const [line, colon] = indent === 0 ? ['', ':'] : [`\n${outer}  `, ': '];
  const isList = Array.isArray(value);
  if (!isList && (levels === 0 || !isPlain(value))) {
    if (indent === 0) yield* jsonInPieces(value);
    else yield whole(value, indent, outer);
    return;
  }
  let before = isList ? '[' : '{';
  for (const [key, item] of isList ? value.entries() : Object.entries(value)) {
    if (isList && indent === 0 && isLong(item)) {
      yield before;
      yield* jsonInPieces(item);
    } else if (isList) yield `${before}${line}${whole(item, indent, `${outer}  `)}`;
    else if (item === undefined) continue;
    else {
      yield `${before}${line}${JSON.stringify(key)}${colon}`;
      yield* jsonPieces(item, indent, levels - 1, `${outer}  `);
    }
    before = ',';
  }
  const isEmpty = before !== ',';
  yield `${isEmpty ? before : ''}${indent === 0 || isEmpty ? '' : `\n${outer}`}${isList ? ']' : '}'}`;
}

/** Whether a value has a list of more items than are written in one go. */
export function hasLongList(value: unknown, longest: number, levels = LEVELS): boolean {
  if (Array.isArray(value)) return value.length > longest;
  return levels > 0 && isPlain(value) && Object.values(value).some((field) => hasLongList(field, longest, levels - 1));
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !('toJSON' in value);
}

function whole(value: unknown, indent: 0 | 2, outer: string): string {
  const text = JSON.stringify(value, null, indent) ?? 'null';
  return indent === 0 ? text : text.replaceAll('\n', `\n${outer}`);
}
