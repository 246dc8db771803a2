/** Stands in for the reader of `node.ts` where there is no file system: the host fetches the table and calls `installRanks`. */
export function readRanks(): Uint8Array | undefined {
  return undefined;
}
