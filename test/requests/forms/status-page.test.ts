import { expect } from 'vitest'
import { nextNumber, open, test } from '#test/makers/mailed-nominations.ts'
import { captureLog } from '#test/harness/log.ts'
import { openLetters } from '#test/makers/letters.ts'
import { confirmAsProposer } from '#test/makers/proposers.ts'
import { runStatusJobs } from '#test/makers/status-letters.ts'
import { autumn, origin, type Visit } from '#test/harness/site.ts'
import type { Site } from '#site.ts'

/** What a proposer does on the page that shows the status. */

async function openStatus(visit: Visit, site: Site, { reference, proposer }: Record<string, string>) {
  await visit('/case-status', { form: { reference: reference ?? '', email: proposer ?? '' } })
  await runStatusJobs(site.db, origin, autumn)
  return open(visit, site, 'status', proposer ?? '')
}

test('a proposer corrects the address of the nominee, who is emailed there', async ({
  visit,
  site,
  nomination,
}) => {
  captureLog()
  await confirmAsProposer(site.db, nomination.proposer, autumn)
  const { html, address, token, shown } = await openStatus(visit, site, { ...nomination })
  expect(html).toContain('Correct an email address')
  expect(html).toContain(nomination.nominee)
  const typed = { token, shown, whose: 'nominee', address: 'not an address' }
  const wrong = await visit(address, { form: typed })
  expect(wrong.status).toBe(400)
  const page = await wrong.text()
  expect(page).toContain('Enter the person’s email address, such as name@example.org.')
  expect(page).toContain('value="not an address"')

  const right = `right${nextNumber()}@example.org`
  const corrected = await visit(address, { form: { ...typed, address: right } })
  expect(await corrected.text()).toMatch(/<h1[^>]*>Address corrected<.*no longer works/)
  expect((await openLetters(site.db, right)).map(({ kind }) => kind)).toEqual(['nomination.consent'])
  const again = await visit(address, { form: { token, shown, whose: 'proposer', address: right } })
  expect(again.status).toBe(400)
})

test('a proposer who has withdrawn starts again with the same answers', async ({
  visit,
  site,
  nomination,
}) => {
  captureLog()
  const first = await openStatus(visit, site, { ...nomination })
  expect(first.html).not.toContain('Start a new form with the same answers')
  const given = { token: first.token, shown: first.shown }
  const early = await visit(first.address, { form: { ...given, again: 'yes' } })
  expect(early.status).toBe(410)
  expect((await visit(first.address, { form: given })).status).toBe(200)

  const { html, address, token, shown } = await openStatus(visit, site, { ...nomination })
  expect(html).toContain('Start a new form with the same answers')
  const started = await visit(address, { form: { token, shown, again: 'yes' } })
  expect(started.status).toBe(302)
  expect(started.headers.get('location')).toBe('/fellowship/fellow-nomination-form/tasks')
  const cookie = started.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const part = await visit('/fellowship/fellow-nomination-form/case', { headers: { cookie } })
  expect(await part.text()).toContain('For light.')
})
