import { expect, onTestFinished } from 'vitest'
import { system } from '#features/audit/actor.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { fillInForm } from '#test/form-pages.ts'
import { takeDownLog } from '#test/log.ts'
import { openPlainBrowser } from '#test/plain-browser.ts'
import { autumn, importBuild, test, type Place } from '#test/site.ts'

/** When a form may be begun and sent, to the second, whatever zone the machine thinks it is in. */

const fellow = '/fellowship/fellow-nomination-form'
const membership = '/membership/form'

/** The last minute of the call belongs to it: it is over at 17:01 in India, which is 11:31 UTC. */
const closing = { fellowOpensAt: '2026-11-01 09:00', fellowClosesAt: '2026-11-20 17:00', graceMinutes: 15 }
const last = new Date('2026-11-20T11:30:59.998Z')
const over = new Date('2026-11-20T11:30:59.999Z')
const second = 1000

/** The same site at a time of one's own choosing. */
async function siteWithClock({ config }: Place) {
  const clock = { now: autumn }
  const built = await importBuild()
  const site = await built.openSite(config, () => clock.now)
  onTestFinished(() => site.close())
  return { site, clock }
}

test.for(['UTC', 'Asia/Kolkata', 'America/Los_Angeles', 'Pacific/Kiritimati'])(
  'with the machine set to %s a form can be begun until the last moment of the call and not after',
  async (zone, { place }) => {
    takeDownLog()
    const before = process.env['TZ']
    process.env['TZ'] = zone
    onTestFinished(() => {
      if (before === undefined) delete process.env['TZ']
      else process.env['TZ'] = before
    })
    const { site, clock } = await siteWithClock(place)
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
    expect(late.html).not.toContain('>Begin the form</button>')
  },
)

test('who began before the closing sends within the grace, to the second, and keeps the text after it', async ({
  place,
}) => {
  takeDownLog()
  const { site, clock } = await siteWithClock(place)
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
  expect(refused.text).toContain('This form has closed, so it cannot be sent. Your answers are kept.')
  expect(refused.text).toContain('it is kept until 14 January 2027')
  const saved = await tooLate.post(`${fellow}/seconder`, {
    seconderName: 'Written after the end',
    go: 'list',
  })
  expect(saved.text).toContain('This form is closed')
  expect((await tooLate.open(`${fellow}/seconder`)).html).toContain('value="Written after the end"')
})

test('a form that the office closes while somebody writes says so and keeps the text', async ({ place }) => {
  takeDownLog()
  const { site, clock } = await siteWithClock(place)
  await changeSettings(site.db, system, closing, autumn)
  const browser = openPlainBrowser(site)
  await fillInForm(browser, site, 'fellow', { email: 'closed-1@example.org' })
  clock.now = new Date('2026-11-18T06:00:00Z')
  await changeSettings(site.db, system, { fellowClosesAt: '2026-11-17 17:00' }, clock.now)

  const page = await browser.open(`${fellow}/nominee`)
  expect(page.text).toContain('This form is closed')
  expect(page.html).toContain('value="closed-1@example.org"')
  expect((await browser.open(`${fellow}/check`)).html).toMatch(/<button[^>]*disabled=""[^>]*>Send<\/button>/)
  expect((await browser.post(`${fellow}/check`, {})).status).toBe(409)
  await changeSettings(site.db, system, { fellowClosesAt: '2026-11-20 17:00' }, clock.now)
  expect((await browser.post(`${fellow}/check`, {})).path).toBe(`${fellow}/sent`)
})

test('where no call is set, members can apply and nobody can nominate', async ({ place }) => {
  takeDownLog()
  const { site } = await siteWithClock(place)
  await changeSettings(site.db, system, { fellowOpensAt: '', fellowClosesAt: '' }, autumn)
  await site.db.deleteFrom('entry').where('kind', '=', 'call').execute()

  const start = await openPlainBrowser(site).open(fellow)
  expect(start.text).toContain('No call is open at the moment')
  expect(start.html).not.toContain('>Begin the form</button>')
  expect((await openPlainBrowser(site).post(fellow, {})).status).toBe(409)
  expect((await openPlainBrowser(site).post(membership, {})).path).toBe(`${membership}/tasks`)
})

test('a form is kept for sixty days after its last change and not a moment longer', async ({ place }) => {
  takeDownLog()
  const { site, clock } = await siteWithClock(place)
  const day = 86_400_000
  const browser = openPlainBrowser(site)
  await browser.post(membership, {})
  clock.now = new Date(autumn.getTime() + 59 * day)
  await browser.post(`${membership}/membership`, { category: 'life', go: 'list' })
  clock.now = new Date(autumn.getTime() + 119 * day - 1)
  expect((await browser.open(`${membership}/tasks`)).text).toMatch(/Membership\s+Begun/)
  clock.now = new Date(autumn.getTime() + 119 * day)
  expect((await browser.open(`${membership}/tasks`)).text).toContain('No form is begun here')
})
