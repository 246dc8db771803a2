import type { MiniStatus } from '@tenfold/contract';
import { joined } from '../ui/joined.ts';

const FILL = { normal: 'bg-normal', warning: 'bg-warning-fill', critical: 'bg-critical' } as const;

/** How full a session is, for lists. */
export function MiniGauge({ status }: { status: MiniStatus }) {
  const percent = Math.round(status.percent);
  return (
    <span
      className="inline-flex items-center gap-1.5 text-ink-soft text-xs tabular-nums"
      title={`${percent}% of its room, ${status.level}`}
    >
      <span className="h-1.5 w-12 overflow-hidden rounded-full bg-sunken ring-1 ring-line" aria-hidden="true">
        <span className={joined('block h-full', FILL[status.level])} style={{ width: `${Math.min(100, percent)}%` }} />
      </span>
      {percent}%
    </span>
  );
}
