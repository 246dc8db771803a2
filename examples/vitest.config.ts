import { defineConfig } from 'vitest/config';

// `npm run test:integrations`: real frameworks, in a project of their own, against the strict fake upstream.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    globalSetup: 'proof/set-up.ts',
    testTimeout: 600_000,
    hookTimeout: 600_000,
    maxWorkers: 2,
  },
});
