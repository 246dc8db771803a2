import { availableParallelism, tmpdir } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { folderInMemory } from './tests/folder-in-memory.ts';

// What a person has set for a server of their own, keys above all, is not meant for the tests.
for (const name of Object.keys(process.env)) {
  if (
    /^TENFOLD_(HOME|HOST|PORT|SECRET|NEW_SECRET|TOKEN|DATABASE_URL|ISSUER|ISSUER_KEYS|AUDIENCE|STRATEGIES|DRAIN_SECONDS|PUBLIC_URL|TRUSTED_PROXIES|CLIENT_ID|CLIENT_SECRET|QUOTA_TOKENS|QUOTA_MB|PRIVATE_ADDRESSES)$|_API_KEY$|^OTEL_/.test(
      name,
    )
  )
    delete process.env[name];
}

// What a process of the tests has compiled, the next need not: it starts in half the time.
process.env.NODE_COMPILE_CACHE ??= `${import.meta.dirname}/node_modules/.cache/compiled`;

// The table of the counter is read once in a process; these break it before it is read, in processes of their own. The room that V8 has
// once given to young objects it keeps, so that how much it gives is seen in a process of its own, too.
// All others share what a worker has imported: that is a third of the time of a small file.
const ALONE = [
  'packages/session/src/exchange/spare-memory.test.ts',
  'packages/core/src/count/tables.test.ts',
  'packages/server/src/process/broken-counter.test.ts',
  'packages/cli/src/program.test.ts',
];

// Started last, one of these would keep one core busy while the other has nothing left to do. Their sizes do not show it.
const LONG =
  /tests\/(?:laws|regex|servers)\/|\/testing\/(?:kill|crash|simulation)\/|hops\.test|(?:sqlite|postgres)\/open\.test|commands\/(?:import|mcp)\.test|many-folds\.test|homes\//;

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification) => `${project.name} ${LONG.test(moduleId) ? 0 : 1}`;
    return (await super.sort(files)).sort((a, b) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0));
  }
}

// `npm run test:deep` is `--mode deep`: everything, the suites that take minutes included.
export default defineConfig(({ mode }) => {
  const deep = mode === 'deep' || process.env.TENFOLD_DEEP === '1';
  // The deep run writes to the disk, as people do.
  if (!deep) process.env.TMPDIR = folderInMemory() ?? tmpdir();
  return {
    test: {
      projects: [
        {
          test: {
            name: 'plain',
            include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts', 'tests/**/*.test.ts'],
            exclude: ['tests/browser/**', ...ALONE],
            isolate: false,
          },
        },
        { test: { name: 'alone', include: ALONE } },
        {
          test: {
            name: 'browser',
            include: ['tests/browser/**/*.test.ts'],
            isolate: false,
            globalSetup: 'tests/browser/set-up.ts',
            setupFiles: 'tests/browser/after-each.ts',
          },
        },
      ],
      exclude: ['**/node_modules/**', '**/dist/**', ...(deep ? [] : ['**/*.deep.test.ts'])],
      env: deep ? { TENFOLD_DEEP: '1' } : {},
      sequence: { sequencer: LongFirst },
      // Much of the time goes into waiting for servers and browsers, so a machine of two cores can do two things at once. A third one
      // gained next to nothing (657 s against 674, one run behind the other) and made every browser test take half as long again.
      maxWorkers: Math.max(2, availableParallelism() - 1),
      testTimeout: deep ? 600_000 : 60_000,
      hookTimeout: 180_000,
      // What is looked for again and again may take its time on a busy machine; it only has to come.
      expect: { poll: { timeout: 20_000 } },
    },
  };
});
