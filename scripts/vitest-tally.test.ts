import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { vitestTally } from './vitest-tally.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'tally-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = path.join(folder, 'results.json');

function report(passed: number, files: { status: string; tests: string[] }[]) {
  const testResults = files.map(({ status, tests }) => ({ status, assertionResults: tests.map((test) => ({ status: test })) }));
  const numFailedTests = files.flatMap(({ tests }) => tests).filter((test) => test === 'failed').length;
  writeFileSync(file, JSON.stringify({ numPassedTests: passed, numFailedTests, testResults }));
}

it('adds up what passed', () => {
  report(2, [{ status: 'passed', tests: ['passed', 'passed'] }]);
  expect(vitestTally(file, 0)).toEqual({ passed: 2, failed: 0 });
});

it('counts failed tests, and files that could not even be loaded', () => {
  report(1, [
    { status: 'failed', tests: ['passed', 'failed'] },
    { status: 'failed', tests: [] },
  ]);
  expect(vitestTally(file, 1)).toEqual({ passed: 1, failed: 2 });
});

it('never reports zero failures for a run that ended badly or left no report', () => {
  report(1, [{ status: 'passed', tests: ['passed'] }]);
  expect(vitestTally(file, 1)).toEqual({ passed: 1, failed: 1 });
  expect(vitestTally(`${file}.missing`, 0)).toEqual({ passed: 0, failed: 1 });
});
