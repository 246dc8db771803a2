import type { Json } from '@tenfold/core';
import { isList, isObject } from './json.ts';

/** Whether every string in a value, names of fields too, is well-formed Unicode. */
export function isWellFormed(value: Json | undefined): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (isList(value)) return value.every(isWellFormed);
  // Without lists of its fields: this looks at all that is ever sent.
  if (isObject(value)) for (const key in value) if (!key.isWellFormed() || !isWellFormed(value[key])) return false;
  return true;
}

/** The value with U+FFFD for every lone surrogate; the same value when there is none. One such half bricks a session: APIs refuse the whole body. */
export function wellFormed<Value extends Json | undefined>(value: Value): Value {
  return isWellFormed(value) ? value : (mend(value) as Value);
}

function mend(value: Json | undefined): Json | undefined {
  if (typeof value === 'string') return value.toWellFormed();
  if (isList(value)) return value.map((item) => mend(item) ?? null);
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, field]) => [key.toWellFormed(), mend(field)]));
  return value;
}
