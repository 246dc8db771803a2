import type { Run } from '@tenfold/contract';
import { Ellipsis, FileText, ListChecks, Pencil, RefreshCw, Rows2, ScrollText, Waypoints } from 'lucide-react';
import { useRegenerate } from '../../../queries/folding.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.tsx';
import { toastProblem } from '../../../ui/toast.tsx';
import type { DividerSection } from './divider-details.tsx';

/** What else can be looked into or done with a condensation. */
export function DividerMenu({
  session,
  run,
  stands,
  onOpen,
}: {
  session: string;
  run: Run;
  stands: boolean;
  onOpen: (section: DividerSection) => void;
}) {
  const regenerate = useRegenerate(session);
  const summary = run.folds.find(({ kind }) => kind === 'summary');
  return (
    <Menu trigger={<IconButton label="More about this condensation" icon={<Ellipsis />} />}>
      <MenuItem icon={<ListChecks />} onSelect={() => onOpen('kept')}>
        What was kept
      </MenuItem>
      <MenuItem icon={<ScrollText />} onSelect={() => onOpen('summary')}>
        Summary
      </MenuItem>
      <MenuItem icon={<Waypoints />} onSelect={() => onOpen('sources')}>
        Sources
      </MenuItem>
      <MenuItem icon={<Rows2 />} onSelect={() => onOpen('diff')}>
        Diff
      </MenuItem>
      <MenuItem icon={<FileText />} onSelect={() => onOpen('report')}>
        Report
      </MenuItem>
      {stands && summary !== undefined && (
        <>
          <MenuSeparator />
          <MenuItem
            icon={<RefreshCw />}
            disabled={regenerate.isPending}
            onSelect={() => regenerate.mutate({ fold: summary.id }, { onError: toastProblem })}
          >
            Regenerate the summary
          </MenuItem>
          <MenuItem icon={<Pencil />} onSelect={() => onOpen('edit')}>
            Edit the summary
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
