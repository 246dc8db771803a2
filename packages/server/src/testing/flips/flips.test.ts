import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomOf } from '@tenfold/core/testing';
import { StoreError } from '@tenfold/store';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnPostgres } from '../../../../../tests/postgres/describe-on-postgres.ts';
import { moveHome } from '../../process/move-home.ts';
import { BadSetting } from '../../process/settings.ts';
import { flippedDatabase } from './flipped-database.ts';
import { columnsOf, drawFlip, type Flip, type FlippableHome, flipped, makeHome } from './flipped-home.ts';
import { lookThrough, type Seen } from './look-through.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenfold-flips-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const deep = process.env.TENFOLD_DEEP === '1';
const FLIPS = Number(process.env.TENFOLD_FLIPS ?? (deep ? 300 : 6));
/** Each needs a database of its own, which takes seconds. */
const ON_POSTGRES = Math.ceil(FLIPS / 5);
const SEED = Number(process.env.TENFOLD_SEED ?? 1);
const timeout = 120_000 + FLIPS * 20_000;

let home: FlippableHome;
let sound: Seen;

beforeAll(async () => {
  home = await makeHome(join(folder, 'sound'));
  const copy = join(folder, 'looked');
  cpSync(home.home, copy, { recursive: true });
  sound = await lookThrough(home, copy);
}, 60_000);

/** A copy in which a bit was changed, how it is looked through, and how it is removed. */
interface Changed {
  readonly said: string;
  look(): Promise<Seen>;
  drop?(): Promise<void>;
}

/** Everything that is wrong behind any of the draws: one damage is told with its draw, and the others are looked for all the same. */
async function faultsBehind(
  flips: number,
  change: (flip: Flip, to: string) => Promise<Changed | null>,
): Promise<readonly string[]> {
  // Owners are called as who embeds the engine likes: one with another name is somebody else, and the session theirs.
  const columns = columnsOf(home).filter(({ table, column }) => !(table === 'sessions' && column === 'owner'));
  expect(columns.length).toBeGreaterThan(150);
  const random = randomOf(SEED);
  const faults: string[] = [];
  for (let n = 0; n < flips; n++) {
    const flip = drawFlip(columns, random);
    const to = join(folder, 'flipped');
    const changed = await change(flip, to);
    const name = `${flip.table}.${flip.column} (${JSON.stringify(flip.row)}): ${changed?.said}`;
    const seen = await changed?.look().catch((error: unknown) => refusal(error));
    if (typeof seen === 'string') faults.push(`${name}: ${seen}`);
    else if (seen) faults.push(...[...seen.faults, ...differences(seen)].map((fault) => `${name}: ${fault}`));
    await changed?.drop?.();
    rmSync(to, { recursive: true, force: true });
  }
  return faults;
}

/** What is another in the session that nothing happened to. Limits and settings are everybody's, so how full it is may be. */
function differences(seen: Seen): string[] {
  return [...sound.intact].flatMap(([page, text]) => {
    const [was, is] = [text, seen.intact.get(page) ?? ''].map((said) => (page === '/context' ? withoutStatus(said) : said));
    return page === '/status' || page === '/wire' || was === is ? [] : [`${page} of the intact session was ${was}, is ${is}`];
  });
}

function withoutStatus(context: string): string {
  const { status: _, ...said } = JSON.parse(context);
  return JSON.stringify(said);
}

/** A store that says it is of a later version is not opened, and says why. */
function refusal(error: unknown): string | null {
  if (error instanceof StoreError || error instanceof BadSetting) return null;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

it(`one bit of any column changed, ${FLIPS} times: every session is opened and gone on with, and no other is touched`, {
  timeout,
}, async () => {
  const faults = await faultsBehind(FLIPS, async (flip, to) => {
    const change = flipped(home, to, flip);
    return change && { ...change, look: () => lookThrough(home, to) };
  });
  expect(faults).toEqual([]);
});

describeOnPostgres('on PostgreSQL', (postgres) => {
  it.runIf(deep)(`the first ${ON_POSTGRES} of the same draws, as far as they leave a text`, { timeout }, async () => {
    await moveHome({ home: home.home }, postgres.url, () => {});
    let made = 0;
    const faults = await faultsBehind(ON_POSTGRES, async (flip, to) => {
      const change = await flippedDatabase(home, postgres.url, to, flip);
      if (change !== null) made++;
      return change && { ...change, look: () => lookThrough(home, to, change.url) };
    });
    expect(faults).toEqual([]);
    expect(made).toBeGreaterThan(ON_POSTGRES / 4);
  });
});
