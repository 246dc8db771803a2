import type { Part, ResultPart, Text } from '@tenfold/core';
import { inertOpaque } from './inert.ts';
import { isObject } from './json.ts';

/** Where a part comes from that is none of those known here. */
const UNKNOWN = 'another version';

/** A part as it is known here; one that a later version wrote, or that lacks what makes it one, as text that says all of it. */
export function readPart(part: Part): Part {
  const { type, id, name, output } = part as { type: string; id?: unknown; name?: unknown; output?: unknown };
  switch (type) {
    case 'text':
    case 'reasoning':
      return typeof (part as { text?: unknown }).text === 'string' ? part : unknown(part);
    case 'tool-call':
      return typeof id === 'string' && typeof name === 'string' ? part : unknown(part);
    case 'tool-result': {
      const isNamed = name === undefined || typeof name === 'string';
      return typeof id === 'string' && isNamed && (typeof output === 'string' || Array.isArray(output)) ? part : unknown(part);
    }
    case 'attachment':
      return typeof (part as { mediaType?: unknown }).mediaType === 'string' ? part : unknown(part);
    case 'opaque':
      return typeof (part as { dialect?: unknown }).dialect === 'string' ? part : unknown(part);
    default:
      return unknown(part);
  }
}

/** The same for a piece of a result. */
export function readPiece(piece: ResultPart): ResultPart {
  const read = isObject(piece) ? readPart(piece as ResultPart) : unknown(piece);
  return read.type === 'text' || read.type === 'attachment' || read.type === 'opaque' ? read : unknown(piece);
}

function unknown(value: Part): Text {
  return inertOpaque({ type: 'opaque', dialect: UNKNOWN, value: JSON.parse(JSON.stringify(value)) });
}
