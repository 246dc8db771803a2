import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { joined } from './joined.ts';

const TONES = {
  info: { icon: Info, look: 'border-line bg-sunken text-ink' },
  warning: { icon: TriangleAlert, look: 'border-warning/40 bg-warning-soft text-ink' },
  critical: { icon: CircleAlert, look: 'border-critical/40 bg-critical-soft text-ink' },
} as const;

/** A message in the page, with what can be done about it. */
export function Notice({
  tone = 'info',
  icon,
  children,
  actions,
  className,
  alert = false,
}: {
  tone?: keyof typeof TONES;
  /** In place of the tone's own. */
  icon?: ReactNode;
  children: ReactNode;
  actions?: ReactNode;
  className?: string;
  alert?: boolean;
}) {
  const { icon: Icon, look } = TONES[tone];
  return (
    <div
      role={alert ? 'alert' : undefined}
      className={joined('flex flex-wrap items-center gap-x-3 gap-y-2 rounded-xl border px-3 py-2 text-sm', look, className)}
    >
      {icon ?? <Icon className="size-4 shrink-0 text-ink-soft" aria-hidden="true" />}
      <div className="min-w-0 flex-1 basis-56">{children}</div>
      {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}
