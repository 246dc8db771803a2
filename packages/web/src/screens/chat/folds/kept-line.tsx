import type { Run } from '@tenfold/contract';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { joined } from '../../../ui/joined.ts';
import { textTone } from './kept-tone.ts';

/** How many facts a condensation kept and lost, in one line that opens to all of them. */
export function KeptLine({ run, open, onToggle }: { run: Run; open: boolean; onToggle: () => void }) {
  const scores = Object.values(run.evidence ?? {}).filter((score) => score !== undefined);
  const found = scores.reduce((sum, score) => sum + score.found, 0);
  const kept = scores.reduce((sum, score) => sum + score.kept, 0);
  if (found === 0) return null;
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={onToggle}
      className="-ml-1 mt-1 inline-flex min-h-6 items-center gap-1 rounded-md px-1 text-ink-soft text-xs tabular-nums hover:bg-surface hover:text-ink"
    >
      <Chevron className="size-3.5" aria-hidden="true" />
      {kept} of {found} facts kept
      {kept < found && <span className={joined('font-medium', textTone(kept / found))}>· {found - kept} lost</span>}
    </button>
  );
}
