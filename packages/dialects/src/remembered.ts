import type { Json } from '@tenfold/core';

const settled = new WeakSet<object>();

/** Says that nobody changes a value any more, so that what is read from it may be remembered. */
export function settle<T extends Json>(value: T): T {
  if (typeof value === 'object' && value !== null) settled.add(value);
  return value;
}

/**
 * Reads values once: what was read from a settled one is given again, as the same object, where it stands behind the same as before.
 * Counts and names hang on objects, so a conversation that is sent again costs next to nothing.
 */
export function remembering<T>(): (value: Json, behind: unknown, read: () => T) => T {
  const known = new WeakMap<object, { readonly behind: unknown; readonly result: T }>();
  return (value, behind, read) => {
    if (typeof value !== 'object' || value === null || !settled.has(value)) return read();
    const before = known.get(value);
    if (before !== undefined && before.behind === behind) return before.result;
    const result = read();
    known.set(value, { behind, result });
    return result;
  };
}
