import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { randomOf } from '@tenfold/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqlite } from '../../sqlite/open.ts';
import { type CrashImage, CrashingDisk } from './crash-images.ts';
import { bundleFolder, bundleWriter } from './killing.ts';
import { canRecord, type Recorded, recordWrites } from './recorded-writes.ts';
import { checkAcknowledged } from './rounds.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenfold-images-'));
const bundled = bundleFolder();
let script = '';
beforeAll(async () => {
  script = await bundleWriter(bundled);
}, 120_000);
afterAll(() => {
  for (const made of [folder, bundled]) rmSync(made, { recursive: true, force: true });
});

const deep = process.env.TENFOLD_DEEP === '1';
/** Drawn at every point; what comes out as another one did is not looked at again. */
const LOTS = Number(process.env.TENFOLD_LOTS ?? (deep ? 100 : 1));
/** Of the points that are no flush, every so many; of the long run fewer. */
const strideOf = (phase: string) => (LOTS === 1 ? 100 : phase === 'endure' ? 10 : 1);
const SEED = Number(process.env.TENFOLD_SEED ?? 3);
/** What is written while the power goes, and how often: long enough for the log to be taken over, or short and in every way. */
const RUNS = [
  ['endure', 'Infinity'],
  ...(LOTS > 1 ? ['append', 'swap', 'checkpoint', 'stream'].map((phase) => [phase, '4'] as const) : []),
] as const;

/** Everything acknowledged before the power went is there, and nothing is damaged. */
async function check({ files, said }: CrashImage, at: string): Promise<number> {
  const place = join(folder, 'image');
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place);
  for (const [file, bytes] of files) if (!file.endsWith('-shm')) writeFileSync(join(place, basename(file)), bytes);
  const lines = said.split('\n').slice(0, -1);
  const acknowledged = lines.filter((line) => line.startsWith('entry') || line.startsWith('streamed')).length;
  if (acknowledged === 0 && ![...files.keys()].some((file) => file.endsWith('.db'))) return 0;
  const store = await openSqlite(join(place, 'written.db'));
  try {
    await checkAcknowledged(store, lines);
    expect((await store.verify()).damages).toEqual([]);
  } catch (error) {
    throw new Error(`The image ${at} (TENFOLD_SEED=${SEED} TENFOLD_LOTS=${LOTS})`, { cause: error });
  } finally {
    await store.close();
  }
  return acknowledged;
}

function digestOf({ files, said }: CrashImage): string {
  const hash = createHash('sha1').update(String(said.length));
  for (const [file, bytes] of files) if (!file.endsWith('-shm')) hash.update(file).update(bytes);
  return hash.digest('base64');
}

/** Cuts the power at every point of what was recorded, and counts. */
async function cutEverywhere(recorded: readonly Recorded[], name: string) {
  const random = randomOf(SEED);
  const draw = (below: number) => random.between(0, below - 1);
  const came = { images: 0, found: 0, flushes: 0 };
  const seen = new Set<string>();
  const disk = new CrashingDisk();
  for (const [until, did] of recorded.entries()) {
    disk.do(did);
    const isFlush = did.kind === 'flush';
    if (isFlush) came.flushes++;
    if (!isFlush && until % strideOf(name) !== 0) continue;
    for (let lot = 0; lot < LOTS; lot++) {
      const image = disk.crash(draw);
      const digest = digestOf(image);
      if (seen.has(digest)) continue;
      seen.add(digest);
      came.images++;
      came.found += await check(image, `of ${name} behind ${until} of ${recorded.length}, lot ${lot}`);
    }
  }
  return came;
}

describe.skipIf(!canRecord()).each(RUNS)('a power cut while there is %s', (phase, rounds) => {
  it('[R1] [D1] at every flush, and between them, loses nothing acknowledged', {
    timeout: LOTS > 1 ? 7_200_000 : 240_000,
  }, async () => {
    const path = join(folder, phase, 'written.db');
    mkdirSync(join(folder, phase));
    const log = join(folder, `${phase}.log`);
    const recorded = recordWrites(path, log, process.execPath, script, path, phase, 'run', rounds);
    const { images, found, flushes } = await cutEverywhere(recorded, phase);
    if (LOTS > 1)
      process.stdout.write(`${phase}: ${images} crash images, ${found} acknowledged entries found, ${flushes} flushes\n`);
    expect([flushes > (phase === 'endure' ? 50 : 10), found > images]).toEqual([true, true]);
  });
});
