import { type KeyboardEvent, useCallback, useMemo } from 'react';
import { useBranches, useSwitchBranch } from '../../../queries/branches.ts';
import { type Fork, forksOf } from './forks.ts';
import { entryKey } from './rows.ts';

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Goes from a message to one that stands beside it. */
export type Step = (fork: Fork, by: 1 | -1) => void;

/** Messages that stand beside each other, and how to go from one to the next: not while an answer is coming, nor on the way already. */
export function useVersions(busy: boolean, hold: (key: string) => void) {
  const { data: tree } = useBranches();
  const { mutate, isPending } = useSwitchBranch();
  const forks = useMemo(() => (tree === undefined ? new Map<number, Fork>() : forksOf(tree)), [tree]);
  const goTo: Step = useCallback(
    ({ position, branches, shown }, by) => {
      const next = branches[shown + by];
      if (next === undefined) return;
      // What the others say may be longer or shorter: the message stays where one looks.
      hold(entryKey(position));
      mutate(next);
    },
    [hold, mutate],
  );
  const step = busy || isPending ? null : goTo;
  /** Steps by arrows on a row that is gone to; what stands inside it keeps its own. */
  const stepByKey = (position: number, { key, target, currentTarget }: KeyboardEvent) => {
    const [by, fork] = [STEPS[key], forks.get(position)];
    if (by !== undefined && fork !== undefined && target === currentTarget) step?.(fork, by);
  };
  return { forks, step, stepByKey };
}
