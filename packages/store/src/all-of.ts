/**
 * Waits for statements that do not need each other's results, which some backends send together. The first error is thrown once all have
 * ended: one that came after its transaction had been undone would stand by itself.
 */
export async function allOf<const T extends readonly Promise<unknown>[]>(
  statements: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  for (const ended of await Promise.allSettled(statements)) if (ended.status === 'rejected') throw ended.reason;
  return Promise.all(statements) as Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }>;
}
