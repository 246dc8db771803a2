/** Work in slices: whoever drives it may do something else at every yield, or nothing at all. */
export type Sliced<T> = Generator<undefined, T, undefined>;

/** Values done between two yields. */
export const AT_ONCE = 16;

/** Does the work in one go. */
export function finish<T>(work: Sliced<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value as T;
  }
}

/** `map` in slices. */
export function* mapInSlices<T, R>(list: readonly T[], each: (value: T, index: number) => R): Sliced<R[]> {
  const all: R[] = [];
  for (let at = 0; at < list.length; at++) {
    if (at % AT_ONCE === AT_ONCE - 1) yield;
    all.push(each(list[at] as T, at));
  }
  return all;
}

/** `some` in slices. */
export function* someInSlices<T>(list: readonly T[], is: (value: T) => boolean): Sliced<boolean> {
  for (let at = 0; at < list.length; at++) {
    if (at % AT_ONCE === AT_ONCE - 1) yield;
    if (is(list[at] as T)) return true;
  }
  return false;
}

/** `every` in slices; of nothing, it is false. */
export function* everyInSlices<T>(list: readonly T[], is: (value: T) => boolean): Sliced<boolean> {
  return list.length > 0 && !(yield* someInSlices(list, (value) => !is(value)));
}
