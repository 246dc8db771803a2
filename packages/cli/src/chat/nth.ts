/** What a list numbers N, counted from one as people do; undefined where there is none. */
export function nth<T>(all: readonly T[], argument: string): T | undefined {
  return /^\d+$/.test(argument) ? all[Number(argument) - 1] : undefined;
}
