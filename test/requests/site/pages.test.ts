import { createHash } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import { expect } from 'vitest'
import { ask } from '#test/harness/http.ts'
import { test } from '#test/harness/site.ts'

/** Every address of the specification's table, with words that its page must show. */
const pages = [
  ['/', 'International Academy'],
  ['/iaps', 'Academy'],
  ['/iaps/aims-objective-of-iaps', 'Aims'],
  ['/iaps/constitution', 'General Body'],
  ['/iaps/executive-council', 'council'],
  ['/fellowship', 'Fellow'],
  ['/fellowship/associate-fellowship', 'Associate'],
  ['/fellowship/fellow-nomination-form', 'Proposed citation'],
  ['/fellowship/associate-fellow-nomination-form', 'Research summary'],
  ['/awards/academic-gold-medal-award', 'Gold Medal'],
  ['/awards/prof-pn-pandey-research-award', 'Pandey'],
  ['/awards/swami-bhjnanand-saraswati-vedic-science-award', 'Vedic'],
  ['/awards/prof-hp-dikshit-memorial-award', 'Dikshit'],
  ['/awards/prof-pr-sharma-memorial-award', 'Sharma'],
  ['/awards/young-scientist-award', 'Young Scientist'],
  ['/newsletter', 'Newsletter'],
  ['/news', 'Announcements'],
  ['/conferences/international', 'CONIAPS'],
  ['/conferences/other-iaps-conference/international', 'Ayodhya'],
  ['/conferences/other-iaps-conference/national', 'Agra'],
  ['/membership/rules', 'Life Members'],
  ['/membership/form', 'Category'],
  ['/membership/life-members-or-iaps-associates', 'Life'],
  ['/activities/iaps-memorial-lectures', 'Memorial'],
  ['/activities/iaps-workshop', 'Workshop'],
  ['/activities/online-lectures', 'IST'],
  ['/activities/other-programs', 'Ayodhya Chapter'],
  ['/gallery', 'Gallery'],
  ['/contact-us', 'Prayagraj'],
  ['/archive', 'Archive'],
  ['/admin/admin-editor-login', 'Sign in'],
] as const

const withoutChrome = new Set([
  '/fellowship/fellow-nomination-form',
  '/fellowship/associate-fellow-nomination-form',
  '/membership/form',
  '/admin/admin-editor-login',
])

test.for(pages)('%s is a page that mentions “%s”', async ([address, words], { visit }) => {
  const response = await visit(address)
  const html = await response.text()

  expect(response.status).toBe(200)
  expect(textOf(html)).toContain(words)
  expect(html.match(/<h1[ >]/g)).toHaveLength(1)
})

test.for(pages)('%s has header and footer where the specification says so', async ([address], { visit }) => {
  const html = await (await visit(address)).text()
  const expected = withoutChrome.has(address) ? 0 : 1

  expect(html.match(/<header[^>]*data-bar/g) ?? []).toHaveLength(expected)
  expect(html.match(/<footer/g) ?? []).toHaveLength(expected)
})

test.for(pages)('%s names itself to search engines', async ([address], { visit }) => {
  const html = await (await visit(address)).text()

  expect(html).toMatch(/<title>[^<]*International Academy of Physical Sciences<\/title>/)
  expect(html).toMatch(/<meta name="description" content="[^"]{10,170}"/)
})

test('no sentence of an award is on the page of another', async ({ visit }) => {
  const withoutCalls = ['No call is open at the moment.', 'The calendar shows all upcoming dates.']
  const found = new Map<string, string[]>()
  for (const [address] of pages.filter(([address]) => address.startsWith('/awards/'))) {
    const html = await (await visit(address)).text()
    const main = html.slice(html.indexOf('<main'), html.indexOf('<h2 id="recipients"'))
    const paragraphs = [...main.matchAll(/<p[ >][^]*?<\/p>/g)].map(([paragraph]) => textOf(paragraph))
    const sentences = new Set(
      paragraphs.flatMap((text) =>
        text
          .replaceAll(/\s+/g, ' ')
          .trim()
          .split(/(?<=[.!?])(?<!Prof\.|\b[A-Z]\.)\s/),
      ),
    )
    for (const sentence of sentences) found.set(sentence, [...(found.get(sentence) ?? []), address])
  }
  const repeated = [...found].filter(([sentence, on]) => on.length > 1 && /[.!?]$/.test(sentence))
  expect(repeated.map(([sentence]) => sentence)).toEqual(withoutCalls)
})

test('a reading page sends no runtime and no data, only the two small scripts', async ({ port }) => {
  const { text: html, headers } = await ask(port, '/iaps/constitution')
  const [inline, file = '', ...others] = html.match(/<script(?! type="application\/ld\+json")[^>]*>/g) ?? []
  const [, address = '', integrity] =
    /^<script src="(\/assets\/page-script-[\w-]+\.js)" integrity="([^"]+)" defer="">$/.exec(file) ?? []

  expect([inline, others]).toEqual(['<script>', []])
  const { text: script } = await ask(port, address)
  expect(`sha256-${createHash('sha256').update(script).digest('base64')}`).toBe(integrity)
  expect(headers['content-security-policy']).toContain(`'${integrity}'`)
  expect(html).not.toContain('modulepreload')
  expect(html).not.toContain('__reactRouter')
})

test.for(['/iaps', '/iaps/constitution', '/membership/rules', '/privacy'])(
  '%s is a text page of at most 9 KB compressed',
  async (address, { visit }) => {
    const html = await (await visit(address)).text()

    expect(brotliCompressSync(html).length / 1024).toBeLessThan(9)
  },
)

test('staff pages lead visitors to the sign-in page', async ({ visit }) => {
  for (const address of ['/admin/dashboard', '/editor/dashboard']) {
    const response = await visit(address, { redirect: 'manual' })
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toMatch(/^\/admin\/admin-editor-login\?next=/)
  }
})

test('an unknown address answers 404 with a search box and the titles of the nearest pages', async ({
  visit,
}) => {
  const response = await visit('/fellowshop')
  const html = await response.text()

  expect(response.status).toBe(404)
  expect(html).toContain('action="/search"')
  expect(html).toContain('<a href="/fellowship">Fellowship</a>')
  expect(html).not.toMatch(/<a[^>]*>\//)
  expect(html).not.toContain('<footer')
})

test('every sample entry is marked as a sample on its page', async ({ visit, site }) => {
  const samples = await site.db
    .selectFrom('entry')
    .select(['kind', 'slug'])
    .where('sample_at', 'is not', null)
    .where('kind', 'in', ['conference', 'activity', 'newsletter', 'news', 'album'])
    .execute()
  const folders: Record<string, string> = {
    conference: 'conferences',
    activity: 'activities',
    newsletter: 'newsletter',
    news: 'news',
    album: 'gallery',
  }

  expect(samples.length).toBeGreaterThan(10)
  for (const { kind, slug } of samples) {
    const html = await (await visit(`/${folders[kind]}/${slug}`)).text()
    expect(html, slug).toMatch(/>\s*Sample\s*</)
  }
})

function textOf(html: string) {
  return html.replace(/<(script|style)[^>]*>.*?<\/\1>/gs, '').replace(/<[^>]+>/g, ' ')
}
