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
      <MenuItem icon={<ListChecks />} label="What was kept" onSelect={() => onOpen('kept')} />
      <MenuItem icon={<ScrollText />} label="Summary" onSelect={() => onOpen('summary')} />
      <MenuItem icon={<Waypoints />} label="Sources" onSelect={() => onOpen('sources')} />
      <MenuItem icon={<Rows2 />} label="Diff" onSelect={() => onOpen('diff')} />
      <MenuItem icon={<FileText />} label="Report" onSelect={() => onOpen('report')} />
      {stands && summary !== undefined && (
        <>
          <MenuSeparator />
          <MenuItem
            icon={<RefreshCw />}
            label="Regenerate the summary"
            disabled={regenerate.isPending}
            onSelect={() => regenerate.mutate({ fold: summary.id }, { onError: toastProblem })}
          />
          <MenuItem icon={<Pencil />} label="Edit the summary" onSelect={() => onOpen('edit')} />
        </>
      )}
    </Menu>
  );
}
