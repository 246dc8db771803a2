import type { EntryId, FoldId, RunId } from '@tenfold/core';
import type { JobId, SessionId } from '@tenfold/store';
import type { EntryView } from '../sessions.ts';
import type { Job } from './job.ts';
import type { FoldEstimate, FoldView, Run } from './run-record.ts';

/** How a fold is asked for by hand. */
export interface FoldRequest {
  readonly strategy?: string;
  readonly preset?: string;
  readonly config?: object;
  /** Tokens to come down to. */
  readonly target?: number;
  /** Fold nothing behind this entry. */
  readonly upTo?: EntryId;
  /** Tokens of recent messages to keep as they are. */
  readonly retainTokens?: number;
  /** Run below the floor and below the goal too. Never lifts the 30 s or a running fold. */
  readonly force?: boolean;
  readonly fast?: boolean;
  readonly actor?: string;
}

/** What undo, peel and edit answer. */
export interface HeadChange {
  readonly version: number;
}

/** Folding by hand, what it came to, and taking it back. */
export interface Folding {
  /** Starts a fold beside the conversation. Refuses with `fold-running`, `fold-cooldown`, `below-floor`. */
  condense(session: SessionId, request?: FoldRequest): Promise<Job>;
  /** What a fold would come to; nothing is paid or changed. */
  estimate(session: SessionId, request?: FoldRequest): Promise<FoldEstimate>;
  job(id: JobId): Promise<Job>;
  /** All folds that were asked for in a session, the newest first: those that failed, were cancelled or skipped too, with why. */
  jobs(session: SessionId, options?: { readonly limit?: number }): Promise<readonly Job[]>;
  /** The fold under way in a session. */
  running(session: SessionId): Promise<Job | null>;
  /** Resolves when the job is final. */
  finished(id: JobId): Promise<Job>;
  cancel(id: JobId): Promise<Job>;
  runs(session: SessionId): Promise<readonly Run[]>;
  rate(session: SessionId, run: RunId, rating: number): Promise<Run>;
  /** Takes all folds of a run back; later messages and other runs stay. */
  undo(session: SessionId, run: RunId, actor?: string): Promise<HeadChange>;
  folds(session: SessionId): Promise<readonly FoldView[]>;
  peel(session: SessionId, fold: FoldId, actor?: string): Promise<HeadChange>;
  /** Another text for a fold: counted and checked, the old version stays stored. */
  edit(session: SessionId, fold: FoldId, text: string, actor?: string): Promise<HeadChange & { readonly fold: FoldView }>;
  /** Asks for the summary anew. */
  regenerate(session: SessionId, fold: FoldId, request?: { fast?: boolean; actor?: string }): Promise<Job>;
  /** The entries a fold stands for. */
  original(session: SessionId, fold: FoldId): Promise<readonly EntryView[]>;
}
