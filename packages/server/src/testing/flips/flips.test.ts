import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomOf } from '@tenfold/core/testing';
import { StoreError } from '@tenfold/store';
import { afterAll, expect, it } from 'vitest';
import { columnsOf, drawFlip, flipped, makeHome } from './flipped-home.ts';
import { lookThrough } from './look-through.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenfold-flips-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const FLIPS = Number(process.env.TENFOLD_FLIPS ?? (process.env.TENFOLD_DEEP === '1' ? 300 : 6));
const SEED = Number(process.env.TENFOLD_SEED ?? 1);

it(`one bit of any column changed, ${FLIPS} times: every session is opened and gone on with, and no other is touched`, {
  timeout: 120_000 + FLIPS * 20_000,
}, async () => {
  const home = await makeHome(join(folder, 'sound'));
  // Owners are called as who embeds the engine likes: one with another name is somebody else, and the session theirs.
  const columns = columnsOf(home).filter(({ table, column }) => !(table === 'sessions' && column === 'owner'));
  expect(columns.length).toBeGreaterThan(150);
  const random = randomOf(SEED);
  for (let n = 0; n < FLIPS; n++) {
    const flip = drawFlip(columns, random);
    const to = join(folder, `flip-${n}`);
    const change = flipped(home, to, flip);
    // A store that says it is of a later version is not opened, and says why.
    const name = `${flip.table}.${flip.column}: ${change?.said}`;
    const seen = change && (await lookThrough(home, to).catch((error: unknown) => refusal(error, name)));
    expect(seen?.faults ?? [], name).toEqual([]);
    expect(seen?.intact ?? [], name).toSatisfy((said: readonly string[]) =>
      said.every((text) => !text.includes('cannot be read')),
    );
    rmSync(to, { recursive: true, force: true });
  }
});

function refusal(error: unknown, name: string): null {
  if (error instanceof StoreError) return null;
  throw new Error(name, { cause: error });
}
