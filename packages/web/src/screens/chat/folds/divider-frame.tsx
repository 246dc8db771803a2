import type { ReactNode, Ref } from 'react';
import { joined } from '../../../ui/joined.ts';

const TONES = {
  standing: 'border-accent/40 bg-accent-soft/40',
  resting: 'border-line bg-sunken',
  makeshift: 'border-warning/50 bg-warning-soft/60',
  failed: 'border-critical/50 bg-critical-soft',
} as const;

/** The card of a fold in the thread: the same place and shape from its start to its end. */
export function DividerFrame({
  title,
  icon,
  facts,
  tone,
  state,
  run,
  frameRef,
  actions,
  children,
}: {
  title: string;
  icon: ReactNode;
  facts: readonly string[];
  tone: keyof typeof TONES;
  /** How the fold stands, for those who look for it. */
  state: string;
  run?: string;
  frameRef?: Ref<HTMLElement>;
  actions?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <section ref={frameRef} aria-label={title} data-fold={state} data-run={run} className="mx-auto max-w-3xl px-4 py-3 md:px-6">
      <div className={joined('relative overflow-hidden rounded-xl border px-3 py-2 transition-colors duration-300', TONES[tone])}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <div className="min-w-0 flex-1 basis-64">
            <p className="flex items-center gap-2 font-medium text-sm tabular-nums [&_svg]:size-4 [&_svg]:shrink-0">
              {icon}
              <span className="min-w-0">{title}</span>
            </p>
            <p className="mt-0.5 text-ink-soft text-xs tabular-nums">{facts.join(' · ')}</p>
          </div>
          {actions && <div className="flex flex-wrap items-center gap-1.5">{actions}</div>}
        </div>
        {children}
      </div>
    </section>
  );
}
