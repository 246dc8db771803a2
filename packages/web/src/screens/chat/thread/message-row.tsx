import type { Entry } from '@tenfold/contract';
import type { ReactNode } from 'react';
import { joined } from '../../../ui/joined.ts';

const SPEAKERS = { system: 'System', user: 'You', assistant: 'Assistant', tool: 'Tool', summary: 'Summary' } as const;

/** A message, in the record or on its way there: who says it, how it stands, what can be done with it, and what it says. */
export function MessageRow({
  speaker,
  folded = false,
  coming = false,
  marks,
  actions,
  children,
  below,
}: {
  speaker: Entry['role'];
  folded?: boolean;
  /** Whether it is not in the record yet. */
  coming?: boolean;
  marks?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  below?: ReactNode;
}) {
  const mine = speaker === 'user';
  return (
    <div
      data-folded={folded || undefined}
      data-role={speaker}
      aria-busy={(coming && !mine) || undefined}
      className={joined(
        'group/entry relative mx-auto max-w-3xl px-4 md:px-6',
        speaker === 'tool' ? 'py-0.5' : 'py-2',
        folded && 'before:absolute before:inset-y-0 before:left-1 before:w-0.5 before:bg-line-strong/50',
      )}
    >
      {speaker !== 'tool' && (
        <div className="mb-0.5 flex min-h-7 items-center gap-2 text-xs">
          <span className={joined('font-semibold', mine ? 'text-accent' : 'text-ink')}>{SPEAKERS[speaker]}</span>
          {marks}
          <div className="flex-1" />
          {actions}
        </div>
      )}
      {/* Formulas and stacked marks are drawn wherever they wish; over the words of others and of the app they would pass for theirs. */}
      <div
        className={joined(
          'overflow-clip [overflow-clip-margin:6px]',
          mine && 'rounded-2xl rounded-tl-md bg-accent-soft px-4 py-2.5',
          folded && 'text-ink-soft',
        )}
      >
        {children}
      </div>
      {below !== undefined && <div className="mt-1.5 flex flex-wrap gap-2">{below}</div>}
    </div>
  );
}
