import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { Fork } from './forks.ts';

/** ‹1/2› on a message that has others beside it: the way between them, in place. */
export function VersionStepper({ fork, onStep }: { fork: Fork; onStep: (fork: Fork, by: 1 | -1) => void }) {
  const { shown, branches } = fork;
  return (
    <fieldset className="flex items-center text-ink-soft text-xs tabular-nums">
      <legend className="sr-only">Versions of this message</legend>
      <IconButton label="Version before" icon={<ChevronLeft />} disabled={shown <= 0} onClick={() => onStep(fork, -1)} />
      <span>
        <span className="sr-only">Version </span>
        {shown + 1}/{branches.length}
      </span>
      <IconButton
        label="Next version"
        icon={<ChevronRight />}
        disabled={shown >= branches.length - 1}
        onClick={() => onStep(fork, 1)}
      />
    </fieldset>
  );
}
