import type { JsonObject } from '@tenfold/core';
import { isObject, objectOf } from '../json.ts';

/** What went wrong with an answer that had begun. */
export interface Trouble {
  /** The vendor's own name for it. */
  readonly name: string;
  /** All that was said of it. */
  readonly said: string;
}

/** Longest name that is kept. */
const MAX_NAME = 80;

/** What an event of a stream tells of trouble, in whichever API's form; null where it tells of none. */
export function troubleIn(data: JsonObject): Trouble | null {
  const isFailed = data.type === 'response.failed';
  const told = isFailed ? objectOf(data.response).error : data.error;
  const error = isObject(told) ? told : isFailed || data.type === 'error' ? data : null;
  if (error === null) return null;
  const name = [error.code, error.type, error.status].find((word) => typeof word === 'string' && word !== '');
  return { name: String(name ?? 'error').slice(0, MAX_NAME), said: JSON.stringify(error) };
}
