import type { Json } from '@tenfold/core';
import { isList, isObject } from './json.ts';

/** How a client spaces the JSON text of tool arguments. */
export type JsonStyle = 'compact' | 'spaced' | 'spaced-ascii';

/** The style that writes `value` as exactly `text`, so that the text need not be kept beside the value. */
export function jsonStyle(text: string, value: Json): JsonStyle | undefined {
  const styles: readonly JsonStyle[] = ['compact', 'spaced', 'spaced-ascii'];
  return styles.find((style) => writeJson(value, style) === text);
}

/** JSON text in a style: `compact` as JavaScript writes it, `spaced` and `spaced-ascii` as Python does. */
export function writeJson(value: Json, style: JsonStyle): string {
  if (style === 'compact') return JSON.stringify(value);
  const text = spaced(value);
  return style === 'spaced'
    ? text
    : text.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function spaced(value: Json): string {
  if (isList(value)) return `[${value.map(spaced).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  return `{${Object.entries(value)
    .flatMap(([key, field]) => (field === undefined ? [] : [`${JSON.stringify(key)}: ${spaced(field)}`]))
    .join(', ')}}`;
}
