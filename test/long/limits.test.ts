import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test as base } from 'vitest'
import { officeTime } from '#office-time.ts'
import { system } from '#features/audit/actor.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { fillInForm } from '#test/harness/form-pages.ts'
import { openPlainBrowser, type PlainPage } from '#test/harness/plain-browser.ts'
import { origin } from '#test/harness/site.ts'
import { openThreeSites, type ThreeSites } from '#test/harness/three-sites.ts'

/**
 * G1 and G2 of the threat model: limits are exact across three processes, and people behind one address get through.
 * With `TEST_ENGINE=postgres` on PostgreSQL. The results are in docs/evidence/limits.md.
 */

const test = base.extend<{ sites: ThreeSites }>({
  sites: [
    async ({}, use) => {
      const sites = await openThreeSites()
      await use(sites)
      await sites.close()
    },
    { scope: 'file' },
  ],
})

const people = 40
const network = '2001:db8:0:bad'
const minute = 60_000

interface Burst {
  path: string
  fields(at: number): Record<string, string>
  most: number
  /** The answer to what was accepted. */
  taken: number
  sent: number
}

const bursts: Burst[] = [
  {
    path: '/membership/form',
    fields: () => ({}),
    ...{ most: 200, taken: 302, sent: 240 },
  },
  {
    path: '/newsletter',
    fields: (at) => ({ email: `reader-${at}@example.org` }),
    ...{ most: 100, taken: 200, sent: 140 },
  },
  {
    path: '/admin/admin-editor-login',
    fields: () => ({ email: 'nobody@example.org', password: 'a guess that is long enough' }),
    ...{ most: 10, taken: 401, sent: 120 },
  },
]

test('of 500 parallel requests at three processes exactly the limit is accepted, and a kill does not raise it', async ({
  sites,
}) => {
  // Each one from another address of the network that one household gets.
  const send = async ({ path, fields }: Burst, at: number) => {
    const headers = { origin, 'content-type': 'application/x-www-form-urlencoded' }
    const respond = sites.respondFor(`${network}::${(at + 1).toString(16)}`)
    const body = new URLSearchParams(fields(at))
    for (let tries = 1; ; tries++) {
      const answer = await respond(new Request(origin + path, { method: 'POST', headers, body }))
      const { status } = answer
      const again = Number(answer.headers.get('retry-after'))
      // If a process or the database is busy nothing was done, and the client tries again.
      if (status !== 503 || tries === 10) return { path, status, again, tries }
      expect(again).toBeGreaterThan(0)
      await sleep(1000 * tries)
    }
  }
  const started = performance.now()
  const answers = await Promise.all(
    bursts.flatMap((burst) => Array.from({ length: burst.sent }, (_, at) => send(burst, at))),
  )
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  await sites.killOneAndStartIt()
  const after = await Promise.all(bursts.map((burst) => send(burst, 9999)))

  for (const { path, sent, most, taken } of bursts) {
    const own = answers.filter((answer) => answer.path === path)
    const refused = own.filter(({ status }) => status === 429)
    const accepted = own.filter(({ status }) => status === taken)
    const statuses = Object.entries(Object.groupBy(own, ({ status }) => status))
    console.log(
      path,
      `limit ${most}:`,
      statuses.map(([status, all]) => `${all?.length} × ${status}`).join(', '),
    )
    expect([accepted.length, refused.length], path).toEqual([most, sent - most])
    for (const { again } of refused) expect(again).toBeGreaterThan(0)
  }
  const turnedAway = answers.filter(({ tries }) => tries > 1).length
  console.log(`${answers.length} answers in ${seconds} s, ${turnedAway} of them not at the first try`)
  expect(after.map(({ status }) => status)).toEqual([429, 429, 429])
})

test('forty people behind one address nominate in the last minutes of a call, and nobody is refused', async ({
  sites,
}) => {
  const { db } = sites.testSite.site
  const now = Date.now()
  const cycle = {
    fellowOpensAt: officeTime(now - 60 * minute),
    fellowClosesAt: officeTime(now + 10 * minute),
  }
  await changeSettings(db, system, cycle, new Date(now))
  const nominate = async (at: number) => {
    const browser = openPlainBrowser({ respond: sites.respondFor('192.0.2.40') })
    await fillInForm(browser, { db }, 'fellow', {
      email: `nominee-${at}@example.org`,
      proposerEmail: `proposer-${at}@example.org`,
    })
    return browser.post('/fellowship/fellow-nomination-form/check', {})
  }
  // Ten of them at a time.
  const waiting = Array.from({ length: people }, (_, at) => at)
  const ends: PlainPage[] = []
  const oneAfterAnother = async () => {
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) ends.push(await nominate(at))
  }
  await Promise.all(Array.from({ length: 10 }, oneAfterAnother))

  expect(ends.map(({ path }) => path)).toEqual(
    Array.from({ length: people }, () => '/fellowship/fellow-nomination-form/sent'),
  )
  const cases = await db.selectFrom('dossier').select('reference').where('process', '=', 'fellow').execute()
  expect(new Set(cases.map(({ reference }) => reference)).size).toBeGreaterThanOrEqual(people)
  for (const { text } of ends) expect(cases.some(({ reference }) => text.includes(reference))).toBe(true)
})
