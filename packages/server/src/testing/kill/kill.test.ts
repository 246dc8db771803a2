import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SECONDS } from '../../../../../tests/places-to-try.ts';
import { killRounds } from './rounds.ts';
import { bundleFolder, bundleVictim } from './victim.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenfold-kill-'));
const bundled = bundleFolder();
let script = '';
beforeAll(async () => {
  script = await bundleVictim(bundled);
}, 120_000);
afterAll(() => {
  for (const made of [folder, bundled]) rmSync(made, { recursive: true, force: true });
});

const deep = process.env.TENFOLD_DEEP === '1';
const KILLS = deep ? 500 : 2;
/** In the deep run two servers are killed side by side. */
const SEEDS = deep ? [3, 5] : [3];

describe.concurrent('kill -9 of the whole server while it appends, streams, folds and makes checkpoints', () => {
  it.each(SEEDS)(`loses nothing in ${KILLS} kills (seed %i)`, { timeout: KILLS * (deep ? 18_000 : 60_000) }, async (seed) => {
    const toll = await killRounds(script, join(folder, `home-${seed}`), KILLS, seed);
    if (deep) process.stdout.write(`the whole server: ${toll.kills} kills (seed ${seed})\n`);
    if (SECONDS === null) expect(toll.kills).toBe(KILLS);
    expect(toll.entries).toBeGreaterThan(toll.kills);
    expect(toll.checkpoints).toBeGreaterThanOrEqual(toll.kills / 4);
    expect(toll.abnormal).toBeGreaterThan(0);
    expect(toll.recovered).toBe(toll.abnormal);
  });
});
