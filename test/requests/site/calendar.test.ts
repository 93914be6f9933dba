import { expect } from 'vitest'
import { raiseContentVersion } from '#db/engine/content-version.server.ts'
import { publishEntry } from '#features/content/entry/operations.server.ts'
import { captureLog } from '#test/harness/log.ts'
import { autumn, origin, test, type Visit } from '#test/harness/site.ts'

/** The calendar of all dates, as a page and as a file. */

test('upcoming dates are listed by month, the next one first, and nothing that is over', async ({
  visit,
}) => {
  const html = await read(visit, '/calendar')
  const months = [...html.matchAll(/<h2 id="month-[\d-]+">([^<]+)<\/h2>/g)].map(([, month]) => month)

  expect(months).toEqual(['November 2026', 'December 2026', 'January 2027', 'February 2027', 'May 2027'])
  for (const words of [
    'Open night at the telescope',
    'Abstracts: International Conference on Light and Matter',
    'How a drum sounds',
    'Computing pictures of physics',
    'Call closes: Nominations for the Young Scientist Award, 2027',
    'Call opens: Nominations for the Academic Gold Medal Award, 2027',
  ])
    expect(html).toContain(words)
  expect(html).not.toContain('A spectrograph from simple parts')
  expect(html).not.toContain('Call opens: Nominations for the Young Scientist Award, 2027<')
})

test('each past year has its page, for people and not for search engines', async ({ visit }) => {
  const html = await read(visit, '/calendar')
  expect(html).toContain('<a href="/calendar?year=2018">2018</a>')

  const past = await read(visit, '/calendar?year=2018')
  expect(past).toContain('<h1>Calendar 2018</h1>')
  expect(past).toContain('13 to 15 April 2018')
  expect(past).toContain('<a href="/calendar">Upcoming dates</a>')
  expect(past).toContain('<meta name="robots" content="noindex"/>')
})

test('a year without dates and a year that is none say so', async ({ visit }) => {
  captureLog()
  expect(await read(visit, '/calendar?year=1901')).toContain('No dates in 1901.')
  expect((await visit('/calendar?year=soon')).status).toBe(400)
  expect((await visit('/calendar?month=2')).status).toBe(400)
})

test('the page offers a subscription and a download, and the footer of every page leads to it', async ({
  visit,
}) => {
  const html = await read(visit, '/calendar')
  expect(html).toContain(`<a href="webcal://${new URL(origin).host}/calendar.ics">`)
  expect(html).toContain('<a href="/calendar.ics">')

  for (const page of ['/', '/conferences', '/activities', '/awards/young-scientist-award', '/iaps'])
    expect(await (await visit(page)).text(), page).toContain('<a href="/calendar">')
  expect(await (await visit('/sitemap.xml')).text()).toContain(`<loc>${origin}/calendar</loc>`)
})

test('search engines learn the events, but no samples and no deadlines', async ({ visit, site }) => {
  const days = { year: 2027, startsOn: '2027-03-01', endsOn: '2027-03-02', city: 'Prayagraj' }
  const conference = { title: 'Light in spring', series: 'other', scope: 'national', ...days } as const
  const data = { ...conference, importantDates: [{ label: 'Abstracts', on: '2027-01-01' }], cancelled: true }
  await publishEntry(site.db, { kind: 'conference', slug: 'light', data }, autumn)

  const html = await read(visit, '/calendar')
  const [, script = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  const [, list] = JSON.parse(script)

  expect(list.itemListElement.map(({ item }: { item: object }) => item)).toMatchObject([
    {
      '@type': 'Event',
      name: 'Light in spring',
      startDate: '2027-03-01',
      endDate: '2027-03-02',
      eventStatus: 'https://schema.org/EventCancelled',
      location: { name: 'Prayagraj' },
    },
  ])
  expect(html).toContain('Cancelled: Abstracts: Light in spring')
  const page = await read(visit, '/conferences/light')
  expect(page).toContain('This conference will not take place.')
  expect(page).not.toContain('/conferences/light/calendar.ics')
  expect(await (await visit('/')).text()).not.toContain('Light in spring')
})

test('the file has the same dates as the page, each under its own name', async ({ visit }) => {
  const answer = await visit('/calendar.ics')
  const lines = (await answer.text()).replaceAll('\r\n ', '').split('\r\n')
  const uids = lines.filter((line) => line.startsWith('UID:'))

  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(new Set(uids).size).toBe(uids.length)
  expect(uids.length).toBeGreaterThan(20)
  expect(lines).toContain('SUMMARY:Call closes: Nominations for the Young Scientist Award\\, 2027 (sample)')
  expect(lines).toContain('DTSTART:20270131T182959Z')
  expect(lines.filter((line) => line === 'BEGIN:VEVENT').length).toBe(uids.length)
})

test('the file is valid: parts are closed, events are complete, lines are short', async ({ visit }) => {
  const file = await (await visit('/calendar.ics')).text()
  const open: string[] = []
  const seen: Record<string, string[]> = { VEVENT: [] }

  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75)
  for (const line of file.replaceAll('\r\n ', '').split('\r\n').slice(0, -1)) {
    const [, name = '', value = ''] = /^([A-Z-]+)(?:;[^:]*)?:(.*)$/.exec(line) ?? []
    expect(name, line).not.toBe('')
    if (name === 'BEGIN') {
      open.push(value)
      seen[value] = []
    } else if (name === 'END') {
      expect(open.pop()).toBe(value)
      if (value === 'VEVENT')
        for (const property of ['UID', 'DTSTAMP', 'DTSTART', 'SUMMARY', 'URL'])
          expect(
            seen['VEVENT']?.filter((one) => one === property),
            property,
          ).toHaveLength(1)
    } else seen[open.at(-1)!]?.push(name)
  }
  expect(open).toEqual([])
})

test('a site from before the calendar has one, without words of its own', async ({ visit, site }) => {
  await site.db.updateTable('entry').set({ slug: 'no-calendar' }).where('slug', '=', 'calendar').execute()
  await raiseContentVersion(site.db, autumn)

  expect(await read(visit, '/calendar')).toContain('<h1>Calendar</h1>')
})

test('a site without any date says what to do instead', async ({ visit, site }) => {
  await site.db.deleteFrom('entry').where('kind', 'in', ['conference', 'activity', 'call']).execute()

  const html = await read(visit, '/calendar')
  expect(html).toContain('No dates are announced at the moment.')
  expect(html).not.toContain('All dates by year')
})

/** React separates neighbouring texts by comments. */
async function read(visit: Visit, address: string): Promise<string> {
  return (await (await visit(address)).text()).replaceAll('<!-- -->', '')
}
