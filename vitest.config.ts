import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { isFull } from './test/harness/scale.ts'
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

/** Above the database both engines run the same code; these tests depend on the engine. */
const requestsOnPostgres = [
  'acts-recorded',
  'bad-input',
  'content-lists',
  'database-away',
  'find',
  'read-replica',
  'search-questions',
  'two-machines',
  'two-processes',
].map((name) => `test/requests/*/${name}.test.ts`)
const onPostgres = ['app/**/*.server.test.{ts,tsx}', ...requestsOnPostgres, 'test/faults/database.test.ts']

/** Slow, and the same above the database: the short run takes one engine, the full one both. */
const notOnSqlite = isFull ? [] : ['test/requests/machines/two-processes.test.ts']
const notOnPostgres = isFull
  ? []
  : [
      'app/starter/load.server.test.ts',
      'app/features/nominations/model.server.test.ts',
      'app/features/cases/strangers.server.test.ts',
      'app/features/people/address-model.server.test.ts',
      'app/features/content/entry/drafts-at-random.server.test.ts',
      'app/features/forms/drafts/drafts-model.server.test.ts',
      'app/features/media/{operations,shown-files}.server.test.ts',
      'app/features/site-copy/{imports,refusals,site-copy}.server.test.ts',
      'app/features/staff/session/sign-in.server.test.ts',
      'app/features/newsletter/{mailing,operations}.server.test.ts',
      'app/features/enquiries/mail.server.test.ts',
      'app/features/rulebook/past-decisions.server.test.ts',
    ]

/** Journeys in a browser whose steps other tests prove one by one. */
const onlyInFull = isFull
  ? []
  : [
      'staff/keyboard-tasks',
      'staff/tasks',
      'staff/staff-site-copy',
      'staff/editor-looks',
      'site/static-copy',
    ].map((name) => `test/e2e/${name}.test.ts`)

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
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    expect: { poll: { timeout: 20_000 } },
    setupFiles: ['test/harness/no-noise.ts'],
    reporters: ['default', './test/harness/slowest-files.ts'],
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
          include: needsDatabase,
          exclude: [everyPage, ...notOnSqlite],
          env: { TEST_ENGINE: 'sqlite', TZ: 'Pacific/Kiritimati' },
          globalSetup: 'test/harness/sqlite-setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          isolate: false,
          include: isFull ? needsDatabase : onPostgres,
          exclude: [everyPage, ...notOnPostgres],
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
          exclude: onlyInFull,
          globalSetup: 'test/e2e/harness/setup.ts',
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
