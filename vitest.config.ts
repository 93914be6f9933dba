import { defineConfig } from 'vitest/config'

const needsDatabase = ['app/**/*.server.test.{ts,tsx}', 'test/requests/*.test.ts', 'test/faults/*.test.ts']

/**
 * Rules are tested once; whatever touches a database on both engines; journeys in a real browser. Each in another time
 * zone, none of them the office's, so that no rule can come to depend on the machine's own.
 */
export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    silent: 'passed-only',
    testTimeout: 60_000,
    // Vitest would leave one processor idle, which on a small machine is half of it.
    maxWorkers: '100%',
    expect: { poll: { timeout: 20_000 } },
    setupFiles: ['test/no-noise.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['app/**/*.test.{ts,tsx}', 'test/*.test.ts', 'test/bench/*.test.ts'],
          exclude: needsDatabase,
          env: { TZ: 'America/St_Johns' },
        },
      },
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: needsDatabase,
          env: { TEST_ENGINE: 'sqlite', TZ: 'Pacific/Kiritimati' },
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: needsDatabase,
          env: { TEST_ENGINE: 'postgres', TZ: 'America/New_York' },
          globalSetup: 'test/postgres-setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/e2e/*.test.ts'],
          globalSetup: 'test/e2e/setup.ts',
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
