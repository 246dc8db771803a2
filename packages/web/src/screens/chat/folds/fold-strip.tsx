import type { ContextStatus, Job, Run } from '@tenfold/contract';
import { useEffect } from 'react';
import { useSetting } from '../../../queries/settings.ts';
import { dismissFold, foldInSight, foldWatches, isFolding, noteJob, seenFold } from '../../../state/fold-watch.ts';
import { useSessionId } from '../../../state/session-id.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { completionWords, foldNotes } from './divider-words.ts';
import { Cancel } from './folding-divider.tsx';
import { CONDENSING, jobFacts, jobTitle } from './job-words.ts';
import { useSeconds } from './use-seconds.ts';

const PLACE = 'mx-auto w-full max-w-3xl';

/** Points to the latest fold while its divider is out of sight, and says what it came to. */
export function FoldStrip({ status, onShow }: { status: ContextStatus | undefined; onShow: () => void }) {
  const session = useSessionId();
  const watch = foldWatches.useHere();
  const inSight = foldInSight.useHere();
  const seen = seenFold.useHere();
  const folding = status?.folding ?? null;
  useEffect(() => {
    // A job that has no name yet comes with the next event.
    if (folding !== null && folding.id !== '') noteJob(session, folding);
  }, [session, folding]);
  const { job, run } = watch;
  const quiet = useSetting('notifications') === false;
  if (job === null) return status?.breakerOpen ? <Paused /> : null;
  if (isFolding(watch)) return inSight ? null : <Running job={job} onShow={onShow} />;
  if (job.state === 'done') return quiet || inSight || seen === job.id ? null : <Done run={run} onShow={onShow} />;
  // What became of it is on the divider, and a message that waited for it says so too.
  if (inSight || (job.state === 'failed' && job.trigger === 'hard')) return null;
  return (
    <Notice tone={job.state === 'failed' ? 'critical' : 'info'} className={PLACE} actions={<ShowOrDismiss onShow={onShow} />}>
      {jobTitle(job, job.trigger !== 'hard')}
    </Notice>
  );
}

function Paused() {
  return (
    <Notice tone="warning" className={PLACE}>
      Condensing in the background is off after three failures. Condense once by hand to turn it on again; nothing was lost.
    </Notice>
  );
}

function Done({ run, onShow }: { run: Run | null; onShow: () => void }) {
  const notes = run === null ? [] : foldNotes(run);
  return (
    <Notice tone={notes.length === 0 ? 'info' : 'warning'} className={PLACE} actions={<ShowOrDismiss onShow={onShow} />}>
      <span className="font-medium tabular-nums">
        {run === null ? 'Context condensed' : `Context condensed: ${completionWords(run)}`}
      </span>
      {notes.map((note) => (
        <span key={note} className="block text-xs">
          {note}
        </span>
      ))}
    </Notice>
  );
}

function ShowOrDismiss({ onShow }: { onShow: () => void }) {
  const session = useSessionId();
  return (
    <>
      <Button small label="Show" onClick={onShow} />
      <Button small kind="quiet" label="Dismiss" onClick={() => dismissFold(session)} />
    </>
  );
}

function Running({ job, onShow }: { job: Job; onShow: () => void }) {
  const seconds = useSeconds(job.startedAt);
  return (
    <Notice
      icon={<Spinner />}
      className={PLACE}
      actions={
        <>
          {job.at !== null && <Button small kind="quiet" label="Show" onClick={onShow} />}
          <Cancel job={job} />
        </>
      }
    >
      <span className="flex flex-wrap items-center gap-x-2">
        <span className="font-medium">{CONDENSING}</span>
        <span className="text-ink-soft tabular-nums">{jobFacts(job, seconds).join(' · ')}</span>
      </span>
    </Notice>
  );
}
