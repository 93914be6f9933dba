import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { openDatabase } from '#db/engine/engine.server.ts'
import { ask } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { origin, test } from '#test/harness/site.ts'

/** The tests of this file build on each other: the database becomes unreachable in the second. */
const onPostgres = process.env['TEST_ENGINE'] === 'postgres'

test('pages are readable while the database is available', async ({ port }) => {
  for (const path of ['/', '/iaps']) expect((await ask(port, path)).status).toBe(200)
})

test('when the database is unreachable, a page that was read before is still sent', async ({
  port,
  testSite,
}) => {
  const logged = captureLog()
  await takeDatabaseAway(testSite)
  // After a minute a page is rendered again; now it cannot be.
  const elapsed = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => elapsed() + 120_000)
  const page = await ask(port, '/iaps')
  const again = await ask(port, '/iaps')

  expect(page).toMatchObject({ status: 200, text: expect.stringContaining('</html>') })
  expect(again.headers.etag).toBe(page.headers.etag)
  expect(logged.filter(({ event }) => event.startsWith('request.'))).toHaveLength(1)
})

test('when the database is unreachable, any other page says so with a reference, and it is logged once', async ({
  port,
}) => {
  const logged = captureLog()
  const page = await ask(port, '/iaps/constitution')

  const [, reference] = /reference: <strong>([2-9A-Z]{8})</.exec(page.text) ?? []
  expect(page.status).toBe(503)
  expect(page.headers['retry-after']).toBe('60')
  expect(page.text).toContain('Our database is not available right now. Please try again')
  expect(page.headers['cache-control']).toBe('no-store')
  expect(/<main.*<\/main>/s.exec(page.text)?.[0]).not.toMatch(
    /\.js|select|driver|connection|sqlite|postgres/i,
  )
  expect(logged.filter(({ event }) => event.startsWith('request.'))).toMatchObject([
    { event: 'request.failed', reference, path: '/iaps/constitution' },
  ])
})

test('when the database is unreachable, a submission gets a clear answer and is not reported as saved', async ({
  port,
}) => {
  const logged = captureLog()
  const headers = { method: 'POST', origin, 'content-type': 'application/x-www-form-urlencoded' }
  const page = await ask(port, '/contact-us', { ...headers, body: 'name=Asha' })
  const form = new URLSearchParams({ name: 'A', email: 'a@example.org', subject: 'S', message: 'Words.' })
  const sent = await ask(port, '/contact-us', { ...headers, body: form.toString() })

  expect([page.status, sent.status]).toEqual([503, 503])
  expect(sent.headers['retry-after']).toBe('60')
  expect(sent.text).toContain(
    'we may not have saved what you sent. Go back to the form, where your text still is',
  )
  expect(logged.filter(({ event }) => event === 'request.failed').length).toBeGreaterThan(0)
})

test('when the database is unreachable, the process still reports that it is alive', async ({ port }) => {
  expect(await ask(port, '/healthz')).toMatchObject({ status: 200, text: 'ok\n' })
})

test('when the database is down, the site is not ready, and the metrics say why', async ({ port }) => {
  expect(await ask(port, '/readyz')).toMatchObject({ status: 503, text: 'the database does not answer\n' })
  const metrics = await ask(port, '/metrics')

  expect(metrics.status).toBe(200)
  expect(metrics.text).toContain('\niaps_database_up 0\n')
  expect(metrics.text).toContain('\niaps_requests_total{route="/readyz",status="503"} 1\n')
})

test.runIf(onPostgres)('when the database is back, so are the pages', async ({ port, testSite }) => {
  await command(testSite.database, 'allow_connections true')

  expect((await ask(port, '/iaps/constitution')).status).toBe(200)
  await expect.poll(() => ask(port, '/readyz')).toMatchObject({ status: 200, text: 'ready\n' })
})

async function takeDatabaseAway({
  site,
  database,
}: {
  site: { db: ReturnType<typeof openDatabase> }
  database: string
}) {
  if (!onPostgres) return site.db.destroy()
  await command(database, 'allow_connections false')
}

async function command(database: string, setting: string) {
  const url = new URL(database)
  const name = url.pathname.slice(1)
  url.pathname = '/postgres'
  const admin = openDatabase(url.href)
  await sql.raw(`alter database ${name} with ${setting}`).execute(admin)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`.execute(admin)
  await admin.destroy()
}
