import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { newDatabase, type TestDatabase, whyNoPostgres } from './test-postgres.ts';

/** What holds on a database of these tests' own, with a folder for what they write. Where there is none, the name says why. */
export function describeOnPostgres(name: string, tests: (postgres: TestDatabase, folder: string) => void): void {
  const missing = whyNoPostgres();
  describe.skipIf(missing !== null)(`${name}${missing === null ? '' : ` (not tested: ${missing})`}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'tenfold-on-postgres-'));
    let made: TestDatabase;
    beforeAll(async () => {
      made = await newDatabase();
    });
    afterAll(() => rmSync(folder, { recursive: true }));
    tests(
      {
        restart: () => made.restart(),
        get url() {
          return made.url;
        },
      },
      folder,
    );
  });
}
