import type { Checkpoint } from '@tenfold/contract';
import { Eye, History, Shrink } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { CheckpointPreview } from './checkpoint-preview.tsx';
import { SummariseUpTo } from './summarise-up-to.tsx';
import { type Point, sinceWords } from './timeline-events.ts';

/** A checkpoint: how far it is from now, and what can be done from there. */
export function CheckpointCard({
  session,
  checkpoint,
  now,
  busy,
  onResume,
}: {
  session: string;
  checkpoint: Checkpoint;
  now: Point;
  busy: boolean;
  onResume: () => void;
}) {
  const [previewing, setPreviewing] = useState(false);
  const [summarising, setSummarising] = useState(false);
  return (
    <div className="grid gap-2">
      <p className="text-sm">
        <span className="text-ink-soft">Now against then: </span>
        <span className="tabular-nums">{sinceWords(checkpoint, now)}</span>
        {checkpoint.model !== null && <span className="text-ink-soft"> · made with {checkpoint.model}</span>}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          kind="primary"
          disabled={busy}
          onClick={onResume}
          title="Goes on from exactly this state, on a new branch; what came since stays on its own"
        >
          <History className="size-4" aria-hidden="true" />
          Resume from here
        </Button>
        <Button onClick={() => setPreviewing(true)}>
          <Eye className="size-4" aria-hidden="true" />
          Preview and diff
        </Button>
        <Button disabled={checkpoint.position < 0} onClick={() => setSummarising(true)}>
          <Shrink className="size-4" aria-hidden="true" />
          Condense up to here
        </Button>
      </div>
      {previewing && (
        <CheckpointPreview session={session} checkpoint={checkpoint} now={now} onClose={() => setPreviewing(false)} />
      )}
      {summarising && <SummariseUpTo session={session} checkpoint={checkpoint} onClose={() => setSummarising(false)} />}
    </div>
  );
}
