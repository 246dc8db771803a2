import type { ContextStatus, Job, Run } from '@tenfold/contract';
import { useEffect } from 'react';
import { useSetting } from '../../../queries/settings.ts';
import { dismissFold, isFolding, noteJob, useFoldInSight, useFoldWatch, useToldFold } from '../../../state/fold-watch.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { completionWords, foldNotes } from './divider-words.ts';
import { Cancel } from './folding-divider.tsx';
import { CONDENSING, jobFacts, jobTitle } from './job-words.ts';
import { useSeconds } from './use-seconds.ts';

const PLACE = 'mx-auto w-full max-w-3xl';

/** Points to the latest fold while its divider is out of sight, and says what it came to. */
export function FoldStrip({
  session,
  status,
  onShow,
}: {
  session: string;
  status: ContextStatus | undefined;
  onShow: () => void;
}) {
  const watch = useFoldWatch(session);
  const inSight = useFoldInSight(session);
  const told = useToldFold(session);
  const folding = status?.folding ?? null;
  useEffect(() => {
    // A job that has no name yet is about to be told of.
    if (folding !== null && folding.id !== '') noteJob(session, folding);
  }, [session, folding]);
  const { job, run } = watch;
  const quiet = useSetting('notifications') === false;
  if (job === null) return status?.breakerOpen ? <Paused /> : null;
  if (isFolding(watch)) return inSight ? null : <Running session={session} job={job} onShow={onShow} />;
  if (job.state === 'done')
    return quiet || inSight || told === job.id ? null : <Done session={session} run={run} onShow={onShow} />;
  // What became of it is on the divider, and a message that waited for it says so too.
  if (inSight || (job.state === 'failed' && job.trigger === 'hard')) return null;
  return (
    <Notice
      tone={job.state === 'failed' ? 'critical' : 'info'}
      className={PLACE}
      actions={<ShowOrDismiss session={session} onShow={onShow} />}
    >
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

function Done({ session, run, onShow }: { session: string; run: Run | null; onShow: () => void }) {
  const notes = run === null ? [] : foldNotes(run);
  return (
    <Notice
      tone={notes.length === 0 ? 'info' : 'warning'}
      className={PLACE}
      actions={<ShowOrDismiss session={session} onShow={onShow} />}
    >
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

function ShowOrDismiss({ session, onShow }: { session: string; onShow: () => void }) {
  return (
    <>
      <Button small label="Show" onClick={onShow} />
      <Button small kind="quiet" label="Dismiss" onClick={() => dismissFold(session)} />
    </>
  );
}

function Running({ session, job, onShow }: { session: string; job: Job; onShow: () => void }) {
  const seconds = useSeconds(job.startedAt);
  return (
    <Notice
      icon={<Spinner />}
      className={PLACE}
      actions={
        <>
          {job.at !== null && <Button small kind="quiet" label="Show" onClick={onShow} />}
          <Cancel session={session} job={job} />
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
