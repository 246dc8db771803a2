import type { TextCounter } from '../counter.ts';
import { finderIn } from './text-index.ts';

/** The first of some paths that fit a budget and stand in no text that is told anyway, weighed as they are grouped. */
export function pathsWithin(paths: readonly string[], budget: number, told: string, count: TextCounter): readonly string[] {
  const taken: string[] = [];
  const folders = new Set<string>();
  const isTold = finderIn(told);
  let left = budget;
  for (const path of paths) {
    if (left < 3) break;
    const [folder, name] = parted(path);
    const tokens = count.text(name) + 1 + (folders.has(folder) ? 0 : count.text(folder) + 1);
    if (tokens > left || !isPlain(path) || isTold(path)) continue;
    left -= tokens;
    folders.add(folder);
    taken.push(path);
  }
  return taken;
}

/** Paths in few lines: those of one folder as `folder/{name,name}`, where two of them or more are in it. */
export function groupedPaths(paths: readonly string[]): readonly string[] {
  const folders = Map.groupBy(new Set(paths), (path) => parted(path)[0]);
  return [...folders].map(([folder, inside]) => {
    const names = inside.map((path) => parted(path)[1]);
    return folder === '' ? names.join(', ') : names.length === 1 ? `${folder}${names[0]}` : `${folder}{${names.join(',')}}`;
  });
}

function parted(path: string): readonly [folder: string, name: string] {
  const slash = path.lastIndexOf('/', path.length - 2) + 1;
  return [path.slice(0, slash), path.slice(slash)];
}

/** Signs that would part a group in the wrong place. */
function isPlain(path: string): boolean {
  return !/[{},\s]|:\/\//u.test(path);
}
