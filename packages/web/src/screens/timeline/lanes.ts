import type { Branch } from '@tenfold/contract';
import { branchName } from '../../ui/names.ts';
import { type BranchTree, partingOf, pathOf } from '../chat/thread/forks.ts';

/** A branch as it runs beside the others: where it left which. */
export interface Lane {
  readonly branch: string;
  readonly label: string;
  readonly current: boolean;
  /** The lane it forks from, and the first position it does not share with it; null for one that begins by itself. */
  readonly from: { readonly lane: number; readonly position: number } | null;
}

/** The branches of a session, oldest first, each hung on the older one it shares most with. */
export function lanesOf({ branches, segments }: BranchTree): readonly Lane[] {
  const bySegment = new Map(segments.map((segment) => [segment.segment, segment]));
  const order = ({ name, segment }: Branch) => (name === 'main' ? -1 : (segment ?? 0));
  const paths: ReturnType<typeof pathOf>[] = [];
  return branches
    .toSorted((a, b) => order(a) - order(b) || a.name.localeCompare(b.name))
    .map((branch, index) => {
      const path = pathOf(branch, bySegment);
      const shared = paths.map((older) => partingOf(older, path));
      paths.push(path);
      const lane = shared.indexOf(Math.max(...shared));
      const from = index === 0 ? null : { lane, position: shared[lane] ?? 0 };
      return { branch: branch.name, label: branchName(branch), current: branch.current, from };
    });
}
