import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { Fork } from './forks.ts';
import type { Step } from './use-versions.ts';

/** ‹1/2› on a message that has others beside it: the way between them, in place. */
export function VersionStepper({ fork, onStep }: { fork: Fork; onStep: Step | null }) {
  const { shown, branches } = fork;
  // Not disabled, which would take the focus from whoever presses them.
  const waits = onStep === null ? { 'aria-disabled': true } : {};
  return (
    <fieldset className="flex items-center text-ink-soft text-xs tabular-nums">
      <legend className="sr-only">Versions of this message</legend>
      <IconButton
        {...waits}
        label="Version before"
        icon={<ChevronLeft />}
        disabled={shown <= 0}
        onClick={() => onStep?.(fork, -1)}
      />
      <span>
        <span className="sr-only">Version </span>
        {shown + 1}/{branches.length}
      </span>
      <IconButton
        {...waits}
        label="Next version"
        icon={<ChevronRight />}
        disabled={shown >= branches.length - 1}
        onClick={() => onStep?.(fork, 1)}
      />
    </fieldset>
  );
}
