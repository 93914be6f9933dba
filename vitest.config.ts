import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { isFull } from './test/harness/scale.ts'
import RunOrder from './test/run-order.ts'
import { alsoOnPostgres, onlyInFullRun, onlyOnPostgres, onlyOnSqlite } from './test/short-run.ts'
import { tempFolderEnv } from './test/harness/temp-folder.ts'

// The built site is tested with its libraries in production mode, as visitors get it. That is also faster.
Object.assign(process.env, tempFolderEnv(), {
  NODE_ENV: 'production',
  // Once this is set, a site does not have to start a second time to set it.
  MALLOC_ARENA_MAX: '1',
  // Tests start hundreds of processes; each compiles only what no other has.
  NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled'),
})

const rules = ['app/**/*.test.{ts,tsx}', 'test/{guards,hostile,bench,rulebooks}/*.test.ts']
const needsDatabase = ['app/**/*.server.test.{ts,tsx}', 'test/requests/**/*.test.ts', 'test/faults/*.test.ts']

const onPostgres = [...alsoOnPostgres, ...onlyOnPostgres]

const leftToFull = (files: string[]) => (isFull ? [] : files)

/** Workers run each line of the site a few times only: making it fast costs more than it saves. */
const withoutOptimising = ['--no-opt']

/** React warns about faulty markup only in development, so the file that renders every page runs in that mode. */
const everyPage = 'test/requests/site/words.test.ts'

/**
 * Rules are tested once; database code on both engines; journeys in a real browser. Each in another time zone, none of
 * them the office's, so that no rule can depend on the machine's own.
 */
export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', development: false } },
  test: {
    silent: 'passed-only',
    testTimeout: 60_000,
    // More workers than processors: many tests wait for a timer, a process or the browser.
    maxWorkers: availableParallelism() * 2,
    expect: { poll: { timeout: 45_000 } },
    setupFiles: ['test/harness/no-noise.ts'],
    reporters: ['default', './test/harness/slowest-files.ts'],
    sequence: { sequencer: RunOrder },
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          isolate: false,
          include: rules,
          exclude: needsDatabase,
          env: { NODE_ENV: 'test', TZ: 'America/St_Johns' },
        },
      },
      {
        extends: true,
        test: {
          name: 'pages',
          include: [everyPage],
          env: { NODE_ENV: 'test', TEST_ENGINE: 'sqlite', TZ: 'Asia/Kathmandu' },
          globalSetup: 'test/harness/sqlite-setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'sqlite',
          isolate: false,
          execArgv: withoutOptimising,
          include: needsDatabase,
          exclude: [everyPage, ...leftToFull(onlyOnPostgres)],
          env: { TEST_ENGINE: 'sqlite', TZ: 'Pacific/Kiritimati' },
          globalSetup: 'test/harness/sqlite-setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          isolate: false,
          execArgv: withoutOptimising,
          include: isFull ? needsDatabase : onPostgres,
          exclude: [everyPage, ...leftToFull(onlyOnSqlite)],
          env: { TEST_ENGINE: 'postgres', TZ: 'America/New_York' },
          globalSetup: 'test/harness/postgres-setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          isolate: false,
          include: ['test/e2e/**/*.test.ts'],
          exclude: leftToFull(onlyInFullRun),
          globalSetup: 'test/e2e/harness/setup.ts',
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
