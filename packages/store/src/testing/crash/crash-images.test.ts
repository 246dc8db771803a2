import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { randomOf } from '@tenfold/core/testing';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SECONDS } from '../../../../../tests/places-to-try.ts';
import { openSqlite } from '../../sqlite/open.ts';
import { type CrashImage, CrashingDisk } from './crash-images.ts';
import { bundleFolder, bundleWriter } from './killing.ts';
import { canRecord, type Recorded, recordWrites } from './recorded-writes.ts';
import { checkAcknowledged } from './rounds.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenfold-images-'));
const bundled = bundleFolder();
/** Images stand for a disk themselves: where they lie while they are looked at may be memory. */
const place = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'tenfold-image-'));
const file = join(place, 'written.db');
let script = '';
beforeAll(async () => {
  script = await bundleWriter(bundled);
}, 120_000);
afterAll(() => {
  for (const made of [folder, bundled, place]) rmSync(made, { recursive: true, force: true });
});

const deep = process.env.TENFOLD_DEEP === '1';
/** Drawn at every point; what comes out as another one did is not looked at again. */
const LOTS = Number(process.env.TENFOLD_LOTS ?? (deep ? (SECONDS === null ? 100 : 3) : 1));
/** Of the points that are no flush, every so many; of the long run fewer, and fewest of long texts, which take thousands of writes each. */
const strideOf = (phase: string) => (phase === 'long' ? 500 : LOTS === 1 ? 100 : phase === 'endure' ? 10 : 1);
const SEED = Number(process.env.TENFOLD_SEED ?? 3);
/** What is written while the power goes, and how often: long enough for the log to be taken over, or short and in every way. */
const RUNS = [
  ['endure', 'Infinity'],
  ...(LOTS > 1
    ? ['append', 'swap', 'checkpoint', 'stream', 'long'].map((phase) => [phase, phase === 'long' ? '2' : '4'] as const)
    : []),
] as const;

/** What lies in the place; a file that is the same from image to image is not written again. */
const put = new Map<string, Buffer>();

function putInPlace({ files }: CrashImage): void {
  const wanted = new Map([...files].filter(([name]) => !name.endsWith('-shm')).map(([name, bytes]) => [basename(name), bytes]));
  for (const left of readdirSync(place)) if (!wanted.has(left)) rmSync(join(place, left));
  for (const [name, bytes] of wanted) if (put.get(name)?.equals(bytes) !== true) writeFileSync(join(place, name), bytes);
  put.clear();
  for (const [name, bytes] of wanted) put.set(name, bytes);
}

/** Everything acknowledged before the power went is there, and nothing is damaged. */
async function check(image: CrashImage, at: string): Promise<void> {
  putInPlace(image);
  put.clear();
  const store = await openSqlite(file);
  try {
    await checkAcknowledged(store, linesOf(image));
    expect((await store.verify()).damages).toEqual([]);
  } catch (error) {
    throw new Error(`The image ${at} (TENFOLD_SEED=${SEED} TENFOLD_LOTS=${LOTS})`, { cause: error });
  } finally {
    await store.close();
  }
}

function linesOf({ said }: CrashImage): readonly string[] {
  return said.split('\n').slice(0, -1);
}

function digestOf({ files, said }: CrashImage): string {
  const hash = createHash('sha1').update(String(said.length));
  for (const [name, bytes] of files) if (!name.endsWith('-shm')) hash.update(name).update(bytes);
  return hash.digest('base64');
}

/**
 * Every page as SQLite shows it once it has read an image's log, and all else that a store is opened by: images that come to the
 * same, of which there are very many, need be looked into once. Nothing where SQLite cannot read it: that is never the same.
 */
function recovered(image: CrashImage): string | null {
  const mark = [...image.files].find(([name]) => name.endsWith('-mark'))?.[1];
  putInPlace(image);
  try {
    // Who only reads leaves the files as they are.
    const database = new Database(file, { readonly: true });
    try {
      const hash = createHash('sha1').update(`${image.said.length} ${mark?.toString() ?? ''}\n`);
      return hash.update(database.serialize()).digest('base64');
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}

/** Cuts the power at every point of what was recorded, and counts. */
async function cutEverywhere(recorded: readonly Recorded[], name: string) {
  const random = randomOf(SEED);
  const draw = (below: number) => random.between(0, below - 1);
  const came = { images: 0, states: 0, found: 0, flushes: 0 };
  const [seen, checked] = [new Set<string>(), new Set<string>()];
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
      const acknowledged = linesOf(image).filter((line) => /^(?:entry|streamed)/.test(line)).length;
      came.found += acknowledged;
      // Before the file is there, there is nothing to be lost.
      if (acknowledged === 0 && ![...image.files.keys()].some((path) => path.endsWith('.db'))) continue;
      const state = recovered(image);
      if (state !== null && checked.has(state)) continue;
      await check(image, `of ${name} behind ${until} of ${recorded.length}, lot ${lot}`);
      came.states++;
      if (state !== null) checked.add(state);
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
    const began = performance.now();
    const { images, states, found, flushes } = await cutEverywhere(recorded, phase);
    if (LOTS > 1)
      process.stdout.write(
        `${phase}: ${images} crash images that come to ${states} states, ${found} acknowledged entries found, ${flushes} flushes, ${Math.round((images / (performance.now() - began)) * 1000)} images a second (TENFOLD_SEED=${SEED})\n`,
      );
    // Of long texts few are acknowledged by the time that most images are of.
    const enough = phase === 'long' ? images / 2 : images;
    expect([flushes > (phase === 'endure' ? 50 : phase === 'long' ? 5 : 10), found > enough]).toEqual([true, true]);
  });
});
