import type { Fault } from '../../../../../tests/upstream/upstream.ts';

/** What may go wrong with a request of a model; most often nothing does. */
export const FAULTS: readonly (Fault | null)[] = [
  null,
  null,
  null,
  'reset',
  'cut',
  'fail-inside',
  'html',
  'garbage',
  'empty',
  'overflow',
  { status: 401 },
  { status: 429, retryAfter: 0 },
  { status: 500 },
];

/** What may be done, as often as it stands here. */
export const ACTS = [
  'say',
  'say',
  'say',
  'again',
  'again',
  'profile',
  'append',
  'append',
  'fill',
  'condense',
  'undo',
  'protect',
  'checkpoint',
  'restore',
  'branch',
  'rename',
  'create',
  'remove',
  'import',
  'look',
  'clock',
  'restart',
  'crash',
] as const;

/** What was done and what went wrong with it, in few words. */
export function traceOf(
  kind: string,
  fault: Fault | null,
  trouble: { readonly after: number; readonly kind: string; readonly isDone: boolean } | null,
): string {
  const fell = trouble === null ? '' : `${trouble.kind} at ${trouble.after}${trouble.isDone ? ' done' : ''}`;
  return [kind, fault === null ? '' : JSON.stringify(fault), fell].filter(Boolean).join(' ');
}
