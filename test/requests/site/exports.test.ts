import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { publishEntry } from '#features/content/entry/operations.server.ts'
import { storeDownload } from '#features/media/operations.server.ts'
import { queueLetter } from '#server/mail/mail.server.ts'
import { openTable } from '#server/tables/read-table.server.ts'
import { ask, type HttpAnswer } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { autumn, origin } from '#test/harness/site.ts'
import { test, type Caller } from '#test/harness/visitors.ts'

/** The lists of content, files, links and letters as files. Those of people, staff and the trail have their own. */

const news = '/editor/content/news/export'
const formulas = ['=1+1', '+1', '-1', '@SUM(1)']
const reason = 'For the council.'

test('a list of content is exported as filtered and ordered, and no cell of it is a formula', async ({
  port,
  site,
  callers,
}) => {
  for (const [index, formula] of formulas.entries())
    await publishEntry(
      site.db,
      { kind: 'news', slug: `formula-${index}`, data: newsOf(`${formula} formula`) },
      autumn,
    )
  await publishEntry(site.db, { kind: 'news', slug: 'plain', data: newsOf('Plain words') }, autumn)

  const csv = await send(port, `${news}?q=formula&sort=title`, callers.editor, { format: 'csv' })
  expect(csv.status).toBe(200)
  expect(csv.headers['content-disposition']).toBe('attachment; filename="news-2026-11-15.csv"')
  expect(csv.headers['cache-control']).toBe('no-store')
  expect(csv.text).not.toContain('Plain words')
  for (const line of csv.text.split('\n')) expect(line).not.toMatch(/(^|,|")[=+@-]/)

  const xlsx = await send(port, `${news}?q=formula`, callers.editor, { format: 'xlsx' })
  const rows: string[][] = []
  for await (const row of (await openTable(xlsx.bytes)).rows(0)) rows.push(row)
  expect(new Set(rows.slice(1).map(([title]) => title))).toEqual(
    new Set(formulas.map((formula) => `${formula} formula`)),
  )

  const json = await send(port, `${news}?q=formula&sort=title&dir=desc`, callers.editor, { format: 'json' })
  const reported = JSON.parse(json.text) as {
    title: string
    address: string
    state: string
    onSite: boolean
  }[]
  const titles = reported.map(({ title }) => title)
  expect(titles).toEqual(titles.toSorted().toReversed())
  expect(reported.find(({ title }) => title === '=1+1 formula')).toMatchObject({
    ...{ address: '/news/formula-0', state: 'Published', onSite: true, date: '2026-11-12' },
  })
  expect(await lastExport(site.db)).toMatchObject({
    action: 'content.exported',
    actor: `staff:${callers.editor.id}`,
    details: { format: 'json', count: 4, filter: { kind: 'news', q: 'formula' } },
  })
})

test('files are exported with their words, deleted ones only on request', async ({ port, site, callers }) => {
  const hours = { name: '=hours.txt', mediaType: 'text/plain' }
  await storeDownload(site.db, site.files, Buffer.from('Hours'), hours, autumn)
  const csv = await send(port, '/editor/media/export?q=hours', callers.editor, { format: 'csv' })

  const [heading, line, ...rest] = csv.text.trim().split('\r\n')
  expect(heading).toContain('Description')
  expect(line).toContain(`'=hours.txt`)
  expect(rest).toEqual([])
  const bin = await send(port, '/editor/media/export?kind=bin', callers.editor, { format: 'json' })
  expect(JSON.parse(bin.text)).toEqual([])
  expect(await lastExport(site.db)).toMatchObject({ action: 'media.exported', details: { count: 0 } })
})

test('broken links and former addresses are exported as two lists', async ({ port, site, callers }) => {
  const at = autumn.getTime()
  await site.db
    .insertInto('redirect')
    .values({ from_path: '/old.html', to_path: '/awards', created_at: at })
    .execute()
  await publishEntry(
    site.db,
    { kind: 'news', slug: 'lost', data: { ...newsOf('Lost'), body: linkTo('/news/gone') } },
    autumn,
  )
  const redirects = await send(port, '/editor/links/export?of=redirects', callers.editor, { format: 'json' })
  const broken = await send(port, '/editor/links/export?of=broken', callers.editor, { format: 'json' })

  expect(JSON.parse(redirects.text)).toEqual([
    { from: '/old.html', to: '/awards', hasPage: true, since: autumn.toISOString() },
  ])
  expect(JSON.parse(broken.text)).toMatchObject([{ on: 'Lost', says: 'here', leadsTo: '/news/gone' }])
})

test('the list of letters is for administrators with a reason, and contains no text of letters', async ({
  port,
  site,
  callers,
}) => {
  captureLog()
  const letter = { kind: 'test', to: 'tara@example.org', subject: '=Cmd()', text: 'secret', html: 'secret' }
  await queueLetter(site.db, letter, autumn)
  const path = '/admin/mail/export'
  const before = await countExports(site.db)
  expect((await send(port, path, callers.editor, { format: 'csv', reason })).status).toBe(403)
  expect((await send(port, path, callers.admin, { format: 'csv' })).status).toBe(400)
  expect(await countExports(site.db)).toBe(before)

  const csv = await send(port, path, callers.admin, { format: 'csv', reason })
  expect(csv.text).toContain(`tara@example.org,'=Cmd()`)
  expect(csv.text).not.toContain('secret')
  expect(await lastExport(site.db)).toMatchObject({
    action: 'mail.exported',
    details: { reason, format: 'csv' },
  })
})

test.for([
  [`${news}?sort=salary`, 400],
  ['/editor/content/none/export', 404],
  ['/editor/media/export?kind=none', 400],
  ['/editor/links/export', 400],
  ['/editor/links/export?of=none', 400],
] as const)(
  '%s is refused with a sentence and not recorded',
  async ([path, status], { port, site, callers }) => {
    captureLog()
    const before = await countExports(site.db)
    const refused = await send(port, path, callers.editor, { format: 'csv' })

    expect(refused.status).toBe(status)
    expect(refused.text).toMatch(/^[A-Z].+\.\n$/)
    expect((await send(port, news, callers.editor, { format: 'pdf' })).text).toBe(
      'Choose CSV, XLSX or JSON. Go back and send it again.\n',
    )
    expect(await countExports(site.db)).toBe(before)
  },
)

function newsOf(title: string) {
  return { title, publishedOn: '2026-11-12', summary: 'A few words.' }
}

function linkTo(href: string) {
  const marks = [{ type: 'link' as const, attrs: { href } }]
  const text = { type: 'text' as const, text: 'here', marks }
  return { type: 'doc' as const, content: [{ type: 'paragraph' as const, content: [text] }] }
}

function send(port: number, path: string, by: Caller, form: Record<string, string>): Promise<HttpAnswer> {
  return ask(port, path, {
    ...{ method: 'POST', cookie: by.cookie, origin, host: new URL(origin).host },
    'content-type': 'application/x-www-form-urlencoded',
    body: new URLSearchParams(form).toString(),
  })
}

async function lastExport(db: Db) {
  const row = await db
    .selectFrom('audit_entry')
    .innerJoin('audit_detail', 'audit_detail.seq', 'audit_entry.seq')
    .select(['action', 'actor', 'body'])
    .where('action', 'like', '%.exported')
    .orderBy('audit_entry.seq', 'desc')
    .executeTakeFirstOrThrow()
  return { action: row.action, actor: row.actor, details: JSON.parse(row.body) as unknown }
}

async function countExports(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('audit_entry')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('action', 'like', '%.exported')
    .executeTakeFirstOrThrow()
  return count
}
