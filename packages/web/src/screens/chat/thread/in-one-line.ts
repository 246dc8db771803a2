import type { Json } from '@tenfold/core';

const MAX_LENGTH = 160;

/** A value in one short line: the words of an input without its braces, the beginning of a text. */
export function inOneLine(value: Json): string {
  const text = typeof value === 'string' ? value : isRecord(value) ? pairs(value) : JSON.stringify(value);
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= MAX_LENGTH ? line : `${line.slice(0, MAX_LENGTH)}…`;
}

function isRecord(value: Json): value is Readonly<Record<string, Json | undefined>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function pairs(value: Readonly<Record<string, Json | undefined>>): string {
  const entries = Object.entries(value);
  if (entries.length === 1 && typeof entries[0]?.[1] === 'string') return entries[0][1];
  return entries.map(([key, one]) => `${key}=${typeof one === 'string' ? one : JSON.stringify(one)}`).join(' ');
}
