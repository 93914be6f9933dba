import { expect } from 'vitest'
import { toJson } from '#db/engine/json.ts'
import { queueJob } from '#server/jobs/jobs.server.ts'
import { queueLetter } from '#server/mail/mail.server.ts'
import { gentleCloser } from '#server/http/stop.server.ts'
import { ask, listen } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { autumn, importBuild, test } from '#test/harness/site.ts'
import type { TestSite } from '#test/harness/site.ts'

/** What monitoring gets, and who gets nothing. */

test('an open site is alive and ready', async ({ port }) => {
  expect(await ask(port, '/healthz')).toMatchObject({ status: 200, text: 'ok\n' })
  expect(await ask(port, '/readyz')).toMatchObject({ status: 200, text: 'ready\n' })
})

test('a stopping site is alive and no longer ready', async ({ site, port }) => {
  site.lifecycle.isOpen = false
  const answers = [await ask(port, '/readyz'), await ask(port, '/healthz')]
  site.lifecycle.isOpen = true

  expect(answers).toMatchObject([{ status: 503, text: 'stopping\n' }, { status: 200 }])
})

test('the metrics count requests, pages, queries, jobs and letters, in lines that Prometheus reads', async ({
  port,
  site,
}) => {
  captureLog()
  await queueJob(site.db, 'test.kind', {}, new Date(autumn.getTime() - 90_000))
  await ask(port, '/awards')
  await ask(port, '/awards')
  await ask(port, '/awards/no-such-award')
  const { text, headers } = await ask(port, '/metrics')

  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(headers['cache-control']).toBe('no-store')
  for (const line of text.trimEnd().split('\n'))
    expect(line).toMatch(
      /^# (HELP|TYPE) iaps_\w+ .+$|^iaps_\w+(\{\w+="[^"\n]*"(,\w+="[^"\n]*")*\})? \d[\d.e+-]*$/,
    )
  const valueOf = (name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')
        .at(-1),
    )
  expect(valueOf('iaps_requests_total{route="/awards",status="200"}')).toBe(1)
  expect(valueOf('iaps_requests_total{route="cached page",status="200"}')).toBe(1)
  expect(valueOf('iaps_requests_total{route="/awards/:slug",status="404"}')).toBe(1)
  expect(valueOf('iaps_request_seconds_count{route="/awards"}')).toBe(1)
  expect(valueOf('iaps_request_seconds_bucket{route="/awards",le="+Inf"}')).toBe(1)
  expect(valueOf('iaps_page_cache_total{result="hit"}')).toBe(1)
  expect(valueOf('iaps_database_up')).toBe(1)
  expect(valueOf('iaps_database_query_seconds_count')).toBeGreaterThan(5)
  expect(valueOf('iaps_jobs_late_seconds')).toBeGreaterThanOrEqual(90)
  expect(valueOf('iaps_memory_bytes{of="rss"}')).toBeGreaterThan(1e7)
  expect(text.includes('iaps_database_connections{state="open"}')).toBe(
    process.env['TEST_ENGINE'] === 'postgres',
  )
})

test('the metrics name what the dashboard warns of, the disks, the store and the open jobs by kind', async ({
  port,
  site,
}) => {
  captureLog()
  await queueJob(site.db, 'test.kind', {}, autumn)
  const { text } = await ask(port, '/metrics')

  expect(text).toContain('iaps_store_up 1\n')
  expect(text).toMatch(/iaps_disk_free_bytes\{of="data"\} \d{6,}\n/)
  expect(text).toMatch(/iaps_jobs_open\{kind="test\.kind"\} \d+\n/)
  expect(text).toContain('iaps_alarm{name="anchors"} 1\n')
  expect(text).toContain('iaps_alarm{name="store"} 0\n')
})

test('the metrics contain no person and no requested address', async ({ port, site }) => {
  captureLog()
  const letter = { kind: 'test', subject: 'Canary subject', text: 'Canary text', html: '' }
  await queueLetter(site.db, { ...letter, to: 'canary@example.org' }, autumn)
  await queueJob(site.db, 'test.kind', toJson('canary'), autumn)
  await ask(port, '/awards/canary?q=canary')
  await ask(port, '/canary')
  const { text } = await ask(port, '/metrics')

  expect(text.toLowerCase()).not.toContain('canary')
  expect(text).toContain('iaps_mail{state="waiting"} 1')
})

test('visitors of a public site cannot read the metrics, nor can requests through a proxy', async ({
  port,
  testSite,
}) => {
  captureLog()
  expect((await ask(port, '/metrics', { 'x-forwarded-for': '127.0.0.1' })).status).toBe(404)
  const { status, text } = await askAnother(testSite, { origin: 'https://www.example.org' })

  expect(status).toBe(404)
  expect(text).toBe('There is nothing at this address.\n')
})

test('if a token is set, only the token opens the metrics', async ({ testSite }) => {
  captureLog()
  const metricsToken = 'a-token-of-the-test'
  const statusFor = async (headers: Record<string, string>) =>
    (await askAnother(testSite, { metricsToken }, headers)).status

  expect(await statusFor({ authorization: `Bearer ${metricsToken}` })).toBe(200)
  expect(await statusFor({ authorization: `Bearer ${metricsToken}x` })).toBe(404)
  expect(await statusFor({ authorization: 'Bearer ' })).toBe(404)
  expect(await statusFor({})).toBe(404)
})

async function askAnother({ config }: TestSite, changes: object, headers: Record<string, string> = {}) {
  const { openSite } = await importBuild()
  const site = await openSite({ ...config, ...changes }, () => autumn)
  const close = gentleCloser(site.http)
  const answer = await ask(await listen(site.http), '/metrics', { host: 'www.example.org', ...headers })
  await close()
  await site.close()
  return answer
}
