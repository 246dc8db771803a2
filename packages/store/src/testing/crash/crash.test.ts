import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleWriter } from './killing.ts';
import { killRounds, type Phase } from './rounds.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenfold-crash-'));
let script = '';
beforeAll(async () => {
  script = await bundleWriter(`quick-${process.pid}`);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
  rmSync(join(script, '..'), { recursive: true });
});

const KILLS: Record<Phase, number> = { append: 60, swap: 40, checkpoint: 40, stream: 30, migrate: 30 };

describe.concurrent('kill -9', () => {
  for (const [phase, kills] of Object.entries(KILLS) as [Phase, number][]) {
    it(`[R1] [W3] [D2] loses nothing acknowledged in ${kills} kills during ${phase}`, { timeout: 240_000 }, async () => {
      const toll = await killRounds(script, folder, phase, kills, 7);
      expect(toll.kills).toBe(kills);
      if (phase === 'migrate') expect(toll.early).toBeGreaterThan(0);
      else expect([toll.detected >= kills, toll.acknowledged > kills]).toEqual([true, true]);
    });
  }
});
