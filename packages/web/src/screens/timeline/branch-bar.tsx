import type { Branch } from '@tenfold/contract';
import { GitBranch } from 'lucide-react';
import { useSwitchBranch } from '../../queries/session.ts';
import { toast, toastProblem } from '../../ui/toast.tsx';

/** The branches of a conversation; one is in use, a press goes on with another. */
export function BranchBar({ session, branches }: { session: string; branches: readonly Branch[] }) {
  const switchTo = useSwitchBranch(session);
  if (branches.length < 2) return null;
  const current = branches.find((branch) => branch.current)?.name;
  const choose = (name: string) =>
    switchTo.mutate(name, {
      onSuccess: () =>
        toast(
          `Now on ${name}`,
          current === undefined
            ? {}
            : { action: { label: 'Undo', run: () => switchTo.mutate(current, { onError: toastProblem }) } },
        ),
      onError: toastProblem,
    });
  return (
    <fieldset className="mb-3 flex flex-wrap items-center gap-1.5 px-3">
      <legend className="sr-only">Branches</legend>
      <GitBranch className="size-4 text-ink-faint" aria-hidden="true" />
      {branches.map(({ name, current: inUse, entries }) => (
        <button
          key={name}
          type="button"
          aria-pressed={inUse}
          disabled={inUse || switchTo.isPending}
          onClick={() => choose(name)}
          className="inline-flex min-h-7 items-center gap-1 rounded-full border border-line px-2.5 text-ink-soft text-xs hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
        >
          {name} <span className="tabular-nums">({entries})</span>
        </button>
      ))}
    </fieldset>
  );
}
