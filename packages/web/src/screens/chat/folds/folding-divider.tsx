import type { Job } from '@tenfold/contract';
import { Ban, FoldVertical, TriangleAlert } from 'lucide-react';
import { useCancelJob, useCondense } from '../../../queries/folding.ts';
import { keepDismissed } from '../../../state/dismissed-folds.ts';
import { dismissFold, foldWatches, isFolding } from '../../../state/fold-watch.ts';
import { useSessionId } from '../../../state/session-id.ts';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { DividerFrame } from './divider-frame.tsx';
import { endFacts, jobFacts, jobTitle } from './job-words.ts';
import { useInSight } from './use-in-sight.ts';
import { useSeconds } from './use-seconds.ts';

/** The divider of a fold before there is one: under way with its pass and seconds, or what became of it, why, and the ways on. */
export function FoldingDivider({ job, retry }: { job: Job; retry: boolean }) {
  const live = foldWatches.useHere().job?.id === job.id;
  // A job that is done has a run, which is on its way.
  const running = isFolding({ job, run: null }) || job.state === 'done';
  const seconds = useSeconds(job.startedAt, running);
  // While a message that waited for it says why by itself, the divider does not repeat it.
  const failed = job.state === 'failed' && !(live && job.trigger === 'hard');
  return (
    <DividerFrame
      frameRef={useInSight(live)}
      title={jobTitle(job, failed)}
      state={running ? 'running' : job.state}
      tone={running ? 'standing' : failed ? 'failed' : 'resting'}
      icon={
        running ? (
          <Spinner />
        ) : failed ? (
          <TriangleAlert className="text-critical" aria-hidden="true" />
        ) : job.state === 'cancelled' ? (
          <Ban className="text-ink-faint" aria-hidden="true" />
        ) : (
          <FoldVertical className="text-ink-faint" aria-hidden="true" />
        )
      }
      facts={running ? [...jobFacts(job, seconds), meanwhile(job)] : endFacts(job)}
      actions={
        running ? <Cancel job={job} /> : <Ways job={job} live={live} retry={retry && (failed || job.state === 'cancelled')} />
      }
    >
      {running && <Progress job={job} />}
    </DividerFrame>
  );
}

function meanwhile({ trigger }: Job): string {
  return trigger === 'hard' ? 'the next message waits for it' : 'read, write and send meanwhile';
}

/** How many passes are behind it. */
function Progress({ job }: { job: Job }) {
  const share = job.passes === 0 ? 0 : Math.max(0, job.pass - 0.5) / job.passes;
  return (
    <span aria-hidden="true" className="absolute inset-x-0 bottom-0 h-0.5 bg-accent/15">
      <span
        className="block h-full bg-accent transition-[width] duration-500 motion-safe:animate-pulse"
        style={{ width: `${Math.round(100 * Math.max(0.08, share))}%` }}
      />
    </span>
  );
}

/** Stops a fold that is under way. */
export function Cancel({ job }: { job: Job }) {
  const cancel = useCancelJob();
  return <Button small label="Cancel" disabled={cancel.isPending} onClick={() => cancel.mutate(job.id)} />;
}

function Ways({ job, live, retry }: { job: Job; live: boolean; retry: boolean }) {
  const session = useSessionId();
  const condense = useCondense();
  const again = (strategy?: string) => condense.mutate({ force: true, ...(strategy === undefined ? {} : { strategy }) });
  return (
    <>
      {retry && (
        <>
          <Button small label="Retry" disabled={condense.isPending} onClick={() => again()} />
          {job.state === 'failed' && (
            <Button
              small
              label="Use Truncation"
              disabled={condense.isPending}
              onClick={() => again('truncation')}
              title="Shortens old results without a model; can be undone"
            />
          )}
        </>
      )}
      <Button
        small
        kind="quiet"
        label="Dismiss"
        onClick={() => {
          keepDismissed(job.id);
          if (live) dismissFold(session);
        }}
      />
    </>
  );
}
