import { createHash, hash } from 'node:crypto';
import { type Fold, type Head, isLong, type Json, type JsonObject, jsonInPieces, type Message, type Usage } from '@tenfold/core';
import { StoreCorrupt } from './error.ts';
import type { HeadCoverage } from './head-coverage.ts';

/**
 * What a column of JSON holds. The store wrote it, so only its outer shape is looked at; a text of another shape is damage, and
 * that is said.
 */
export function columnReader<T>(what: string, fits: (value: unknown) => value is T): (text: string) => T {
  return (text) => {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      throw new StoreCorrupt(`What the store has as a ${what} cannot be read.`, { what }, error);
    }
    if (fits(value)) return value;
    throw new StoreCorrupt(`What the store has as a ${what} cannot be read.`, { what });
  };
}

/** A reader of a column that is not worth its row: where it is damaged, `instead` stands for it. `verify` tells of it. */
export function withFallback<Given, T, U>(read: (given: Given) => T, instead: U): (given: Given) => T | U {
  return (given) => {
    try {
      return read(given);
    } catch (error) {
      if (error instanceof StoreCorrupt) return instead;
      throw error;
    }
  };
}

/** The rows of a list. One that cannot be read is left out, so that the others are there. */
export function readableOf<Row, T>(rows: readonly Row[], read: (row: Row) => T): T[] {
  return rows.flatMap(withFallback((row: Row) => [read(row)], []));
}

/** Whether a value is an object with fields. */
export const isRecord = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string');
const isNumbers = (value: unknown): value is number[] => Array.isArray(value) && value.every((one) => typeof one === 'number');
/** Words that are no text would be taken for some by whoever reads on. */
const isPart = (value: unknown): boolean =>
  isRecord(value) &&
  typeof value.type === 'string' &&
  ((value.type !== 'text' && value.type !== 'reasoning') || typeof value.text === 'string');
export const isMessage = (value: unknown): value is Message =>
  isRecord(value) && typeof value.role === 'string' && Array.isArray(value.parts) && value.parts.every(isPart);
const FOLD_KINDS: ReadonlySet<unknown> = new Set<Fold['kind']>([
  'summary',
  'reference',
  'delta',
  'rewrite',
  'truncation',
  'suppression',
]);
const isTarget = (value: unknown): boolean =>
  isRecord(value) &&
  (value.kind === 'span'
    ? typeof value.from === 'string' && typeof value.to === 'string'
    : value.kind === 'part' && typeof value.entry === 'string' && Number.isInteger(value.index));
const isFold = (value: unknown): value is Fold & JsonObject =>
  isRecord(value) &&
  [value.id, value.run, value.text, value.by].every((text) => typeof text === 'string') &&
  [value.before, value.after].every((tokens) => typeof tokens === 'number') &&
  (value.origins === undefined || (Array.isArray(value.origins) && value.origins.every(isRecord))) &&
  FOLD_KINDS.has(value.kind) &&
  isTarget(value.target);
const isHead = (value: unknown): value is Head & JsonObject =>
  isRecord(value) &&
  (value.position === null || typeof value.position === 'string') &&
  isTexts(value.folds) &&
  isTexts(value.protected) &&
  isRecord(value.settings);
const isRange = (value: unknown): boolean => isNumbers(value) && value.length === 2;
const isPlan = (value: unknown): value is HeadCoverage & JsonObject =>
  isRecord(value) && Array.isArray(value.covered) && value.covered.every(isRange) && isTexts(value.shown);
const isUsage = (value: unknown): value is Usage => isRecord(value);
const isJson = (value: unknown): value is Json => value !== undefined;

/** The columns by what they hold. */
export const readMessage = columnReader('message', isMessage);
export const readFold = columnReader('fold', isFold);
export const readHead = columnReader('head', isHead);
export const readPlan = columnReader('plan', isPlan);
export const readUsage = columnReader('bill', isUsage);
export const readTexts = columnReader('list', isTexts);
export const readNumbers = columnReader('list of numbers', isNumbers);
export const readObject = columnReader('record', isRecord);
export const readJson = columnReader('value', isJson);
const readList = columnReader<unknown[]>('list of rows', Array.isArray);

/** A column of rows, which SQLite gives as text and other backends as they are. */
export function rowsIn<Row>(given: unknown, what: string, fits: (row: JsonObject) => boolean): readonly Row[] {
  const rows = typeof given === 'string' ? readList(given) : given;
  if (Array.isArray(rows) && rows.every((row) => isRecord(row) && fits(row))) return rows;
  throw new StoreCorrupt(`What the store has as a ${what} cannot be read.`, { what });
}

/** SHA-256 as 64 hex digits: the hash of every id and receipt in a store. */
export function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}

/** The same of a text that comes in pieces. */
sha256.begin = () => {
  const running = createHash('sha256');
  return { add: (piece: string) => void running.update(piece), end: () => running.digest('hex') };
};

/** A value as JSON, and the hash of `before` and that; others have their turn meanwhile where it is long. */
export async function written(
  value: unknown,
  before: string,
  yieldToOthers: () => Promise<void>,
): Promise<{ readonly text: string; readonly digest: string }> {
  if (!isLong(value)) {
    const text = JSON.stringify(value);
    return { text, digest: sha256(before + text) };
  }
  const running = sha256.begin();
  running.add(before);
  const pieces: string[] = [];
  for (const piece of jsonInPieces(value)) {
    running.add(piece);
    pieces.push(piece);
    await yieldToOthers();
  }
  return { text: pieces.join(''), digest: running.end() };
}
