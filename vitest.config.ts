import { defineConfig } from 'vitest/config'

const needsDatabase = ['app/**/*.server.test.{ts,tsx}', 'test/requests/*.test.ts']

/** Rules are tested once; whatever touches a database is tested on both engines. */
export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['app/**/*.test.{ts,tsx}', 'test/*.test.ts'],
          exclude: needsDatabase,
        },
      },
      { extends: true, test: { name: 'sqlite', include: needsDatabase, env: { TEST_ENGINE: 'sqlite' } } },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: needsDatabase,
          env: { TEST_ENGINE: 'postgres' },
          globalSetup: 'test/postgres-setup.ts',
        },
      },
    ],
  },
})
