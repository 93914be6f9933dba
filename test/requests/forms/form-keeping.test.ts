import { expect } from 'vitest'
import { findDraft } from '#features/forms/drafts/drafts.server.ts'
import { captureLog } from '#test/harness/log.ts'
import { openPlainBrowser, type PlainBrowser } from '#test/harness/plain-browser.ts'
import { autumn, origin, test } from '#test/harness/site.ts'
import type { Site } from '#site.ts'

/** What a page with scripts saves while someone types. */

const part = '/membership/form/you'

async function draftOf({ db }: Site, browser: PlainBrowser) {
  const token = /iaps_form_membership=([\w-]{43})/.exec(browser.cookie())?.[1] ?? ''
  const draft = await findDraft(db, 'membership', token, autumn)
  if (!draft) throw new Error('The draft is gone.')
  return draft
}

test('what is typed is saved without mentioning what is still missing, and the page stays', async ({
  site,
}) => {
  const browser = openPlainBrowser(site)
  await browser.post('/membership/form', {})
  const { version } = await draftOf(site, browser)
  const saved = await browser.post(part, { firstName: 'Ash', keep: String(version) })

  expect([saved.status, saved.path]).toEqual([200, part])
  const draft = await draftOf(site, browser)
  expect(draft).toMatchObject({ version: version + 1, answers: { firstName: 'Ash' }, done: [] })
})

test('a late save does not replace what the same page saved meanwhile', async ({ site }) => {
  const browser = openPlainBrowser(site)
  await browser.post('/membership/form', {})
  const { version } = await draftOf(site, browser)
  const seen = (step: number) => JSON.stringify({ page: 'p1', step, fields: {} })
  await browser.post(part, { firstName: 'Asha', go: 'list', seen: seen(1) })
  const late = await browser.post(part, { firstName: 'As', keep: String(version), seen: seen(0) })

  expect(late.status).toBe(200)
  expect(await draftOf(site, browser)).toMatchObject({ answers: { firstName: 'Asha' }, others: {} })
})

test('a page that was opened before it could report what it showed overwrites nothing', async ({ site }) => {
  const browser = openPlainBrowser(site)
  await browser.post('/membership/form', {})
  const { version } = await draftOf(site, browser)
  const old = (firstName: string, version: number) =>
    site.respond(
      new Request(origin + part, {
        method: 'POST',
        headers: { origin, cookie: browser.cookie() },
        body: new URLSearchParams({ firstName, keep: String(version) }),
      }),
    )
  await old('As', version)
  await old('Asha', version + 1)
  expect(await draftOf(site, browser)).toMatchObject({ answers: { firstName: 'Asha' }, others: {} })
  await old('Āśā', version)

  const { answers, others } = await draftOf(site, browser)
  expect([answers['firstName'], others['firstName']?.map(({ answer }) => answer)]).toEqual(['Āśā', ['Asha']])
})

test('a form that is gone, or an invalid version, is refused', async ({ site }) => {
  captureLog()
  const browser = openPlainBrowser(site)
  expect((await browser.post(part, { firstName: 'Asha', keep: '1' })).status).toBe(404)
  await browser.post('/membership/form', {})
  for (const version of ['', '-1', '1.5', 'x', '9'.repeat(12)])
    expect((await browser.post(part, { firstName: 'Asha', keep: version })).status, version).toBe(400)
  expect((await browser.post(part, { firstName: 'Asha', keep: '1', go: 'on' })).status).toBe(400)
  expect((await draftOf(site, browser)).answers).toEqual({})
})
