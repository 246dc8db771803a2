import { readFileSync } from 'node:fs';

/** Reads the counter's table from the package. Core's only file that touches the machine; resolved as `#ranks` in Node alone. */
export function readRanks(from: URL = new URL('../assets/o200k.bin', import.meta.url)): Uint8Array {
  return readFileSync(from);
}
