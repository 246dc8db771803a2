import type { Job, Run } from '@tenfold/contract';
import { appState, perSession } from './per-session.ts';

/** The latest fold of a session: under way, or over and not yet dismissed. */
export interface FoldWatch {
  readonly job: Job | null;
  readonly run: Run | null;
}

/** What was last announced to screen readers: that condensing starts, or has ended. */
export const announcement = appState('');

const IDLE: FoldWatch = { job: null, run: null };

/** The latest fold of each session. */
export const foldWatches = perSession<FoldWatch>(IDLE);

/** Whether the divider of the latest fold can be seen. */
export const foldInSight = perSession(false);

/** The fold whose end needs no other notice: its divider was seen. */
export const seenFold = perSession<string | null>(null);

/** Notes whether the divider of the latest fold can be seen. */
export function noteInSight(session: string, seen: boolean): void {
  foldInSight.set(session, () => seen);
  const { job } = foldWatches.get(session);
  if (seen && job?.state === 'done') seenFold.set(session, () => job.id);
}

const jobOfRun = new Map<string, string>();

/** One name for a fold from its start on: that of the job it began as, where this tab saw it. */
export function foldName(run: string): string {
  return jobOfRun.get(run) ?? run;
}

/** Whether a fold is under way. */
export function isFolding({ job }: FoldWatch): boolean {
  return job !== null && (job.state === 'queued' || job.state === 'running');
}

/** What is known after an event of a job. Late events of a job that is over change nothing. */
export function afterJob(watch: FoldWatch, job: Job): FoldWatch {
  const same = watch.job?.id === job.id;
  if (same && !isFolding(watch)) return job.runId !== undefined && watch.job?.runId === undefined ? { ...watch, job } : watch;
  // Events come by two streams; the slower one must not set a job back.
  if (same && watch.job !== null && steps(job) < steps(watch.job) && isFolding({ job, run: null })) return watch;
  return { job, run: same ? watch.run : null };
}

function steps({ state, pass, passes }: Job): number {
  return (state === 'queued' ? 0 : 1) + (passes > 0 ? 1 + pass : 0);
}

/** What is known after an event of a run. */
export function afterRun(watch: FoldWatch, run: Run): FoldWatch {
  return { ...watch, run };
}

/** Takes in how a job stands, and announces when one starts or ends. */
export function noteJob(session: string, job: Job): void {
  const before = foldWatches.get(session);
  const after = afterJob(before, job);
  if (job.runId !== undefined) jobOfRun.set(job.runId, job.id);
  foldWatches.set(session, () => after);
  if (after.job?.state === 'done' && foldInSight.get(session)) seenFold.set(session, () => job.id);
  if (after === before) return;
  if (isFolding(after) && !(isFolding(before) && before.job?.id === job.id)) announcement.set('Condensing context...');
  if (!isFolding(after) && isFolding(before)) announcement.set(ended(after));
}

/** Takes in what a run came to. */
export function noteRun(session: string, run: Run): void {
  const watch = foldWatches.get(session);
  // One fold at a time: a run that comes while a job is under way is what became of it.
  if (watch.job !== null && isFolding(watch)) jobOfRun.set(run.id, watch.job.id);
  foldWatches.set(session, () => afterRun(watch, run));
  if (run.active) announcement.set(spoken(run));
}

/** Puts the latest fold out of sight. */
export function dismissFold(session: string): void {
  foldWatches.set(session, () => IDLE);
}

function ended({ job, run }: FoldWatch): string {
  if (job?.state === 'done') return run === null ? 'Context condensed' : spoken(run);
  if (job?.state === 'cancelled') return 'Condensing was cancelled. Nothing changed.';
  return job?.state === 'failed' ? 'Condensing failed. Nothing changed.' : 'Nothing was condensed.';
}

function spoken({ divider, outcome }: Run): string {
  return outcome === 'degraded' ? `${divider}, without the model` : divider;
}
