import { useNavigate } from '@tanstack/react-router';
import { Check, GitBranch, Pencil, Waypoints } from 'lucide-react';
import { useBranches, useChooseBranch } from '../../queries/branches.ts';
import { branchName } from '../../ui/branch-name.ts';
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { counted } from '../../ui/numbers.ts';

/** The branch one is on, once there are several: the others, a name for it, and the way to see them all. */
export function BranchMenu({ session, onName }: { session: string; onName: () => void }) {
  const { data } = useBranches(session);
  const { choose, busy } = useChooseBranch(session);
  const navigate = useNavigate();
  const branches = data?.branches ?? [];
  const current = branches.find((branch) => branch.current);
  if (current === undefined || branches.length < 2) return null;
  const newestFirst = branches.toSorted((a, b) => b.updatedAt - a.updatedAt);
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`Branch: ${branchName(current)}`}
          title="Branches"
          className="inline-flex min-h-7 items-center gap-1.5 rounded-md px-1.5 text-ink-soft text-sm hover:bg-sunken hover:text-ink"
        >
          <GitBranch className="size-4" aria-hidden="true" />
          <span className="max-w-32 truncate max-sm:hidden">{branchName(current)}</span>
        </button>
      }
    >
      <MenuGroup label="Branches">
        {newestFirst.map((branch) => (
          <MenuItem
            key={branch.name}
            icon={branch.current ? <Check aria-label="In use:" /> : <span className="size-4" />}
            disabled={busy}
            shortcut={counted(branch.entries, 'message')}
            onSelect={() => choose(branch.name)}
          >
            <span className="block truncate">{branchName(branch)}</span>
          </MenuItem>
        ))}
      </MenuGroup>
      <MenuSeparator />
      <MenuItem icon={<Pencil />} onSelect={onName}>
        Name this branch…
      </MenuItem>
      <MenuItem icon={<Waypoints />} onSelect={() => void navigate({ to: '/s/$session/timeline', params: { session } })}>
        See them on the timeline
      </MenuItem>
    </Menu>
  );
}
