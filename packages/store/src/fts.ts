import { type JsonObject, type Message, messageText } from '@tenfold/core';
import type { Db } from './schema.ts';

/** What can be searched. */
export type FtsTable = 'entries' | 'memories';

/** A text and the number of the row it is of. */
export interface FtsRow {
  readonly number: number;
  readonly text: string;
}

/** The full-text index of a backend. It is written in the transaction of what it indexes. */
export interface FtsIndex {
  add(db: Db, table: FtsTable, rows: readonly FtsRow[]): Promise<void>;
  remove(db: Db, table: FtsTable, number: number): Promise<void>;
  /** Forgets all of a session; called before its rows go. */
  removeSession(db: Db, session: string): Promise<void>;
  /** Row numbers, best match first, of rows that hold every phrase. */
  find(db: Db, table: FtsTable, search: FtsQuery): Promise<readonly number[]>;
}

/** A parsed query, whose it is and how much of the answer is wanted. */
export interface FtsQuery {
  readonly phrases: readonly Phrase[];
  readonly owner: string;
  readonly session?: string;
  readonly limit: number;
}

/** Words that must follow each other. */
export interface Phrase {
  /** Spaced as the index spaces it. */
  readonly text: string;
  /** True when the last word may go on. */
  readonly open: boolean;
}

// Scripts written without spaces: each letter is a word of its own, so that a phrase of letters finds any substring.
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;

/** Text as the index gets it: letters of unspaced scripts stand apart, everything else is left to the backend's word splitting. */
export function spaced(text: string): string {
  return text.replace(UNSPACED, ' $& ');
}

/** The phrases of a query. Quotes join words; anything else is plain words, so no input is a syntax error. */
export function phrasesOf(text: string): Phrase[] {
  const phrases: Phrase[] = [];
  // No database takes a zero byte within a text.
  for (const match of text
    .toWellFormed()
    .replaceAll('\0', ' ')
    .matchAll(/"([^"]*)"|([^\s"]+)/g)) {
    const words = spaced(match[1] ?? match[2] ?? '').trim();
    if (/[\p{L}\p{N}\p{Co}]/u.test(words)) phrases.push({ text: words, open: match[2] !== undefined });
  }
  return phrases.slice(0, 32).map((phrase, index, all) => ({ ...phrase, open: phrase.open && index === all.length - 1 }));
}

/** What of a message can be searched: its words, what tools were asked, and the names of files. */
export function entryWords(message: Message): string {
  const words = [messageText(message)];
  for (const part of message.parts) {
    if (part.type === 'tool-call') words.push(part.name, typeof part.input === 'string' ? part.input : leaves(part.input));
    if (part.type === 'attachment') words.push(part.name ?? '');
  }
  return words.filter(Boolean).join('\n');
}

/** What of a memory can be searched: every text in it. */
export function memoryWords(content: JsonObject): string {
  return leaves(content);
}

function leaves(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(leaves).filter(Boolean).join('\n');
  if (typeof value === 'object' && value !== null) return Object.values(value).map(leaves).filter(Boolean).join('\n');
  return '';
}
