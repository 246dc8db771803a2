import type { Job, Run } from '@tenfold/contract';
import { appState, perSession } from './per-session.ts';

/** The latest fold of a session: under way, or over and not yet dismissed. */
export interface FoldWatch {
  readonly job: Job | null;
  readonly run: Run | null;
}

/** What was last said to those who listen instead of look: that condensing starts, or has ended. */
export const announcement = appState('');

const IDLE: FoldWatch = { job: null, run: null };
const watches = perSession<FoldWatch>(IDLE);

/** The latest fold of a session. */
export function useFoldWatch(session: string): FoldWatch {
  return watches.use(session);
}

const inSight = perSession(false);
/** The latest fold whose end was seen where it stands. */
const told = perSession<string | null>(null);

/** Notes whether the divider of the latest fold can be seen. */
export function noteInSight(session: string, seen: boolean): void {
  inSight.set(session, () => seen);
  const { job } = watches.get(session);
  if (seen && job?.state === 'done') told.set(session, () => job.id);
}

/** The fold whose end needs no other notice: its divider was seen. */
export function useToldFold(session: string): string | null {
  return told.use(session);
}

/** Whether the divider of the latest fold can be seen. */
export function useFoldInSight(session: string): boolean {
  return inSight.use(session);
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

/** What is known after news of a job. Late news of a job that is over change nothing. */
export function afterJob(watch: FoldWatch, job: Job): FoldWatch {
  const same = watch.job?.id === job.id;
  if (same && !isFolding(watch)) return job.runId !== undefined && watch.job?.runId === undefined ? { ...watch, job } : watch;
  // News come by two ways; the slower one must not set a job back.
  if (same && watch.job !== null && steps(job) < steps(watch.job) && isFolding({ job, run: null })) return watch;
  return { job, run: same ? watch.run : null };
}

function steps({ state, pass, passes }: Job): number {
  return (state === 'queued' ? 0 : 1) + (passes > 0 ? 1 + pass : 0);
}

/** What is known after news of a run. */
export function afterRun(watch: FoldWatch, run: Run): FoldWatch {
  return { ...watch, run };
}

/** Takes in how a job stands, and says aloud when one starts or ends. */
export function noteJob(session: string, job: Job): void {
  const before = watches.get(session);
  const after = afterJob(before, job);
  if (job.runId !== undefined) jobOfRun.set(job.runId, job.id);
  watches.set(session, () => after);
  if (after.job?.state === 'done' && inSight.get(session)) told.set(session, () => job.id);
  if (after === before) return;
  if (isFolding(after) && !(isFolding(before) && before.job?.id === job.id)) announcement.set('Condensing context...');
  if (!isFolding(after) && isFolding(before)) announcement.set(ended(after));
}

/** Takes in what a run came to. */
export function noteRun(session: string, run: Run): void {
  const watch = watches.get(session);
  // One fold at a time: a run that comes while a job is under way is what became of it.
  if (watch.job !== null && isFolding(watch)) jobOfRun.set(run.id, watch.job.id);
  watches.set(session, () => afterRun(watch, run));
  if (run.active) announcement.set(spoken(run));
}

/** Puts the latest fold out of sight. */
export function dismissFold(session: string): void {
  watches.set(session, () => IDLE);
}

function ended({ job, run }: FoldWatch): string {
  if (job?.state === 'done') return run === null ? 'Context condensed' : spoken(run);
  if (job?.state === 'cancelled') return 'Condensing was cancelled. Nothing changed.';
  return job?.state === 'failed' ? 'Condensing failed. Nothing changed.' : 'Nothing was condensed.';
}

function spoken({ divider, outcome }: Run): string {
  return outcome === 'degraded' ? `${divider}, without the model` : divider;
}
