import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { test as base, expect, vi } from 'vitest'
import { openDatabase } from '#db/engine/engine.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { readConfig } from '#server/config/config.server.ts'
import { gentleCloser } from '#server/http/stop.server.ts'
import { lampData, makeOffice, makePublished } from '#test/makers/content.ts'
import { ask, listen } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { createDatabase, startReplicatedPostgres } from '#test/harness/postgres.ts'
import { importBuild, origin } from '#test/harness/site.ts'

/** A real PostgreSQL and a replica that follows it, reached over a connection that the tests can cut. */

const onPostgres = process.env['TEST_ENGINE'] === 'postgres'
/** Public, cached, and it names every award. */
const page = '/sitemap.xml'
const soon = { timeout: 20_000, interval: 20 }

type TestSite = Awaited<ReturnType<typeof openFaultSite>>

const test = base.extend<{ testSite: TestSite }>({
  testSite: [
    async ({}, use) => {
      const testSite = await openFaultSite()
      await use(testSite)
      await testSite.close()
    },
    { scope: 'file' },
  ],
})

async function openFaultSite() {
  const server = await startReplicatedPostgres()
  const line = await openLine(server.replicaSocket)
  const database = await createDatabase(server.url)
  const { pathname } = new URL(database)
  const readDatabase = `postgresql://postgres@127.0.0.1:${line.port}${pathname}`
  const dataDir = mkdtempSync(join(tmpdir(), 'replica-'))
  const env = { DATA_DIR: dataDir, ORIGIN: origin, DATABASE_URL: database, DATABASE_READ_URL: readDatabase }
  const { openSite } = await importBuild()
  const site = await openSite(readConfig(env))
  const replica = openDatabase(readDatabase)
  const closeHttp = gentleCloser(site.http)
  const port = await listen(site.http)
  const { admin } = await makeOffice(site.db, new Date())
  await makePublished(site.db, admin, new Date())
  return {
    ...{ site, replica, line, port, admin },
    async close() {
      await closeHttp()
      await replica.destroy()
      await site.close()
      line.cut()
      rmSync(dataDir, { recursive: true })
      await server.stop()
    },
  }
}

test.runIf(onPostgres)('public pages are read from the replica', async ({ testSite }) => {
  const { site, replica, port, line } = testSite
  await caughtUp(site.db, replica)
  line.requested.length = 0
  const answer = await ask(port, page)

  expect(answer.text).toContain('/awards/golden-lamp')
  expect(line.requested.join('')).toContain('from "entry" where')
})

test.runIf(onPostgres)(
  'a replica that is behind is not used, so no old page is cached',
  async ({ testSite }) => {
    const { site, replica, port, line } = testSite
    await caughtUp(site.db, replica)
    await sql`select pg_wal_replay_pause()`.execute(replica)
    await publish(testSite, 'Silver Lamp')
    await vi.waitFor(async () => expect((await ask(port, page)).text).toContain('/awards/silver-lamp'), {
      ...soon,
      timeout: 2000,
    })
    expect(await knows(replica, 'Silver Lamp')).toBe(false)
    line.requested.length = 0
    for (let times = 0; times < 3; times++)
      expect((await ask(port, `${page}?page=${times}`)).text).toContain('/awards/silver-lamp')

    expect(line.requested.join('')).not.toContain('from "entry" where')
    await sql`select pg_wal_replay_resume()`.execute(replica)
    await caughtUp(site.db, replica)
    expect((await ask(port, page)).text).toContain('/awards/silver-lamp')
  },
)

test.runIf(onPostgres)('without the replica pages come from the primary database', async ({ testSite }) => {
  const { port, line } = testSite
  const logged = captureLog()
  line.cut()
  await publish(testSite, 'Lonely Lamp')
  await vi.waitFor(async () => expect((await ask(port, page)).text).toContain('/awards/lonely-lamp'), soon)
  expect(logged.filter(({ event }) => event === 'replica.away')).toHaveLength(1)
  expect(logged.filter(({ event }) => event === 'request.failed')).toEqual([])
})

async function caughtUp(db: Db, replica: Db) {
  const { rows } = await sql<{ at: string }>`select pg_current_wal_lsn()::text as at`.execute(db)
  await vi.waitFor(async () => {
    const reported = await sql<{ has: boolean }>`
      select pg_last_wal_replay_lsn() >= ${rows[0]!.at}::pg_lsn as has`.execute(replica)
    expect(reported.rows[0]?.has).toBe(true)
  }, soon)
}

function publish({ site, admin }: TestSite, title: string) {
  return makePublished(site.db, admin, new Date(), { ...lampData, title, shortTitle: title })
}

async function knows(db: Db, title: string): Promise<boolean> {
  const found = await db.selectFrom('entry_version').select('title').where('title', '=', title).execute()
  return found.length > 0
}

async function openLine(socketPath: string) {
  const lines = new Set<Socket>()
  const requested: string[] = []
  const server = createServer((near) => {
    const far = connect(socketPath)
    for (const line of [near, far]) {
      lines.add(line)
      line.on('error', () => undefined)
      line.on('close', () => {
        near.destroy()
        far.destroy()
      })
    }
    near.on('data', (bytes) => requested.push(bytes.toString('latin1')))
    near.pipe(far)
    far.pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    /** Every query as sent over the connection. */
    requested,
    port: (server.address() as AddressInfo).port,
    cut() {
      server.close()
      for (const line of lines) line.destroy()
    },
  }
}
