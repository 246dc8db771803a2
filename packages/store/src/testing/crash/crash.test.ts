import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleFolder, bundleWriter } from './killing.ts';
import { killRounds, type Phase } from './rounds.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenfold-crash-'));
const bundled = bundleFolder();
let script = '';
beforeAll(async () => {
  script = await bundleWriter(bundled);
}, 120_000);
afterAll(() => {
  for (const made of [folder, bundled]) rmSync(made, { recursive: true, force: true });
});

/** Thirty kills in all; three hundred times as many in the deep run, or as often as is said. */
const TIMES = Number(process.env.TENFOLD_TIMES ?? (process.env.TENFOLD_DEEP === '1' ? 300 : 1));
const SEED = Number(process.env.TENFOLD_SEED ?? 7);
/** After so many it ends with as many kills as it came to. */
const SECONDS = Number(process.env.TENFOLD_SECONDS ?? 86_400);
const KILLS: Record<Phase, number> = { append: 8, long: 2, swap: 5, checkpoint: 5, stream: 5, migrate: 7 };

describe.concurrent('kill -9', () => {
  for (const [phase, few] of Object.entries(KILLS) as [Phase, number][]) {
    const kills = few * TIMES;
    it(`[R1] [W3] [D2] loses nothing acknowledged in ${kills} kills during ${phase}`, { timeout: TIMES * 120_000 }, async () => {
      const toll = await killRounds(script, folder, phase, kills, SEED, SECONDS);
      if (SECONDS >= 86_400) expect(toll.kills).toBeGreaterThanOrEqual(kills);
      if (TIMES > 1)
        process.stdout.write(`${phase}: ${toll.kills} kills, ${toll.acknowledged} acknowledged (TENFOLD_SEED=${SEED})\n`);
      if (phase === 'migrate') expect(toll.early).toBeGreaterThan(0);
      else expect([toll.detected >= toll.kills, toll.acknowledged > (SECONDS >= 86_400 ? kills : 0)]).toEqual([true, true]);
    });
  }
});
