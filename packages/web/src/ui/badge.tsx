import type { ReactNode } from 'react';
import { joined } from './joined.ts';

/** What a badge says by its colour, beside its words. */
export type BadgeTone = 'plain' | 'accent' | 'normal' | 'warning' | 'critical';

const TONES: Record<BadgeTone, string> = {
  plain: 'bg-sunken text-ink-soft',
  accent: 'bg-accent-soft text-accent',
  normal: 'bg-normal-soft text-normal',
  warning: 'bg-warning-soft text-warning',
  critical: 'bg-critical-soft text-critical',
};

/** A small word beside something. */
export function Badge({ tone = 'plain', children, title }: { tone?: BadgeTone; children: ReactNode; title?: string }) {
  return (
    <span
      title={title}
      className={joined(
        'inline-flex items-center gap-1 whitespace-nowrap rounded-full px-2 py-0.5 font-medium text-[0.7rem] leading-4 [&_svg]:size-3',
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}
