import type { PassedRequest } from '@tenfold/contract';
import { dollars, duration, whole } from '../../ui/figures.ts';

/** A figure of a request. */
export interface RequestFact {
  readonly name: string;
  /** Shown where there is little room too. */
  readonly isFirst?: true;
  of(request: PassedRequest): string;
}

/** Figures of a request, in the order they are shown. */
export const REQUEST_FACTS: readonly RequestFact[] = [
  { name: 'Received', isFirst: true, of: ({ before }) => whole(before) },
  { name: 'Sent', isFirst: true, of: ({ after }) => whole(after) },
  { name: 'Cached', of: ({ billed }) => (billed === null ? '–' : whole(billed.cacheRead)) },
  { name: 'Folds', of: ({ folds }) => whole(folds) },
  { name: 'Cost', of: ({ cost }) => (cost === null ? '–' : dollars(cost)) },
  { name: 'Time', of: ({ totalMs }) => (totalMs === null ? '…' : duration(totalMs)) },
];

const ERRORS: ReadonlyMap<string, string> = new Map([
  ['broke-off', 'upstream broke off'],
  ['cannot-fit', 'does not fit'],
  ['client-left', 'client left'],
  ['no-credential', 'the gateway has no key for it'],
  ['record-failed', 'record not written'],
  ['too-large', 'larger than the gateway takes'],
  ['unknown-strategy', 'no such strategy'],
  ['unreachable', 'upstream not reached'],
]);

/** How a request fared. */
export function stateOf({ status, aside, error }: PassedRequest): string {
  const code = status === null ? 'under way' : String(status);
  const more = error === null ? aside : (ERRORS.get(error) ?? error);
  return more === null ? code : `${code}, ${more}`;
}
