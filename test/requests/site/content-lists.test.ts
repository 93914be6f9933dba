import { expect } from 'vitest'
import { fillNews, type Size } from '#test/bench/rows/content-rows.ts'
import { withFlash } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { autumn, origin } from '#test/harness/site.ts'
import { lampData, makeDraft } from '#test/makers/content.ts'
import { actorFor } from '#test/makers/staff.ts'
import { test as base, type Caller } from '#test/harness/visitors.ts'
import { scannedTables, statementsOf } from '#test/harness/databases/watch-statements.ts'

/**
 * The number of database queries of the staff pages must not grow with the site. Measurements of a large one are in
 * docs/evidence/content-scale.md.
 */

const news = '/editor/content/news'
const pages = [
  news,
  `${news}?q=lecture`,
  `${news}?state=published&sort=day&dir=desc`,
  `${news}?sort=title`,
  '/editor/dashboard',
  '/admin/dashboard',
  '/editor/links',
  '/editor/pages?q=lecture',
  '/',
  '/news',
  '/news/feed.atom',
]
const small: Size = { entries: 2, versions: 4, maxVersions: 2, name: 'note' }
const large: Size = { entries: 300, versions: 900, maxVersions: 300, name: 'report' }
const maxStatements = 36

const test = base.extend<{ ask: (path: string) => ReturnType<typeof statementsOf> }>({
  ask: [
    async ({ site, visit, callers }, use) => {
      const headers = headersOf(callers.admin)
      await use((path) =>
        statementsOf(site.db, async () => {
          const response = await visit(path, { headers })
          expect(response.status, path).toBe(200)
          await response.text()
        }),
      )
    },
    { scope: 'file' },
  ],
})

test('a page needs as few queries on a large site as on a small one', async ({ site, callers, ask }) => {
  const writers = [callers.editor.id]
  const few = pagesOf(await fillNews(site.db, small, writers, autumn))
  const before = await countAll(few)
  const many = pagesOf(await fillNews(site.db, large, writers, autumn))
  const after = await countAll(many)

  for (const [index, count] of after.entries()) {
    expect.soft(count, many[index]).toBeLessThanOrEqual(maxStatements)
    // A few more if a list continues beyond what was read, or if links are broken.
    expect.soft(count, many[index]).toBeLessThanOrEqual(before[index]! + 5)
  }

  async function countAll(paths: string[]) {
    const counts: number[] = []
    for (const path of paths) counts.push((await ask(path)).length)
    return counts
  }
})

test('the public list of news has pages, and says which page does not exist', async ({ visit }) => {
  const first = await (await visit('/news')).text()
  const second = await (await visit('/news?page=2')).text()

  expect(first.match(/href="\/news\/[\w-]+"/g)!.length).toBe(50)
  expect(first).toContain('href="/news?page=2"')
  expect(second).toContain('href="/news/report-')
  captureLog()
  expect((await visit('/news?page=99')).status).toBe(404)
  expect((await visit('/news?page=0')).status).toBe(400)
})

test('a list is filtered by the type of its entries, and a bulk move keeps the filter', async ({
  visit,
  callers,
}) => {
  const headers = { ...headersOf(callers.admin), origin }
  const list = '/editor/content/activity?type=workshop&sort=title'
  const page = await (await visit(list, { headers })).text()
  expect(titlesIn(page)).toEqual([
    'A spectrograph from simple parts',
    'Computing pictures of physics',
    'The treatment of errors',
  ])
  expect(titlesIn(await (await visit('/editor/content/activity?type=no-such', { headers })).text())).toEqual(
    [],
  )

  const [row = ''] = /row-[\w-]+/.exec(page) ?? []
  const moved = await visit(`${list}&move=bin`, { form: { [row]: 'on' }, headers })
  const reported = moved.headers.get('location') ?? ''
  expect(reported).toBe('/editor/content/activity?sort=title&type=workshop')
  const cookie = withFlash(callers.admin.cookie, moved.headers.getSetCookie())
  const after = await (await visit(reported, { headers: { ...headers, cookie } })).text()
  expect(after).toContain('1 entry deleted.')
  expect(after).toContain('href="/editor/content/activity?state=binned"')
  expect(titlesIn(after)).toEqual(titlesIn(page).slice(1))
})

test('the view of one’s own entries has an address that shows others the same', async ({
  site,
  visit,
  callers,
}) => {
  const editor = actorFor({ id: callers.editor.id, role: 'editor' })
  await makeDraft(site.db, editor, autumn, { ...lampData, title: 'Of the editor' })
  await makeDraft(site.db, actorFor({ id: callers.admin.id, role: 'admin' }), autumn, {
    ...lampData,
    title: 'Of the administrator',
  })
  const mine = `/editor/content/award?by=${callers.editor.id}&state=draft`
  const own = await (await visit(mine, { headers: headersOf(callers.editor) })).text()
  const seen = await (await visit(mine, { headers: headersOf(callers.admin) })).text()

  expect(titlesIn(own)).toContain('Of the editor')
  expect(titlesIn(own)).not.toContain('Of the administrator')
  expect(titlesIn(seen)).toEqual(titlesIn(own))
  expect(own).toMatch(/aria-current="page"[^>]*>My drafts</)
  expect(seen).not.toMatch(/aria-current="page"[^>]*>My drafts</)
})

