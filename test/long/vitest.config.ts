import { defineConfig } from 'vitest/config'

/** Tests that take minutes, run by `npm run test:full`. They write their measurements to docs/evidence/. */
export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', development: false } },
  test: {
    include: ['test/long/*.test.ts'],
    globalSetup:
      process.env['TEST_ENGINE'] === 'postgres'
        ? 'test/harness/postgres-setup.ts'
        : 'test/harness/sqlite-setup.ts',
    silent: 'passed-only',
    setupFiles: ['test/harness/no-noise.ts'],
    // As the site runs; otherwise React checks much more.
    env: { NODE_ENV: 'production' },
    testTimeout: 600_000,
    hookTimeout: 60_000,
  },
})
