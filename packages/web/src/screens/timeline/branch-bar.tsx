import type { Branch } from '@tenfold/contract';
import { GitBranch, Pencil } from 'lucide-react';
import { useState } from 'react';
import { useChooseBranch } from '../../queries/branches.ts';
import { branchName } from '../../ui/branch-name.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { NameBranch } from '../chat/name-branch.tsx';

/** The branches of a conversation; one is in use and can be named, a press goes on with another. */
export function BranchBar({ session, branches }: { session: string; branches: readonly Branch[] }) {
  const { choose, busy } = useChooseBranch(session);
  const [naming, setNaming] = useState<Branch | null>(null);
  if (branches.length < 2) return null;
  const current = branches.find((branch) => branch.current);
  return (
    <fieldset className="mb-3 flex flex-wrap items-center gap-1.5 px-3">
      <legend className="sr-only">Branches</legend>
      <GitBranch className="size-4 text-ink-faint" aria-hidden="true" />
      {branches.map((branch) => (
        <button
          key={branch.name}
          type="button"
          aria-pressed={branch.current}
          disabled={branch.current || busy}
          onClick={() => choose(branch.name)}
          className="inline-flex min-h-7 max-w-full items-center gap-1 rounded-full border border-line px-2.5 text-ink-soft text-xs hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
        >
          <span className="truncate">{branchName(branch)}</span> <span className="tabular-nums">({branch.entries})</span>
        </button>
      ))}
      {current !== undefined && (
        <IconButton label={`Name the branch ${branchName(current)}`} icon={<Pencil />} onClick={() => setNaming(current)} />
      )}
      {naming !== null && <NameBranch session={session} branch={naming} onClose={() => setNaming(null)} />}
    </fieldset>
  );
}
