import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { startPostgres, type TestPostgres, whyNoPostgres } from './test-postgres.ts';

/** What holds on a PostgreSQL of these tests' own, with a folder for what they write. Where there is none, the name says why. */
export function describeOnPostgres(name: string, tests: (postgres: Omit<TestPostgres, 'stop'>, folder: string) => void): void {
  const missing = whyNoPostgres();
  describe.skipIf(missing !== null)(`${name}${missing === null ? '' : ` (not tested: ${missing})`}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'tenfold-on-postgres-'));
    let started: TestPostgres;
    beforeAll(async () => {
      started = await startPostgres();
    });
    afterAll(async () => {
      await started?.stop();
      rmSync(folder, { recursive: true });
    });
    tests(
      {
        restart: () => started.restart(),
        get url() {
          return started.url;
        },
      },
      folder,
    );
  });
}
