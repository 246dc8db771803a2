import { readFileSync } from 'node:fs';

/** How many passed and how many did not. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

interface Results {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly { readonly status: string }[] }[];
}

/**
 * Reads Vitest's JSON report. A file that failed outside its tests counts once, and so does a run that ended badly
 * without naming a failure, so that zero failed always means that all is well.
 */
export function vitestTally(file: string, exitCode: number): Tally {
  let results: Results;
  try {
    results = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { passed: 0, failed: 1 };
  }
  const brokenFiles = results.testResults.filter(
    (one) => one.status === 'failed' && one.assertionResults.every((test) => test.status !== 'failed'),
  ).length;
  const failed = results.numFailedTests + brokenFiles;
  return { passed: results.numPassedTests, failed: failed === 0 && exitCode !== 0 ? 1 : failed };
}
