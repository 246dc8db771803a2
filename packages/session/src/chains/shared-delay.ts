/**
 * Gives all who ask within half of `ms` the same promise, which is kept half of `ms` later: nobody waits longer than `ms`, and nobody so
 * short that an answer which comes soon is not there yet.
 */
export function sharedDelay(ms: number): () => Promise<void> {
  let joined: Promise<void> | null = null;
  return () => {
    if (joined !== null) return joined;
    const { promise, resolve } = Promise.withResolvers<void>();
    joined = promise;
    // A process that ends does not wait for it: whoever ends it has everything written first.
    setTimeout(() => {
      joined = null;
      setTimeout(resolve, ms / 2).unref();
    }, ms / 2).unref();
    return promise;
  };
}
