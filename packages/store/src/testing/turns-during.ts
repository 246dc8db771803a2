/** Turns of the loop that others had during some work, and the milliseconds of it for each of them: of the processor, not of the clock. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<{ turns: number; each: number }> {
  const begun = process.cpuUsage();
  let turns = 0;
  let isDone = false;
  const turn = () => {
    turns++;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isDone = true;
  const { user, system } = process.cpuUsage(begun);
  return { turns, each: (user + system) / 1_000 / turns };
}
