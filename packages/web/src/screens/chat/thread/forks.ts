import type { AnswerOf, api, Branch, Segment } from '@tenfold/contract';

/** Branches of a session and where they fork, as the server answers. */
export type BranchTree = AnswerOf<typeof api.branches.list>;

/** Messages that stand beside each other at one place, oldest first: for each the branch to go on with, and which one shows. */
export interface Fork {
  readonly position: number;
  readonly branches: readonly string[];
  /** −1 where the conversation ends before it. */
  readonly shown: number;
}

/** A stretch of a branch: entries up to a position that have no fork between them. */
export interface Stretch {
  readonly segment: number;
  readonly to: number;
}

/** Where the branch in use has other messages beside its own, by position. */
export function forksOf({ branches, segments }: BranchTree): ReadonlyMap<number, Fork> {
  const bySegment = new Map(segments.map((segment) => [segment.segment, segment]));
  const current = branches.find((branch) => branch.current);
  if (current === undefined) return new Map();
  const own = pathOf(current, bySegment);
  const beside = new Map<number, Map<number, Branch>>();
  for (const branch of branches) {
    if (branch === current) continue;
    const path = pathOf(branch, bySegment);
    const position = partingOf(own, path);
    const segment = segmentAt(path, position);
    if (segment === undefined) continue;
    const there = beside.get(position) ?? new Map<number, Branch>();
    const known = there.get(segment);
    // Of several that go on from the same message the one used last.
    if (known === undefined || known.updatedAt < branch.updatedAt) there.set(segment, branch);
    beside.set(position, there);
  }
  const forks = new Map<number, Fork>();
  for (const [position, others] of beside) {
    const mine = segmentAt(own, position);
    if (mine !== undefined) others.set(mine, current);
    const sorted = [...others].sort(([a], [b]) => a - b);
    const shown = sorted.findIndex(([segment]) => segment === mine);
    forks.set(position, { position, branches: sorted.map(([, { name }]) => name), shown });
  }
  return forks;
}

/** The stretches a branch is made of, oldest first. */
export function pathOf({ segment, entries }: Branch, segments: ReadonlyMap<number, Segment>): readonly Stretch[] {
  const path: Stretch[] = [];
  let to = entries - 1;
  for (let at = segment === null ? undefined : segments.get(segment); at !== undefined; ) {
    path.unshift({ segment: at.segment, to });
    to = at.from - 1;
    at = at.parent === null ? undefined : segments.get(at.parent);
  }
  return path;
}

/** The first position two paths do not share. */
export function partingOf(one: readonly Stretch[], other: readonly Stretch[]): number {
  let position = 0;
  for (const [index, { segment, to }] of one.entries()) {
    const there = other[index];
    if (there?.segment !== segment) break;
    position = Math.min(to, there.to) + 1;
    if (to !== there.to) break;
  }
  return position;
}

function segmentAt(path: readonly Stretch[], position: number): number | undefined {
  return path.find(({ to }) => position <= to)?.segment;
}
