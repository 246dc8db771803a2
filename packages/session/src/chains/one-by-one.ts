/** Does works that share a key one after the other, as they came. What fails is for who asked for it. */
export function oneByOne(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const newest = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const before = newest.get(key);
    const done = before === undefined ? work() : before.then(work, work);
    const settled = () => void (newest.get(key) === done && newest.delete(key));
    newest.set(key, done);
    done.then(settled, settled);
    return done;
  };
}
