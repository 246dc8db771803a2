import type { Json } from '@tenfold/core';
import { isList, isObject } from './json.ts';
import { mapInSlices, type Sliced } from './slices.ts';

/** Whether every string in a value, names of fields too, is well-formed Unicode. */
export function isWellFormed(value: Json | undefined): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (isList(value)) return value.every(isWellFormed);
  // Without lists of its fields: this looks at all that is ever sent.
  if (isObject(value)) for (const key in value) if (!key.isWellFormed() || !isWellFormed(value[key])) return false;
  return true;
}

/** The body of a request made well-formed, item by item of its lists; the same where it is. */
export function* wellFormedBody(body: Json): Sliced<Json> {
  if (isList(body)) {
    const list = yield* mapInSlices(body, wellFormed);
    return list.every((item, at) => item === body[at]) ? body : list;
  }
  if (!isObject(body)) return wellFormed(body);
  const fields: [string, Json | undefined][] = [];
  let isSame = true;
  for (const key of Object.keys(body)) {
    const field = body[key];
    const whole = field === undefined ? undefined : yield* wellFormedBody(field);
    fields.push([key.toWellFormed(), whole]);
    isSame &&= whole === field && key.isWellFormed();
  }
  return isSame ? body : Object.fromEntries(fields);
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
