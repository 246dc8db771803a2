import type { ContextStatus } from '@tenfold/contract';
import { formatStatus, type Status, statusOf } from '@tenfold/core';
import type { Job } from '../folding/job.ts';
import { fileTypes } from '../upstream/send-rules.ts';
import type { LoadedSession } from './load-session.ts';

export type { ContextStatus };

/** What the folding of a session is about. */
export interface FoldState {
  readonly folding: Job | null;
  readonly cooldownSeconds: number;
  readonly breakerOpen: boolean;
}

type Measurable = Pick<LoadedSession, 'opened' | 'choices'>;

/** How full a loaded session is. */
export function measure({ opened, choices }: Measurable, draft?: string): Status {
  const { view, seams } = opened;
  return statusOf({ view, seams, count: choices.count, budget: choices.budget, ...(draft === undefined ? {} : { draft }) });
}

/** The same with the state of folding. */
export function contextStatus(loaded: Measurable, state: FoldState, draft?: string): ContextStatus {
  const status = measure(loaded, draft);
  const { profile } = loaded.choices;
  const files = profile === null ? null : fileTypes(profile.endpoint.provider);
  return { ...status, version: loaded.opened.version, ...state, files, text: formatStatus(status) };
}
