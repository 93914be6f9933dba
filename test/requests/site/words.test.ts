import { expect } from 'vitest'
import { caseTypeNames, caseTypeOf } from '#features/casework/case-types.ts'
import { publishEntry } from '#features/content/entry/operations.server.ts'
import { fillInForm, partsFor } from '#test/harness/form-pages.ts'
import { captureLog } from '#test/harness/log.ts'
import { openPlainBrowser, type PlainPage } from '#test/harness/plain-browser.ts'
import { autumn, origin } from '#test/harness/site.ts'
import { test } from '#test/harness/visitors.ts'
import { oldPhrasesAmong, textsOfPage, textsOfPdf } from '#test/guards/old-phrases.ts'
import { openSampleCall } from '#test/makers/award-calls.ts'
import { rightAnswers } from '#test/makers/cases.ts'
import { openLetters } from '#test/makers/letters.ts'
import { prepareActs } from '#test/models/acts.ts'

/** What the pages finally say: none of the words that docs/style.md has replaced. */

function found(where: string, texts: string[]): string[] {
  return oldPhrasesAmong(texts).map((phrase) => `${where}: ${phrase}`)
}

async function readAnswer(where: string, response: Response): Promise<string[]> {
  const type = response.headers.get('content-type') ?? ''
  if (where.includes('/certificate.pdf'))
    return found(where, await textsOfPdf(new Uint8Array(await response.arrayBuffer())))
  return /^text\/|xml|json/.test(type) ? found(where, textsOfPage(await response.text())) : []
}

const slow = { timeout: 180_000 }

test('no page, feed, calendar or certificate uses them', slow, async ({ table, visit, callers }) => {
  captureLog()
  const wrong: string[] = []
  for (const { path, isLayout } of table) {
    if (isLayout) continue
    const isOfStaff = /^\/(admin|editor|account)\b/.test(path)
    const headers = isOfStaff ? { cookie: callers.admin.cookie } : {}
    wrong.push(...(await readAnswer(path, await visit(path, { headers }))))
  }
  expect(table.length).toBeGreaterThan(120)
  expect(wrong).toEqual([])
})

test.for(caseTypeNames)(
  'the form %s uses none of them, empty, with errors, complete and submitted',
  async (name, { site }) => {
    captureLog()
    const browser = openPlainBrowser(site)
    if (name === 'award') await openSampleCall(site.db, autumn)
    const { href } = caseTypeOf(name, rightAnswers[name])
    const pages: PlainPage[] = [await browser.post(href, {})]
    for (const part of await partsFor(site, name)) {
      pages.push(await browser.open(`${href}/${part.name}`))
      pages.push(await browser.post(`${href}/${part.name}`, { go: 'on' }))
    }
    pages.push(await browser.open(`${href}/check`), await browser.post(`${href}/check`, {}))
    pages.push(await browser.post(`${href}/tasks`, { email: 'x' }))
    pages.push(await browser.post(`${href}/tasks`, { email: 'asha@example.org' }))
    pages.push(await fillInForm(browser, site, name), await browser.open(`${href}/check`))
    const sent = await browser.post(`${href}/check`, {})
    pages.push(sent, await browser.open(`${href}/tasks`))
    const copy = await browser.open(`${href}/copy`)

    expect(sent.text).toContain('We have received your form')
    expect(pages.flatMap(({ path, html }) => found(path, textsOfPage(html)))).toEqual([])
    expect(found('copy', await textsOfPdf(copy.bytes))).toEqual([])
  },
)

test(
  'no answer to an odd address, and no sentence of a refused form uses them',
  slow,
  async ({ testSite, visit }) => {
    captureLog()
    const wrong: string[] = []
    const acts = await prepareActs(testSite)
    for (const { name, path, form, by } of acts) {
      const headers = { origin, ...(by.cookie && { cookie: by.cookie }) }
      const token = form['token'] ?? ''
      const requested = `${path}${path.includes('?') ? '&' : '?'}token=${token}`
      if (token) wrong.push(...(await readAnswer(requested, await visit(requested, { headers }))))
      wrong.push(...(await readAnswer(name, await visit(path, { headers, form: {} }))))
    }
    for (const path of ['/search?q=zzzz', '/search?page=9', '/search?x=1', '/archive?year=soon', '/nowhere'])
      wrong.push(...(await readAnswer(path, await visit(path))))
    for (const path of [
      '/certificates?code=x',
      '/confirm/none',
      '/confirm/second?token=x',
      '/certificates/x',
    ])
      wrong.push(...(await readAnswer(path, await visit(path))))
    for (const { kind, subject, body_text, body_html } of await openLetters(testSite.site.db))
      wrong.push(...found(kind, [subject, ...body_text.split('\n'), ...textsOfPage(body_html)]))
    expect(acts.length).toBeGreaterThan(100)
    expect(wrong).toEqual([])
  },
)

test('an old phrase on a page is found', async ({ site, visit }) => {
  const planted = { title: 'How does my case stand?', publishedOn: '2026-11-01', summary: 'A summary.' }
  await publishEntry(site.db, { kind: 'news', slug: 'planted', data: planted }, autumn)
  const page = await visit('/news/planted')
  expect(await readAnswer('planted', page)).toEqual(['planted: How does my case stand'])
})
