/** Gives all who ask within a while the same promise, which is kept at its end. */
export function soonAfter(ms: number): () => Promise<void> {
  let waiting: Promise<void> | null = null;
  return () => {
    waiting ??= new Promise((resolve) => {
      // A process that ends does not wait for it: whoever ends it has everything written first.
      setTimeout(() => {
        waiting = null;
        resolve();
      }, ms).unref();
    });
    return waiting;
  };
}
