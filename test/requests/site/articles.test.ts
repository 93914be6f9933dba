import { PDFiumLibrary } from '@hyzyla/pdfium'
import { expect } from 'vitest'
import { raiseContentVersion } from '#db/engine/content-version.server.ts'
import { publishEntry } from '#features/content/entry/operations.server.ts'
import type { RichText } from '#features/content/text/document.ts'
import { autumn, origin, test } from '#test/harness/site.ts'
import { structuredDataIn } from '#test/models/structured-data.ts'

/** The articles of the newsletter as pages. */

const newest = '/newsletter/sample-volume-3-number-2'

test('an issue lists its articles with summary and link', async ({ visit }) => {
  const html = await (await visit(newest)).text()
  expect(html).toContain(`<a href="${newest}/essay-how-dark-is-a-shadow">Essay: how dark is a shadow?</a>`)
  expect(html).toContain('A curve from 1874 shows why.')
  expect(html).not.toContain('<table')
})

test('an article names its author, issue and day, and leads to its neighbours', async ({ visit }) => {
  const html = await (await visit(`${newest}/essay-how-dark-is-a-shadow`)).text()
  expect(html).toContain('<h1')
  expect(html).toContain('Prof. Dumisandro Meghavarnam')
  expect(html).toContain('dateTime="2026-11-02"')
  expect(html).toMatch(new RegExp(`href="${newest}/report-a-meeting-on-chaos-and-order" rel="prev"`))
  expect(html).toMatch(new RegExp(`href="${newest}/whom-will-you-nominate" rel="next"`))
  expect(html).toContain(`${origin}/preview${newest}/essay-how-dark-is-a-shadow.png`)
  const preview = await visit(`/preview${newest}/essay-how-dark-is-a-shadow.png`)
  expect([preview.status, preview.headers.get('content-type')]).toEqual([200, 'image/png'])
})

test('typographic signs arrive as themselves', async ({ visit }) => {
  const html = await (await visit(`${newest}/report-a-meeting-on-chaos-and-order`)).text()
  expect(html).toContain('“The spread is the forecast,”')
  expect(html).not.toContain(String.raw`\u201c`)
})

test('an issue announces the calls of its time, each with its end and its page', async ({ visit }) => {
  const html = (await (await visit(newest)).text()).replaceAll('<!-- -->', '')
  const [, calls = ''] = html.split('<h2 id="calls">Calls for nominations</h2>')
  expect(calls).toContain('<a href="/awards/young-scientist-award#sample-call-young-scientist-2027">')
  expect(calls).toContain('<a href="/fellowship#sample-call-fellow-2027">')
  expect(calls).toContain('31 January 2027, 23:59\u00a0IST')
  expect(calls).not.toContain('#sample-call-gold-medal-2027')

  const earlier = await (await visit('/newsletter/sample-volume-2-number-2')).text()
  expect(earlier).toContain('#sample-call-fellow-2026')
  expect(await (await visit('/newsletter/sample-volume-1-number-1')).text()).not.toContain('id="calls"')
})

test('the first article has no previous one and the last no next one', async ({ visit }) => {
  expect(await (await visit(`${newest}/from-the-editor`)).text()).not.toContain('rel="prev"')
  expect(await (await visit(`${newest}/a-puzzle-to-end-with`)).text()).not.toContain('rel="next"')
})

test('search engines learn what the article is part of', async ({ visit, site }) => {
  const flag = async (sample_at: number | null) => {
    const slug = newest.slice('/newsletter/'.length)
    await site.db.updateTable('entry').set({ sample_at }).where('slug', '=', slug).execute()
    await raiseContentVersion(site.db, autumn)
  }
  await flag(null)
  const things = structuredDataIn(await (await visit(`${newest}/read-again-newtons-opticks`)).text())
  expect(things).toContainEqual(
    expect.objectContaining({
      '@type': 'Article',
      headline: 'Read again: Newton’s Opticks',
      datePublished: '2026-11-02',
      author: expect.objectContaining({ '@type': 'Person' }),
      isPartOf: expect.objectContaining({
        '@type': 'PublicationIssue',
        url: origin + newest,
        issueNumber: 2,
      }),
    }),
  )
  expect(things.some((thing) => thing['@type'] === 'BreadcrumbList')).toBe(true)
  await flag(1)
})

test('an address that the issue does not have leads to the issue; an unknown issue is not found', async ({
  visit,
}) => {
  const gone = await visit(`${newest}/a-former-title`)
  expect([gone.status, gone.headers.get('location')]).toEqual([302, newest])
  const capitals = await visit(`${newest}/From-The-Editor`)
  expect([capitals.status, capitals.headers.get('location')]).toEqual([308, `${newest}/from-the-editor`])
  expect((await visit('/newsletter/none/from-the-editor')).status).toBe(404)
})

test('an issue without texts has a table; its own articles are in the map of the site once they have texts', async ({
  site,
  visit,
}) => {
  const data = {
    title: 'Bulletin',
    volume: 9,
    number: 1,
    period: 'Spring 1999',
    releasedOn: '1999-04-01',
    contents: [{ title: 'On lamps', page: 2, author: 'A. Writer' }],
  }
  await publishEntry(site.db, { kind: 'newsletter', slug: 'bulletin-9', data }, autumn)
  const html = await (await visit('/newsletter/bulletin-9')).text()
  expect(html).toContain('<table')
  expect(html).not.toContain('href="/newsletter/bulletin-9/on-lamps"')

  const body: RichText = {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'They glow.' }] }],
  }
  const contents = [...data.contents, { title: 'On tides', body }]
  await publishEntry(
    site.db,
    { kind: 'newsletter', slug: 'bulletin-10', data: { ...data, contents } },
    autumn,
  )
  const map = await (await visit('/sitemap.xml')).text()
  expect(map).toContain(`<loc>${origin}/newsletter/bulletin-10/on-tides</loc>`)
  expect(map).not.toContain('from-the-editor')
})

test('an issue without an uploaded PDF offers one made from its articles, which opens in the browser', async ({
  visit,
}) => {
  const address = `${newest}/issue.pdf`
  expect(await (await visit(newest)).text()).toContain(`<a href="${address}">The whole issue`)
  const answer = await visit(address)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(answer.headers.get('content-disposition')).toBe('inline; filename="sample-volume-3-number-2.pdf"')
  expect(answer.headers.get('x-robots-tag')).toBe('noindex')
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const etag = answer.headers.get('etag') ?? ''
  expect((await visit(address, { headers: { 'if-none-match': etag } })).status).toBe(304)
})

test('no page of a PDF of a sample issue is nearly blank', async ({ visit }) => {
  const library = await PDFiumLibrary.init()
  for (const issue of ['3-number-2', '3-number-1', '2-number-2', '2-number-1', '1-number-1']) {
    const answer = await visit(`/newsletter/sample-volume-${issue}/issue.pdf`)
    const pdf = await library.loadDocument(Buffer.from(await answer.arrayBuffer()))
    const [, ...pages] = Array.from({ length: pdf.getPageCount() }, (_, at) => pdf.getPage(at).getText())
    pdf.destroy()
    expect(Math.min(...pages.map((text) => text.length)), issue).toBeGreaterThan(1000)
  }
  library.destroy()
})

test('an issue without texts has no PDF of its own', async ({ visit }) => {
  expect((await visit('/newsletter/bulletin-9/issue.pdf')).status).toBe(404)
  expect((await visit('/newsletter/none/issue.pdf')).status).toBe(404)
  expect(await (await visit('/newsletter/bulletin-9')).text()).not.toContain('issue.pdf')
})
