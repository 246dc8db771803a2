import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for the files of this run. It goes when the process ends, also when it is told to end. */
export function runFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tenfold-bench-'));
  // What is stopped at the same moment may still write.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143));
  return folder;
}
