import { expect } from 'vitest'
import { system } from '#features/audit/actor.ts'
import { publishEntry } from '#features/content/entry/operations.server.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { autumn, type Visit } from '#test/harness/site.ts'
import { test } from '#test/harness/visitors.ts'

/** From wherever a visitor meets a call, the next step leads to its form or to how to apply. */

const young = '/awards/young-scientist-award'
const fellowForm = '/fellowship/fellow-nomination-form'

test('every open call of the home page leads to a page that shows it, and on to its form', async ({
  visit,
}) => {
  const home = await mainOf(visit, '/')
  const block = home.slice(home.indexOf('id="calls"'), home.indexOf('All dates and deadlines'))
  const links = [...block.matchAll(/<h3><a href="([^"#]+)#([^"]+)">/g)]

  expect(links.length).toBeGreaterThan(3)
  for (const [, page = '', anchor = ''] of links) {
    const html = await mainOf(visit, page)
    expect(html, page).toContain(`<article id="${anchor}"`)
  }
  expect(block).toContain(`<a href="${fellowForm}">Start the form</a>`)
  expect(block).toContain(`<a href="${young}/nomination-form">Start the form</a>`)
  expect(textIn(block)).toContain(
    'Who may be nominated Members of the Academy who have distinction in any area',
  )
})

test('an award shows its call: for whom, by whom, until when, and the button to its form', async ({
  visit,
}) => {
  const html = await mainOf(visit, young)
  const text = textIn(html)

  expect(text).toContain('Open until 31 January 2027, 23:59 IST.')
  expect(text).toContain('Who may be nominated Scientists of any field')
  expect(text).toContain('Who may nominate Fellows, members')
  expect(html).toMatch(new RegExp(`<a href="${young}/nomination-form" [^>]*>Start the form</a>`))
  expect(text).not.toContain('There is no online form')
  expect(text).toMatch(/Past calls.*Young Scientist Award, 2026.*Closed on 31 January 2026, 23:59 IST/)
})

test('an award shows a coming call, and one without any call says where dates are', async ({ visit }) => {
  const medal = textIn(await mainOf(visit, '/awards/academic-gold-medal-award'))
  expect(medal).toContain('No call is open at the moment.')
  expect(medal).toContain('Not open yet. Opens 1 February 2027, 00:00 IST.')
  expect(medal).toContain('Closes 31 May 2027, 23:59 IST')
  expect(medal).toContain('How to apply Send a joint letter')

  const sharma = await mainOf(visit, '/awards/prof-pr-sharma-memorial-award')
  expect(sharma).toContain('No call is open at the moment. The <a href="/calendar">calendar</a>')
  expect(sharma).not.toContain('Past calls')
})

test.for([
  ['/fellowship', fellowForm],
  ['/fellowship/associate-fellowship', '/fellowship/associate-fellow-nomination-form'],
] as const)('%s shows the closing date and the button to %s', async ([page, form], { visit }) => {
  const html = await mainOf(visit, page)

  expect(textIn(html)).toContain('Open until 31 January 2027, 23:59 IST.')
  expect(html).toMatch(new RegExp(`<a href="${form}" [^>]*>Start the form</a>`))
  expect(html).toContain('dateTime="2027-01-31T18:29:59.000Z" data-moment="true"')
})

test('a call without a form or instructions sends people to the office', async ({ visit, site }) => {
  const times = { opensAt: autumn.getTime() - 1, closesAt: autumn.getTime() + 86_400_000 }
  const award = 'prof-hp-dikshit-memorial-award'
  const call = { title: 'A bare call', subject: 'award', award, ...times } as const
  await publishEntry(site.db, { kind: 'call', slug: 'bare', data: call }, autumn)

  const html = await mainOf(visit, '/awards/prof-hp-dikshit-memorial-award')
  expect(html).toContain(
    'There is no online form for this call yet. To nominate someone, <a href="/contact-us">write to the office</a>.',
  )
})

test('a call of an older version of this site is on the page that its address names', async ({
  visit,
  site,
}) => {
  const times = { opensAt: autumn.getTime() - 1, closesAt: autumn.getTime() + 86_400_000 }
  const href = '/awards/prof-pn-pandey-research-award'
  const call = { title: 'An older call', subject: 'award', href, ...times } as const
  await publishEntry(site.db, { kind: 'call', slug: 'older', data: call }, autumn)

  expect(await mainOf(visit, href)).toContain('An older call')
  expect(await mainOf(visit, '/')).toContain(`<a href="${href}#older">How to apply</a>`)
})

test('a call that does not name its award is on the page of all awards', async ({ visit, site }) => {
  const times = { opensAt: autumn.getTime() - 1, closesAt: autumn.getTime() + 86_400_000 }
  const call = { title: 'Any award', subject: 'award', href: '/awards', ...times } as const
  expect(await mainOf(visit, '/awards')).not.toContain('Calls for nominations')
  await publishEntry(site.db, { kind: 'call', slug: 'any', data: call }, autumn)

  expect(await mainOf(visit, '/awards')).toContain('<article id="any"')
  expect(await mainOf(visit, '/')).toContain('<a href="/awards#any">How to apply</a>')
})

test('in its grace period a call says until when a started form can be submitted', async ({
  visit,
  site,
}) => {
  await changeSettings(
    site.db,
    system,
    { fellowOpensAt: '2026-10-01 00:00', fellowClosesAt: '2026-11-15 11:54', graceMinutes: 15 },
    autumn,
  )

  const sentence =
    'Closed on 15 November 2026, 11:54 IST. If you started the form before then, you can submit it until 15 November 2026, 12:09 IST.'
  expect(textIn(await mainOf(visit, '/fellowship'))).toContain(sentence)
  expect(textIn(await mainOf(visit, '/'))).toContain(sentence)
})

test('staff open a call on its page, published or as a preview', async ({ visit, site, callers }) => {
  const { id } = await site.db
    .selectFrom('entry')
    .select('id')
    .where('slug', '=', 'sample-call-young-scientist-2027')
    .executeTakeFirstOrThrow()
  const headers = { cookie: callers.editor.cookie }

  const page = await (await visit(`/editor/entries/${id}`, { headers })).text()
  expect(page).toContain(`<a href="${young}#sample-call-young-scientist-2027">View page</a>`)
  const preview = await (await visit(`/editor/entries/${id}/preview`, { headers })).text()
  expect(preview).toContain('<article id="sample-call-young-scientist-2027"')
})

async function mainOf(visit: Visit, address: string): Promise<string> {
  const answer = await visit(address)
  expect(answer.status, address).toBe(200)
  // React separates neighbouring texts by comments.
  const html = (await answer.text()).replaceAll('<!-- -->', '')
  return /<main.*<\/main>/s.exec(html)?.[0] ?? ''
}

function textIn(html: string): string {
  return html
    .replaceAll(/<(?!\/?(?:time|a|span)\b)[^>]*>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ')
}
