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
