import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { killRounds } from './rounds.ts';
import { bundleVictim } from './victim.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenfold-kill-'));
let script = '';
beforeAll(async () => {
  script = await bundleVictim(`deep-${process.pid}`);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(join(script, '..'), { recursive: true, force: true });
});

const KILLS = 500;

describe.concurrent('kill -9 of the whole server while it appends, streams, folds and makes checkpoints', () => {
  it.each([11, 13])(`loses nothing in ${KILLS} kills (seed %i)`, { timeout: 7_200_000 }, async (seed) => {
    const toll = await killRounds(script, join(folder, `home-${seed}`), KILLS, seed);
    expect(toll.kills).toBe(KILLS);
    expect(toll.entries).toBeGreaterThan(KILLS);
    expect(toll.checkpoints).toBeGreaterThanOrEqual(KILLS / 4);
    expect(toll.abnormal).toBeGreaterThan(0);
    expect(toll.recovered).toBe(toll.abnormal);
  });
});
