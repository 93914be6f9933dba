import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, vi } from 'vitest'
import { system } from '#features/audit/actor.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { hasNginx, startFrontCache } from '#test/faults/front-cache.ts'
import { ask, listen } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { isTaken } from '#test/harness/scale.ts'
import { autumn } from '#test/harness/site.ts'
import { test as base } from '#test/harness/visitors.ts'
import { canary, releaseCanaries } from '#test/hostile/canaries.ts'

/** A real nginx with our sample configuration keeps what is the same for everyone, and nothing else. */

const test = base.extend<{ front: Awaited<ReturnType<typeof startFrontCache>> }>({
  front: [
    async ({ port }, use) => {
      const front = await startFrontCache(port)
      await use(front)
      await front.stop()
    },
    { scope: 'file' },
  ],
})

test.runIf(hasNginx)('a public page comes from the cache, in each encoding', async ({ port, front }) => {
  for (const encoding of ['br', 'gzip', 'gzip, deflate, br;q=0', '']) {
    const headers = encoding ? { 'accept-encoding': encoding } : {}
    await ask(front.port, '/iaps', headers)
    const again = await ask(front.port, '/iaps', headers)

    expect(again.status).toBe(200)
    expect(again.headers['x-cache']).toMatch(/HIT|REVALIDATED/)
    expect(again.bytes).toEqual((await ask(port, '/iaps', headers)).bytes)
  }
})

test.runIf(hasNginx)('a change is visible behind the cache within two seconds', async ({ site, front }) => {
  const before = await ask(front.port, '/contact-us')
  await changeSettings(site.db, system, { email: 'front@example.org' }, autumn)
  const changedAt = performance.now()
  await vi.waitFor(
    async () => expect((await ask(front.port, '/contact-us')).text).toContain('front@example.org'),
    { timeout: 10_000, interval: 50 },
  )

  expect(before.text).not.toContain('front@example.org')
  // nginx counts whole seconds, and a busy machine is late.
  expect(performance.now() - changedAt).toBeLessThan(4000)
})

test.runIf(hasNginx)(
  'whoever is signed in gets their own page, and visitors never do',
  async ({ front, callers }) => {
    const visitor = await ask(front.port, '/news')
    const admin = await ask(front.port, '/news', { cookie: callers.admin.cookie })
    const next = await ask(front.port, '/news')

    expect(admin.headers['x-cache']).toBe('BYPASS')
    expect(admin.headers['cache-control']).toBe('no-store')
    expect(admin.text).not.toBe(visitor.text)
    expect(next.text).toBe(visitor.text)
  },
)

test.runIf(hasNginx)(
  'even a cache that does not know the cookie stores nothing personal, whoever asks for whichever address',
  { timeout: 300_000 },
  async ({ site, port, callers, table }) => {
    captureLog()
    const front = await startFrontCache(port, { knowsSession: false })
    onTestFinished(front.stop)
    const { references } = await releaseCanaries(site, autumn)
    let shown = 0
    const paths = [
      ...new Set(table.map(({ path }) => path)),
      ...references.map((one) => `/editor/cases/${one}`),
    ]
    for (const [at, { cookie }] of [callers.admin, callers.office, callers.visitor].entries())
      for (const [row, path] of paths.entries())
        // The short run requests the page as one and its data as the other.
        for (const address of [path, `${path === '/' ? '/_root' : path}.data`].filter((_, column) =>
          isTaken(row + at, column, 3),
        ))
          if (canary.test((await ask(front.port, address, cookie ? { cookie } : {})).text)) shown++

    const stored = front.stored()
    expect(shown).toBeGreaterThan(30)
    expect(stored.length).toBeGreaterThan(30)
    expect(stored.filter((answer) => canary.test(answer))).toEqual([])
    for (const { email } of Object.values(callers))
      expect(stored.filter((answer) => email && answer.includes(email))).toEqual([])
    expect(
      stored.filter((answer) => /^set-cookie:|^cache-control: (no-store|private)/im.test(answer)),
    ).toEqual([])
  },
)

test.runIf(hasNginx)('while the site is away visitors read the last copies', async () => {
  const away = createServer((_, response) =>
    response.writeHead(200, { 'cache-control': 'public, max-age=0, s-maxage=1' }).end('the last copy'),
  )
  const front = await startFrontCache(await listen(away))
  try {
    await ask(front.port, '/news')
    away.closeAllConnections()
    away.close()
    await sleep(2100)
    expect(await ask(front.port, '/news')).toMatchObject({ status: 200, text: 'the last copy' })
    expect((await ask(front.port, '/not-read-before')).status).toBe(502)
  } finally {
    await front.stop()
  }
})