test.for([
  '/editor/content/news?sort=title',
  '/editor/people?sort=since&dir=asc',
  '/editor/cases?state=ended',
  '/editor/enquiries?queue=new',
  '/editor/subscribers?state=confirmed',
  '/editor/media?sort=bytes&dir=asc',
  '/editor/links?',
  '/admin/staff?role=admin',
  '/admin/mail?state=failed',
  '/admin/audit?action=people.read',
])('%s shows its last page for a page beyond it', async (list, { visit, callers }) => {
  const headers = headersOf(callers.admin)
  const first = await (await visit(list, { headers })).text()
  const answer = await visit(`${list}&page=999`, { headers })
  const beyond = await answer.text()
  const last = Math.max(1, ...[...first.matchAll(/aria-label="Page (\d+)"/g)].map(([, page]) => Number(page)))

  expect(answer.status).toBe(200)
  expect(beyond.includes('id="rows"')).toBe(first.includes('id="rows"'))
  if (last > 1) expect(beyond).toContain(`aria-label="Page ${last}" aria-current="page"`)
})

test('an open entry marks its list among the areas', async ({ visit, callers }) => {
  const headers = headersOf(callers.editor)
  const list = await (await visit('/editor/content/album', { headers })).text()
  const [, entry = ''] = /href="(\/editor\/entries\/[\w-]+)"/.exec(list) ?? []
  const page = await (await visit(entry, { headers })).text()

  expect(page).toContain('<a href="/editor/content/album" aria-current="true">')
})

test('bulk actions for administrators are shown to editors with the reason, and refused', async ({
  site,
  visit,
  callers,
}) => {
  const list = '/editor/content/award?state=live'
  const shown = await (await visit(list, { headers: headersOf(callers.editor) })).text()
  const [, why = ''] =
    /<button[^>]*aria-disabled="true" aria-describedby="([^"]+)"[^>]*>Publish</.exec(shown) ?? []
  expect(shown).toMatch(new RegExp(`<p id="${why}"[^>]*>[^<]*only an administrator can do this`))
  expect(shown).not.toMatch(/<button[^>]*formAction="[^"]*move=(publish|archive)/i)
  const whole = await (await visit(list, { headers: headersOf(callers.admin) })).text()
  expect(whole).not.toContain('aria-disabled')
  expect(whole).toMatch(/<button[^>]*formAction="[^"]*move=archive/i)

  const [, row = ''] = /name="(row-[\w-]+)"/.exec(shown) ?? []
  const before = await liveAwards()
  const answer = await visit(`${list}&move=archive`, {
    headers: headersOf(callers.editor),
    form: { [row]: 'on' },
  })
  const cookie = withFlash(callers.editor.cookie, answer.headers.getSetCookie())
  const shownOnce = await (await visit(list, { headers: { cookie } })).text()
  expect(shownOnce).toContain('Nothing was changed. 1 could not be changed')
  expect(await liveAwards()).toEqual(before)

  function liveAwards() {
    return site.db
      .selectFrom('entry')
      .select('id')
      .where('kind', '=', 'award')
      .where('live_version', 'is not', null)
      .execute()
  }
})

test('recipients are filtered by their award', async ({ visit, callers }) => {
  const headers = headersOf(callers.editor)
  const page = await (await visit('/editor/content/recipient', { headers })).text()
  const [, award = ''] = /<select[^>]*name="parent".*?<option value="([\w-]{36})"/s.exec(page) ?? []
  const narrowed = await (await visit(`/editor/content/recipient?parent=${award}`, { headers })).text()
  expect(titlesIn(narrowed).length).toBeLessThan(titlesIn(page).length)
})

test.runIf(process.env['TEST_ENGINE'] !== 'postgres')(
  'no page scans all entries, versions or audit entries',
  async ({ site, callers, ask }) => {
    const size = { ...small, name: 'word' }
    for (const path of pagesOf(await fillNews(site.db, size, [callers.editor.id], autumn)))
      expect.soft(await scannedTables(site.db, await ask(path)), path).toSatisfy(areSmall)
  },
)

const mayGrow = new Set([
  'entry',
  'entry_version',
  'head',
  'entry_version_ref',
  'audit_entry',
  'audit_detail',
])

function areSmall(tables: string[]) {
  return !tables.some((table) => mayGrow.has(table))
}

function pagesOf({ longest }: { longest: string }): string[] {
  return [...pages, `/editor/entries/${longest}`, `/editor/entries/${longest}/versions`]
}

function titlesIn(page: string): string[] {
  return [...page.matchAll(/<a href="\/editor\/entries\/[\w-]+">([^<]+)</g)].map(([, title = '']) => title)
}

function headersOf({ cookie }: Caller) {
  return { cookie }
}
