import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { system } from '#features/audit/actor.ts'
import { nextReference } from '#features/cases/references.server.ts'
import { moveDue } from '#features/content/entry/schedule.server.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { setMachineTo, siteWithClock } from '#test/harness/clocks.ts'
import { lampData, makeDraft, makeOffice, makePublished } from '#test/makers/content.ts'
import { fillInForm } from '#test/harness/form-pages.ts'
import { captureLog } from '#test/harness/log.ts'
import { firstOrAll } from '#test/harness/scale.ts'
import { openPlainBrowser } from '#test/harness/plain-browser.ts'
import { autumn, origin, test } from '#test/harness/site.ts'
import { makeCaller, signInAgain } from '#test/harness/visitors.ts'

/**
 * N1 and N3 of the threat model: when a form may be started and submitted, and when entries appear and end, to the
 * second, whatever zone the machine is in.
 */

const fellow = '/fellowship/fellow-nomination-form'
const membership = '/membership/form'

/** The last minute of the call belongs to it: it closes at 17:01 in India, which is 11:31 UTC. */
const closing = { fellowOpensAt: '2026-11-01 09:00', fellowClosesAt: '2026-11-20 17:00', graceMinutes: 15 }
const last = new Date('2026-11-20T11:30:59.998Z')
const over = new Date('2026-11-20T11:30:59.999Z')
const second = 1000

test.for(
  firstOrAll(['America/St_Johns', 'Pacific/Kiritimati', 'UTC', 'Asia/Kolkata', 'America/Los_Angeles'], 2),
)(
  'with the machine set to %s a form can be started until the last moment of the call and not after',
  async (zone, { testSite }) => {
    captureLog()
    setMachineTo(zone)
    const { site, clock } = await siteWithClock(testSite)
    await changeSettings(site.db, system, closing, autumn)
    const begin = async (now: Date) => {
      clock.now = now
      return openPlainBrowser(site).post(fellow, {})
    }

    expect((await begin(new Date('2026-11-01T03:29:59.999Z'))).status).toBe(409)
    expect((await begin(new Date('2026-11-01T03:30:00.000Z'))).path).toBe(`${fellow}/tasks`)
    expect((await begin(last)).path).toBe(`${fellow}/tasks`)
    const late = await begin(over)
    expect(late.status).toBe(409)
    expect(late.text).toContain('not open at the moment')
    expect(late.text).toContain('20 November 2026, 17:00 IST')
    expect(late.html).not.toContain('>Start the form</button>')
  },
)

test('someone who started before the closing submits within the grace period, to the second, and keeps the text after it', async ({
  testSite,
}) => {
  captureLog()
  const { site, clock } = await siteWithClock(testSite)
  await changeSettings(site.db, system, closing, autumn)
  const graceEnds = new Date(over.getTime() + 15 * 60 * second)
  const inTime = openPlainBrowser(site)
  const tooLate = openPlainBrowser(site)
  await fillInForm(inTime, site, 'fellow', { email: 'grace-1@example.org' })
  await fillInForm(tooLate, site, 'fellow', { email: 'grace-2@example.org' })

  clock.now = over
  const list = await inTime.open(`${fellow}/tasks`)
  expect(list.text).toContain('The call has closed')
  expect(list.text).toContain('until 20 November 2026, 17:15 IST')
  clock.now = graceEnds
  expect((await inTime.post(`${fellow}/check`, {})).path).toBe(`${fellow}/sent`)

  clock.now = new Date(graceEnds.getTime() + 1)
  const refused = await tooLate.post(`${fellow}/check`, {})
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('This form has closed, so you cannot submit it. Your answers are saved.')
  expect(refused.text).toContain('Your answers are saved until 14 January 2027')
  const saved = await tooLate.post(`${fellow}/seconder`, {
    seconderName: 'Written after the end',
    go: 'list',
  })
  expect(saved.text).toContain('This form is closed')
  expect((await tooLate.open(`${fellow}/seconder`)).html).toContain('value="Written after the end"')
})

test('a form that the office closes while someone writes says so and keeps the text', async ({
  testSite,
}) => {
  captureLog()
  const { site, clock } = await siteWithClock(testSite)
  await changeSettings(site.db, system, closing, autumn)
  const browser = openPlainBrowser(site)
  await fillInForm(browser, site, 'fellow', { email: 'closed-1@example.org' })
  clock.now = new Date('2026-11-18T06:00:00Z')
  await changeSettings(site.db, system, { fellowClosesAt: '2026-11-17 17:00' }, clock.now)

  const page = await browser.open(`${fellow}/nominee`)
  expect(page.text).toContain('This form is closed')
  expect(page.html).toContain('value="closed-1@example.org"')
  expect((await browser.open(`${fellow}/check`)).html).toMatch(
    /<button[^>]*disabled=""[^>]*>Submit<\/button>/,
  )
  expect((await browser.post(`${fellow}/check`, {})).status).toBe(409)
  await changeSettings(site.db, system, { fellowClosesAt: '2026-11-20 17:00' }, clock.now)
  expect((await browser.post(`${fellow}/check`, {})).path).toBe(`${fellow}/sent`)
})

test('if no call is set, members can apply and nobody can nominate', async ({ testSite }) => {
  captureLog()
  const { site } = await siteWithClock(testSite)
  await changeSettings(site.db, system, { fellowOpensAt: '', fellowClosesAt: '' }, autumn)
  await site.db.deleteFrom('entry').where('kind', '=', 'call').execute()

  const start = await openPlainBrowser(site).open(fellow)
  expect(start.text).toContain('No call is open at the moment')
  expect(start.html).not.toContain('>Start the form</button>')
  expect((await openPlainBrowser(site).post(fellow, {})).status).toBe(409)
  expect((await openPlainBrowser(site).post(membership, {})).path).toBe(`${membership}/tasks`)
})

