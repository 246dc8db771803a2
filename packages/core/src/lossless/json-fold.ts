import type { Json, JsonObject } from '../message.ts';

/** Largest text that is tried, in characters. */
const LARGEST = 4_000_000;

/**
 * A text that is JSON, or ends in it, with its layout named and taken out; null when it is none or its layout is
 * not one that can be put back byte for byte.
 */
export function foldJson(text: string): string | null {
  try {
    return text.length > LARGEST ? null : folded(text);
  } catch {
    // Nested deeper than the stack reaches: left alone.
    return null;
  }
}

/** Tables are tried by reading them back, since rows may hide what an object does not keep. */
function folded(text: string): string | null {
  const start = text.startsWith('{') || text.startsWith('[') ? 0 : blockStart(text);
  if (start < 0) return null;
  const end = text.trimEnd().length;
  const last = text[end - 1];
  if (last !== '}' && last !== ']') return null;
  const body = text.slice(start, end);
  const value = parsed(body);
  if (value === null || typeof value !== 'object') return null;
  const layout = LAYOUTS.find(({ write }) => write(value) === body);
  if (layout === undefined) return null;
  const rows = tableOf(value);
  const table = rows !== null && layout.write(rowsOf(rows)) === body ? rows : null;
  if (table === null && layout.name === 'tight') return null;
  const lines = text.slice(0, start).split('\n').length - 1;
  const where = lines === 0 ? '' : ` from line ${lines + 1}`;
  const head = `⟨ JSON ${table === null ? '' : 'table '}${layout.name}${where} ⟩`;
  return `${head}\n${text.slice(0, start)}${table ?? JSON.stringify(value)}${text.slice(end)}`;
}

/** The text with its JSON laid out as it was; null when it was not folded so. */
export function unfoldJson(text: string): string | null {
  try {
    return unfolded(text);
  } catch {
    return null;
  }
}

function unfolded(text: string): string | null {
  const feed = text.indexOf('\n');
  const head = /^⟨ JSON (table )?(\S+)(?: from line (\d+))? ⟩$/u.exec(feed < 0 ? '' : text.slice(0, feed));
  const layout = LAYOUTS.find(({ name }) => name === head?.[2]);
  if (head === null || layout === undefined) return null;
  const rest = text.slice(feed + 1);
  const start = placeOfLine(rest, Number(head[3] ?? 1) - 1);
  const end = rest.trimEnd().length;
  const body = rest.slice(start, end);
  const value = head[1] === undefined ? parsed(body) : rowsOf(body);
  return value === null ? null : rest.slice(0, start) + layout.write(value) + rest.slice(end);
}

interface Layout {
  readonly name: string;
  write(value: Json): string;
}

const LAYOUTS: readonly Layout[] = [
  { name: 'indented-2', write: (value) => JSON.stringify(value, null, 2) },
  { name: 'indented-4', write: (value) => JSON.stringify(value, null, 4) },
  { name: 'indented-1', write: (value) => JSON.stringify(value, null, 1) },
  { name: 'indented-tab', write: (value) => JSON.stringify(value, null, '\t') },
  { name: 'spaced', write: spaced },
  { name: 'tight', write: (value) => JSON.stringify(value) },
];

/** As Python writes it: a space after every comma and colon. */
function spaced(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}: ${spaced(item as Json)}`)
    .join(', ')}}`;
}

/** Records of the same plain fields, as a line of names and a line of values each; null when they are not. */
function tableOf(value: Json): string | null {
  if (!Array.isArray(value) || value.length < 3) return null;
  const names = Object.keys((value[0] ?? {}) as object);
  if (names.length === 0) return null;
  const rows = [JSON.stringify(names).slice(1, -1)];
  for (const row of value as readonly Json[]) {
    if (row === null || typeof row !== 'object' || Array.isArray(row)) return null;
    const fields = Object.entries(row as JsonObject);
    if (fields.length !== names.length || fields.some(([name], i) => name !== names[i])) return null;
    rows.push(JSON.stringify(fields.map(([, item]) => item)).slice(1, -1));
  }
  return rows.join('\n');
}

function rowsOf(table: string): Json | null {
  const [names, ...rows] = table.split('\n').map((line) => parsed(`[${line}]`));
  if (!Array.isArray(names) || rows.some((row) => !Array.isArray(row) || row.length !== names.length)) return null;
  return rows.map((row) => Object.fromEntries(names.map((name, i) => [name, (row as readonly Json[])[i]])));
}

function parsed(text: string): Json | null {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

/** Where the first line that opens JSON by itself starts; -1 when there is none near the beginning. */
function blockStart(text: string): number {
  let at = 0;
  for (let line = 0; line < 12; line++) {
    const feed = text.indexOf('\n', at);
    if (feed < 0) return -1;
    at = feed + 1;
    if (text[at] === '{' || text[at] === '[') return at;
  }
  return -1;
}

function placeOfLine(text: string, line: number): number {
  let at = 0;
  for (let i = 0; i < line; i++) {
    const feed = text.indexOf('\n', at);
    if (feed < 0) return text.length;
    at = feed + 1;
  }
  return at;
}
