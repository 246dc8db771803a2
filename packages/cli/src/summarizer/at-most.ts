/** The function with at most so many calls under way; the others wait their turn, first come first served. */
export function atMost<In, Out>(limit: number, act: (given: In) => Promise<Out>): (given: In) => Promise<Out> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (given) => {
    if (running >= limit) await new Promise<void>((turn) => void waiting.push(turn));
    else running++;
    try {
      return await act(given);
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