test('a form is stored for sixty days after its last change and not a moment longer', async ({
  testSite,
}) => {
  captureLog()
  const { site, clock } = await siteWithClock(testSite)
  const day = 86_400_000
  const browser = openPlainBrowser(site)
  await browser.post(membership, {})
  clock.now = new Date(autumn.getTime() + 59 * day)
  await browser.post(`${membership}/membership`, { category: 'life', go: 'list' })
  clock.now = new Date(autumn.getTime() + 119 * day - 1)
  expect((await browser.open(`${membership}/tasks`)).text).toMatch(/Membership\s+In progress/)
  clock.now = new Date(autumn.getTime() + 119 * day)
  expect((await browser.open(`${membership}/tasks`)).text).toContain('You have not started this form')
})

/** Typed times on days when the clock of the machine, or the calendar, jumps. */
const leaps = [
  ['America/St_Johns', '2027-03-14 11:00', '2027-03-14T05:30:00Z', 'an hour is left out there'],
  ['America/St_Johns', '2027-11-07 10:00', '2027-11-07T04:30:00Z', 'an hour comes twice there'],
  ['Europe/London', '2027-10-31 06:30', '2027-10-31T01:00:00Z', 'an hour comes twice there'],
  ['Pacific/Kiritimati', '2027-12-31 23:59', '2027-12-31T18:29:00Z', 'it is the next year there'],
  ['Etc/GMT+12', '2028-02-29 00:00', '2028-02-28T18:30:00Z', 'it is a day earlier there'],
] as const

test.for(leaps)(
  'with the machine in %s what is set for %s is published and ends to the moment (%s: %s)',
  async ([zone, typed, utc], { testSite }) => {
    captureLog()
    setMachineTo(zone)
    const { site, clock } = await siteWithClock(testSite)
    const at = Date.parse(utc)
    const { admin } = await makeOffice(site.db, autumn)
    const person = await makeCaller(testSite, { role: 'admin' })
    const draft = await makeDraft(site.db, admin, autumn, { ...lampData, title: `Goes out ${zone} ${utc}` })
    const open = await makePublished(site.db, admin, autumn, { ...lampData, title: `Ends ${zone} ${utc}` })
    const slugs = await slugsOf(site.db, [draft.id, open.id])
    const statuses = async (now: number) => {
      clock.now = new Date(now)
      await moveDue(site.db, clock.now)
      return Promise.all(slugs.map(async (slug) => (await browser.open(`/awards/${slug}`)).status))
    }
    const browser = openPlainBrowser(site)
    clock.now = new Date(at - 3_600_000)
    const { cookie } = await signInAgain(testSite, person, null, clock.now)
    const send = (path: string, fields: Record<string, string>) =>
      site.respond(
        new Request(origin + path, {
          method: 'POST',
          headers: { origin, cookie },
          body: new URLSearchParams(fields),
        }),
      )
    const scheduled = await send(`/editor/entries/${draft.id}?do=move`, {
      move: 'schedule',
      version: String(draft.version),
      at: typed,
    })
    const placed = await send(`/editor/entries/${open.id}?do=place`, {
      slug: slugs[1] ?? '',
      position: '0',
      until: typed,
    })
    expect([scheduled.status, placed.status]).toEqual([302, 302])

    const list = await site.respond(
      new Request(`${origin}/editor/content/award?state=scheduled`, { headers: { cookie } }),
    )
    expect(await list.text()).toMatch(shownAs(typed))
    expect(await statuses(at - 1)).toEqual([404, 200])
    expect(await statuses(at)).toEqual([200, 404])
  },
)

test.for(leaps)(
  'with the machine in %s a call from %s opens and closes to the moment (%s: %s)',
  async ([zone, typed, utc], { testSite }) => {
    captureLog()
    setMachineTo(zone)
    const { site, clock } = await siteWithClock(testSite)
    const at = Date.parse(utc)
    const cycle = { associateFellowOpensAt: typed, associateFellowClosesAt: typed }
    await changeSettings(site.db, system, cycle, autumn)
    const form = '/fellowship/associate-fellow-nomination-form'
    const begin = async (now: number) => {
      clock.now = new Date(now)
      return (await openPlainBrowser(site).post(form, {})).path === `${form}/tasks`
    }

    // The last minute belongs to the call.
    expect(await begin(at - 1)).toBe(false)
    expect(await begin(at)).toBe(true)
    expect(await begin(at + 59_000)).toBe(true)
    expect(await begin(at + 60_000)).toBe(false)
    clock.now = new Date(at + 60_000)
    const page = await openPlainBrowser(site).open(form)
    expect(page.html).toMatch(shownAs(typed))
  },
)

test('a reference has the year of the office’s time zone', async ({ testSite }) => {
  setMachineTo('America/St_Johns')
  const take = (at: string) => inTransaction(testSite.site.db, (db) => nextReference(db, 'ZZ', new Date(at)))

  expect(await take('2027-12-31T18:29:59.999Z')).toBe('ZZ-2027-0001')
  expect(await take('2027-12-31T18:30:00.000Z')).toBe('ZZ-2028-0001')
})

async function slugsOf(db: Db, ids: string[]): Promise<string[]> {
  const rows = await db.selectFrom('entry').select(['id', 'slug']).where('id', 'in', ids).execute()
  return ids.map((id) => rows.find((row) => row.id === id)?.slug ?? '')
}

/** `2027-03-14 11:00` as pages show it, whatever is between day and zone. */
function shownAs(typed: string): RegExp {
  const [day = '', hour = ''] = typed.split(' ')
  return new RegExp(`${Number(day.slice(8))} \\w+ ${day.slice(0, 4)}, ${hour}[^\\d]{0,20}IST`)
}
