import { useEffect, useState } from 'react';
import type { ContextStatus, Job } from '../../../api/contract.ts';
import { useCancelJob, useCondense } from '../../../queries/folding.ts';
import { useSettings } from '../../../queries/settings.ts';
import { dismissFold, isFolding, noteJob, useFoldWatch } from '../../../state/fold-watch.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { toastProblem } from '../../../ui/toast.tsx';
import { completionWords } from './divider-words.ts';

const TITLE = 'Condensing context...';

/** The latest fold, in one place from start to end: under way with its pass and seconds, then what became of it. */
export function FoldStrip({
  session,
  status,
  onShow,
}: {
  session: string;
  status: ContextStatus | undefined;
  onShow: (at: number) => void;
}) {
  const watch = useFoldWatch(session);
  const folding = status?.folding ?? null;
  useEffect(() => {
    if (folding !== null) noteJob(session, folding);
  }, [session, folding]);
  const { job, run } = watch;
  const quiet = useSettings().data?.values.find(({ key }) => key === 'notifications')?.value === false;
  if (job === null) return status?.breakerOpen ? <Paused /> : null;
  if (isFolding(watch)) return <Running session={session} job={job} />;
  const close = (
    <Button small kind="quiet" onClick={() => dismissFold(session)}>
      Dismiss
    </Button>
  );
  if (job.state === 'done' && quiet) return null;
  if (job.state === 'done')
    return (
      <Notice
        className="mx-auto w-full max-w-3xl"
        actions={
          <>
            {run !== null && (
              <Button small onClick={() => onShow(run.at)}>
                Show
              </Button>
            )}
            {close}
          </>
        }
      >
        <span className="font-medium tabular-nums">{run?.divider ?? 'Context condensed'}</span>
        {run !== null && <span className="block text-ink-soft text-xs tabular-nums">{completionWords(run)}</span>}
      </Notice>
    );
  // A message that waited for the fold says by itself why it could not go.
  if (job.state === 'failed' && job.trigger === 'hard') return null;
  return <NotDone session={session} job={job} close={close} />;
}

function Paused() {
  return (
    <Notice tone="warning" className="mx-auto w-full max-w-3xl">
      Condensing in the background is off after three failures. Condense once by hand to turn it on again; nothing was lost.
    </Notice>
  );
}

function Running({ session, job }: { session: string; job: Job }) {
  const cancel = useCancelJob(session);
  const seconds = useSeconds(job.startedAt);
  return (
    <Notice
      className="mx-auto w-full max-w-3xl"
      actions={
        <Button small disabled={cancel.isPending} onClick={() => cancel.mutate(job.id, { onError: toastProblem })}>
          Cancel
        </Button>
      }
    >
      <span className="flex flex-wrap items-center gap-x-2">
        <Spinner />
        <span className="font-medium">{TITLE}</span>
        {job.scope !== TITLE && <span className="text-ink-soft">{job.scope}</span>}
        <span className="text-ink-faint tabular-nums">
          {job.passes > 0 && `pass ${Math.max(1, job.pass)}/${job.passes}${job.passName === '' ? '' : ` ${job.passName}`} · `}
          {seconds} s
        </span>
      </span>
      <span className="block text-ink-faint text-xs">
        {job.trigger === 'hard' ? 'The next message waits for it.' : 'You can read, write and send meanwhile.'}
      </span>
    </Notice>
  );
}

function NotDone({ session, job, close }: { session: string; job: Job; close: React.ReactNode }) {
  const condense = useCondense(session);
  const again = (strategy?: string) =>
    condense.mutate({ force: true, ...(strategy === undefined ? {} : { strategy }) }, { onError: toastProblem });
  if (job.state !== 'failed')
    return (
      <Notice className="mx-auto w-full max-w-3xl" actions={close}>
        {job.state === 'cancelled'
          ? 'Condensing was cancelled. Nothing changed.'
          : `Not condensed: ${job.reason ?? 'there is nothing to gain'}`}
      </Notice>
    );
  return (
    <Notice
      tone="critical"
      className="mx-auto w-full max-w-3xl"
      actions={
        <>
          <Button small onClick={() => again()}>
            Retry
          </Button>
          <Button small onClick={() => again('truncation')}>
            Use Truncation
          </Button>
          {close}
        </>
      }
    >
      Failed to condense: {job.reason ?? 'no reason was given'} Nothing changed.
    </Notice>
  );
}

function useSeconds(since: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.round((now - since) / 1_000));
}
