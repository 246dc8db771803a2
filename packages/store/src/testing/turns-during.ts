/** What some work came to, the turns of the loop that others had meanwhile, and the milliseconds for each of them: of the processor, not of the clock. */
export async function turnsDuring<T>(work: () => Promise<T>): Promise<{ result: T; turns: number; each: number }> {
  const begun = process.cpuUsage();
  let turns = 0;
  let isDone = false;
  const turn = () => {
    turns++;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  const result = await work();
  isDone = true;
  const { user, system } = process.cpuUsage(begun);
  return { result, turns, each: (user + system) / 1_000 / turns };
}
