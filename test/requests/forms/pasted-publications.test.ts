import { expect } from 'vitest'
import { findDraft } from '#features/forms/drafts/drafts.server.ts'
import { startInFull } from '#test/harness/form-pages.ts'
import { openPlainBrowser, type PlainBrowser } from '#test/harness/plain-browser.ts'
import { autumn, test } from '#test/harness/site.ts'
import type { Site } from '#site.ts'

/** A pasted list of publications becomes rows of the form, without scripts. */

const form = '/fellowship/fellow-nomination-form'
const part = `${form}/case`
const box = 'publications-list'

async function draftOf({ db }: Site, browser: PlainBrowser) {
  const token = /iaps_form_fellow=([\w-]{43})/.exec(browser.cookie())?.[1] ?? ''
  const draft = await findDraft(db, 'fellow', token, autumn)
  if (!draft) throw new Error('The draft is gone.')
  return draft
}

async function startForm(site: Site) {
  const browser = openPlainBrowser(site)
  await startInFull(browser, form)
  return browser
}

const entry = '@article{a, title={On light}, author={Rao, A. and Ray, B.}, year=2019, journal={J. Sample}}'

test('a list becomes rows that can be corrected, and the rest of the page is saved', async ({ site }) => {
  const browser = await startForm(site)
  const first = await browser.open(part)
  expect(first.html).not.toContain('name="publications-0-title"')
  const read = await browser.post(part, {
    citation: 'For light.',
    [box]: `10.5555/one\n${entry}`,
    read: 'publications',
  })

  expect([read.status, read.path]).toEqual([200, part])
  expect(read.text).toContain('Added 2 publications from your list. Check them below.')
  expect(read.html).toMatch(/name="publications-1-title"[^>]* value="On light"/)
  expect((await draftOf(site, browser)).answers).toMatchObject({
    citation: 'For light.',
    publications: [
      { doi: '10.5555/one' },
      { title: 'On light', authors: 'Rao, A.; Ray, B.', year: '2019', journal: 'J. Sample' },
    ],
  })
})

test('every button reads the list, and the page comes back to check it', async ({ site }) => {
  for (const button of [{ go: 'on' }, { go: 'list' }, { add: 'publications' }, {}]) {
    const browser = await startForm(site)
    const read = await browser.post(part, { [box]: '10.5555/one', ...button })
    expect([read.status, read.path], JSON.stringify(button)).toEqual([200, part])
    expect((await draftOf(site, browser)).answers['publications']).toEqual([{ doi: '10.5555/one' }])
  }
})

test('what was not understood is named and stays in the box', async ({ site }) => {
  const browser = await startForm(site)
  const row = { 'publications-0-title': 'Typed by hand', 'publications-0-year': '1990' }
  const page = await browser.post(part, { ...row, [box]: `my best <b>paper\n${entry}`, go: 'on' })

  expect(page.status).toBe(400)
  expect(page.text).toContain('We could not read line 1 (“my best <b>paper”).')
  expect(page.html).toMatch(
    /<textarea[^>]*name="publications-list"[^>]*>\n?my best &lt;b&gt;paper<\/textarea>/,
  )
  expect(page.html).toMatch(/name="publications-1-title"[^>]* value="On light"/)
  expect((await draftOf(site, browser)).answers['publications']).toMatchObject([
    { title: 'Typed by hand', year: '1990' },
    { title: 'On light' },
  ])
})

test('removing a row and pasting a list at the same time does both', async ({ site }) => {
  const browser = await startForm(site)
  const rows = { 'publications-0-title': 'First', 'publications-1-title': 'Second' }
  await browser.post(part, { ...rows, [box]: '10.5555/one', remove: 'publications-0' })

  expect((await draftOf(site, browser)).answers['publications']).toEqual([
    { title: 'Second' },
    { doi: '10.5555/one' },
  ])
})

test('while someone types, a list stays on the page, which says that it is not saved', async ({ site }) => {
  const browser = await startForm(site)
  const { version } = await draftOf(site, browser)
  const saved = await browser.post(part, {
    citation: 'For light.',
    [box]: '10.5555/one',
    keep: String(version),
  })

  expect(saved.status).toBe(200)
  expect(saved.html).toContain('The list is only on this page until you add the publications from it.')
  const { answers } = await draftOf(site, browser)
  expect([answers['citation'], answers['publications'] ?? []]).toEqual(['For light.', []])
})

test('a box for a list exists only where the form asks for publications', async ({ site }) => {
  const browser = await startForm(site)
  const page = await browser.post(`${form}/career`, { 'degrees-list': '10.5555/one', read: 'degrees' })

  expect([page.status, page.text]).toEqual([400, expect.stringContaining('This form has no field')])
})

test('a megabyte in the box is refused and changes nothing that was saved', async ({ site }) => {
  const browser = await startForm(site)
  await browser.post(part, { [box]: '10.5555/one', read: 'publications' })
  const page = await browser.post(part, {
    'publications-0-doi': '10.5555/one',
    [box]: '{'.repeat(400_000),
    read: 'publications',
  })

  expect([page.status, page.text]).toEqual([400, expect.stringContaining('more than 200,000 characters')])
  expect((await draftOf(site, browser)).answers['publications']).toEqual([{ doi: '10.5555/one' }])
})
