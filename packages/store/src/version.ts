import { Conflict } from './error.ts';

/**
 * The version a row gets, given the one it has (none: it is new) and the one the writer read. Null says it must be
 * new; no expectation means that the last write wins.
 */
export function nextVersion(what: string, found: number | undefined, expect: number | null | undefined): number {
  if (expect !== undefined && expect !== (found ?? null)) {
    throw new Conflict(`The ${what} was changed elsewhere. Nothing was written.`, {
      what,
      expected: expect,
      found: found ?? null,
    });
  }
  return (found ?? 0) + 1;
}
