import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { randomOf } from '@tenfold/core/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSqlite } from '../../sqlite/open.ts';
import { type CrashImage, CrashingDisk } from './crash-images.ts';
import { bundleFolder, bundleWriter } from './killing.ts';
import { canRecord, recordWrites } from './recorded-writes.ts';

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
/** Drawn at every point. */
const LOTS = Number(process.env.TENFOLD_LOTS ?? (deep ? 20 : 1));
/** Of the points that are no flush, every so many. */
const STRIDE = deep ? 1 : 100;

/** Everything acknowledged before the power went is there, and nothing is damaged. */
async function check({ files, said }: CrashImage, at: string): Promise<number> {
  const place = join(folder, 'image');
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place);
  for (const [file, bytes] of files) if (!file.endsWith('-shm')) writeFileSync(join(place, basename(file)), bytes);
  const ids = [...said.matchAll(/^entry one (\S+)$/gm)].map(([, id = '']) => id);
  if (ids.length === 0 && !files.has(join(folder, 'written.db'))) return 0;
  const store = await openSqlite(join(place, 'written.db'));
  try {
    if (ids.length > 0) expect(await store.entries.known('one', ids), at).toEqual(new Set(ids));
    expect((await store.verify()).damages, at).toEqual([]);
  } finally {
    await store.close();
  }
  return ids.length;
}

it.skipIf(!canRecord())(
  '[R1] [D1] a power cut at every flush, and between them, loses nothing acknowledged',
  { timeout: deep || LOTS > 1 ? 7_200_000 : 240_000 },
  async () => {
    const path = join(folder, 'written.db');
    const recorded = recordWrites(path, join(folder, 'log'), process.execPath, script, path, 'endure', 'run');
    const random = randomOf(Number(process.env.TENFOLD_SEED ?? 3));
    const draw = (below: number) => random.between(0, below - 1);
    let [images, found, flushes] = [0, 0, 0];
    const disk = new CrashingDisk();
    for (const [until, did] of recorded.entries()) {
      disk.do(did);
      const isFlush = did.kind === 'flush';
      if (isFlush) flushes++;
      if (!isFlush && until % STRIDE !== 0) continue;
      for (let lot = 0; lot < LOTS; lot++) {
        images++;
        found += await check(disk.crash(draw), `behind ${until} of ${recorded.length}, lot ${lot}`);
      }
    }
    if (LOTS > 1) process.stdout.write(`crash images: ${images}, ${found} acknowledged entries found, ${flushes} flushes\n`);
    expect([flushes > 50, found > images]).toEqual([true, true]);
  },
);
