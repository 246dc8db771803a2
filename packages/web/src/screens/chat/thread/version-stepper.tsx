import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { Fork } from './forks.ts';
import { useThread } from './in-thread.ts';

/** ‹1/2› on a message that has others beside it: the way between them, in place. */
export function VersionStepper({ fork }: { fork: Fork }) {
  const { step } = useThread();
  const { shown, branches } = fork;
  // Not disabled, which would take the focus from whoever presses them.
  const waits = step === null ? { 'aria-disabled': true } : {};
  return (
    <fieldset className="flex items-center text-ink-soft text-xs tabular-nums">
      <legend className="sr-only">Versions of this message</legend>
      <IconButton
        {...waits}
        label="Version before"
        icon={<ChevronLeft />}
        disabled={shown <= 0}
        onClick={() => step?.(fork, -1)}
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
        onClick={() => step?.(fork, 1)}
      />
    </fieldset>
  );
}
