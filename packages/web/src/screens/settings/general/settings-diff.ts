import type { SettingsDiff } from '@tenfold/contract';
import type { Json } from '@tenfold/core';

/** A file's text as JSON; null where it is none. */
export function parsedFile(text: string): Json | null {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

/** `3 new, 1 changed, 12 the same` */
export function diffWords({ added, changed, unchanged }: SettingsDiff): string {
  return `${added.length} new, ${changed.length} changed, ${unchanged} the same`;
}

/** A value as lines of text, for a comparison line by line. */
export function valueText(value: Json): string {
  return `${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}\n`;
}
