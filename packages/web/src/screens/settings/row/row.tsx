import type { Json } from '@tenfold/core';
import { RotateCcw } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Control } from '../form/control.tsx';
import type { ControlKind } from '../form/control-kind.ts';
import { useTargeted } from '../search/setting-anchor.ts';

/** One setting: its name and help on the left, its control on the right, and the way back to the default. */
export function Row({
  id,
  title,
  help,
  changed = false,
  fixed,
  problem,
  onReset,
  children,
}: {
  id: string;
  title: ReactNode;
  help: ReactNode;
  changed?: boolean;
  /** Who decides where it cannot be changed here. */
  fixed?: string;
  problem?: string | undefined;
  onReset?: () => void;
  children: ReactNode;
}) {
  const targeted = useTargeted(id);
  return (
    <div
      id={id}
      data-targeted={targeted || undefined}
      className="grid scroll-mt-4 gap-x-6 gap-y-2 py-3 data-targeted:rounded-xl data-targeted:bg-accent-soft data-targeted:px-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,17rem)]"
    >
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium text-sm">
          {title}
          {changed && <Badge tone="accent">Changed</Badge>}
          {fixed !== undefined && <Badge tone="warning">Set by {fixed}</Badge>}
        </p>
        <p className="text-ink-soft text-sm">{help}</p>
      </div>
      <div className="min-w-0">
        <div className="flex items-center gap-1 sm:justify-end">
          {children}
          {changed && onReset !== undefined && <IconButton label="Back to the default" icon={<RotateCcw />} onClick={onReset} />}
        </div>
        {problem !== undefined && (
          <p role="alert" className="mt-1 text-critical text-xs sm:text-right">
            {problem}
          </p>
        )}
      </div>
    </div>
  );
}

/** A row whose value is entered with a control, and settles by itself. */
export function ControlRow({
  kind,
  value,
  onChange,
  ...row
}: Omit<ComponentProps<typeof Row>, 'children' | 'title'> & {
  title: string;
  kind: ControlKind;
  value: unknown;
  onChange: (value: Json) => void;
}) {
  return (
    <Row {...row}>
      <Control settles kind={kind} label={row.title} value={value} invalid={row.problem !== undefined} onChange={onChange} />
    </Row>
  );
}
