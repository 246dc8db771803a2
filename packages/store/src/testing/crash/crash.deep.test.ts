import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleWriter } from './killing.ts';
import { killRounds, type Phase } from './rounds.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenfold-crash-'));
let script = '';
beforeAll(async () => {
  script = await bundleWriter(`deep-${process.pid}`);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
  rmSync(join(script, '..'), { recursive: true });
});

const PHASES: readonly Phase[] = ['append', 'swap', 'checkpoint', 'stream', 'migrate'];
const KILLS = 2000;

describe.concurrent('kill -9, ten thousand times', () => {
  for (const phase of PHASES) {
    it(`[R1] [W3] [D2] loses nothing acknowledged in ${KILLS} kills during ${phase}`, { timeout: 3_600_000 }, async () => {
      const toll = await killRounds(script, folder, phase, KILLS, 11);
      expect(toll.kills).toBe(KILLS);
      if (phase === 'migrate') expect(toll.early).toBeGreaterThan(KILLS / 10);
      else expect(toll.detected).toBeGreaterThanOrEqual(KILLS);
    });
  }
});
