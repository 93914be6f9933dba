import { expect } from 'vitest'
import { ask } from '#test/harness/http.ts'
import { origin } from '#test/harness/site.ts'
import { test } from '#test/harness/visitors.ts'
import type { Site } from '#site.ts'

const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }

async function sums({ db, saveCounts }: Site) {
  await saveCounts()
  const rows = await db.selectFrom('daily_sum').select(['kind', 'name', 'amount']).execute()
  await db.deleteFrom('daily_sum').execute()
  return rows.map(({ kind, name, amount }) => `${kind} ${name} ${amount}`).toSorted()
}

test('visits are counted whether a page is rendered or comes from memory', async ({ site, port }) => {
  for (let n = 0; n < 4; n++) await ask(port, '/iaps', browser)
  const { headers } = await ask(port, '/iaps?', browser)
  await ask(port, '/iaps', { ...browser, 'if-none-match': headers.etag })

  expect((await sums(site)).filter((line) => line.startsWith('page /iaps '))).toEqual(['page /iaps 6'])
})

test('staff, robots, feeds, missing pages and HEAD are not counted', async ({ site, port, callers }) => {
  await sums(site)
  await ask(port, '/news', { ...browser, ...headersOf(callers.admin) })
  await ask(port, '/news', { 'user-agent': 'ExampleBot/1.0' })
  await ask(port, '/news', { ...browser, method: 'HEAD' })
  await ask(port, '/feed.atom', browser)
  await ask(port, '/no-such-page', browser)

  expect(await sums(site)).toEqual([])
})

test('a referring site is counted by its host, a search by its words if it finds nothing', async ({
  site,
  port,
}) => {
  await ask(port, '/gallery', { ...browser, referer: 'https://news.example/item?id=1' })
  await ask(port, '/gallery', { ...browser, referer: `${origin}/news` })
  await ask(port, '/search?q=Zxqvw%20%20Zxqvw', browser)
  await ask(port, '/search?q=somebody%40zxqvw.example', browser)
  await ask(port, '/search?q=conference', browser)

  expect(await sums(site)).toEqual([
    'page /gallery 2',
    'page /search 2',
    'referrer news.example 1',
    'search zxqvw zxqvw 1',
  ])
})

test('a download is counted once, however many ranges it takes', async ({ site, port }) => {
  const file = await site.db
    .selectFrom('file')
    .select(['id', 'name'])
    .where('media_type', '=', 'application/pdf')
    .executeTakeFirst()
  if (!file) return
  const path = `/files/${file.id}/${encodeURIComponent(file.name)}`
  await ask(port, path, { ...browser, range: 'bytes=0-9' })
  await ask(port, path, { ...browser, range: 'bytes=10-19' })

  expect(await sums(site)).toEqual([`download ${path} 1`])
})

test('staff see the sums, and visitors do not', async ({ site, port, visit, callers }) => {
  for (let n = 0; n < 3; n++) await ask(port, '/awards', browser)
  await ask(port, '/calendar', browser)
  await site.saveCounts()

  const page = await (await visit('/editor/visits', { headers: headersOf(callers.editor) })).text()

  expect(page).toContain('href="/awards"')
  expect(page).not.toMatch(/<td[^>]*>[^<]*<a href="\/calendar"|<th[^>]*><a href="\/calendar"/)
  expect(page).toContain('1 more is not shown.')
  expect((await visit('/editor/visits')).status).not.toBe(200)
})

function headersOf({ cookie }: { cookie: string }) {
  return { cookie }
}
