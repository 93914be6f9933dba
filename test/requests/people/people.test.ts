import { newId } from '#db/engine/id.ts'
import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { importJobs } from '#features/people/import/jobs.server.ts'
import { enrolPeople } from '#features/people/operations.server.ts'
import type { NewPerson } from '#features/people/register.ts'
import { runDueJobs } from '#server/jobs/jobs.server.ts'
import { openTable } from '#server/tables/read-table.server.ts'
import { ask } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { autumn, origin } from '#test/harness/site.ts'
import { dumpState } from '#test/harness/databases/dump-tables.ts'
import { test, type Caller } from '#test/harness/visitors.ts'

/** The register over HTTP: odd addresses, odd files, and texts that try to run. */

const path = '/editor/people'
const evil = [`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `'; drop table person; --`]
const formulas = ['=1+1', '+1', '-1', '@SUM(1)', '\t=1', '\r=1']

const somebody: NewPerson = {
  memberNo: 'Q-1',
  givenName: 'Tara',
  familyName: 'Nair',
  category: 'regular',
  since: 1998,
  discipline: 'Physics',
  country: 'India',
  listed: false,
}

test('texts that look like markup or formulas are shown as they are, and harmless in every file', async ({
  port,
  site,
  callers,
}) => {
  const texts = [...evil, ...formulas]
  await enrolPeople(
    site.db,
    texts.map((text, at) => ({ ...somebody, memberNo: `EVIL-${at}`, familyName: text, institution: text })),
    autumn,
  )

  const page = await ask(port, `${path}?q=EVIL`, { cookie: callers.admin.cookie })
  expect(page.status).toBe(200)
  expect(page.text).not.toContain('<script>alert(1)')
  expect(page.text).not.toContain('<img src=x')
  expect(page.text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')

  const csv = await exportAs(port, callers.admin, 'csv', 'q=EVIL')
  const lines = csv.text.split('\r\n').slice(1, -1)
  expect(lines.length).toBeGreaterThanOrEqual(texts.length)
  for (const line of csv.text.split('\n')) expect(line).not.toMatch(/(^|,|")[=+@\t]/)
  expect(csv.headers['content-disposition']).toBe('attachment; filename="people-2026-11-15.csv"')
  expect(csv.headers['cache-control']).toBe('no-store')
  expect(csv.headers['x-content-type-options']).toBe('nosniff')

  const xlsx = await exportAs(port, callers.admin, 'xlsx', 'q=EVIL')
  const rows: string[][] = []
  for await (const row of (await openTable(xlsx.bytes)).rows(0)) rows.push(row)
  const names = rows.slice(1).map((row) => row[rows[0]?.indexOf('Family name') ?? 0])
  expect(new Set(names)).toEqual(new Set(texts))

  const json = JSON.parse((await exportAs(port, callers.admin, 'json', 'q=EVIL')).text) as {
    familyName: string
  }[]
  expect(new Set(json.map(({ familyName }) => familyName))).toEqual(new Set(texts))
})

test('an export without a reason, by an editor or of an odd address is refused and not recorded', async ({
  port,
  site,
  callers,
}) => {
  captureLog()
  const before = await countExports(site.db)
  expect((await exportAs(port, callers.editor, 'csv', '')).status).toBe(403)
  expect((await exportAs(port, callers.admin, 'csv', 'sort=salary')).status).toBe(400)
  expect((await exportAs(port, callers.admin, 'pdf', '')).text).toBe(
    'Choose CSV, XLSX or JSON. Go back and send it again.\n',
  )
  const unexplained = await exportAs(port, callers.admin, 'csv', '', ' ')
  expect([unexplained.status, unexplained.text]).toEqual([
    400,
    'Enter why you export the list. Go back and send it again.\n',
  ])
  expect(await countExports(site.db)).toBe(before)

  expect((await exportAs(port, callers.admin, 'csv', 'listed=no')).status).toBe(200)
  expect(await countExports(site.db)).toBe(before + 1)
})

const payloads = [
  `' or '1'='1`,
  `'; drop table person; --`,
  `" or ""="`,
  `1) or (1=1`,
  `%' and 1=1 --`,
  `*`,
  `NEAR(a b)`,
  `a OR b`,
  `{title} : x`,
  `\\`,
  `%`,
  `_`,
  `$.name`,
  `1;select pg_sleep(5)`,
  `\u0301`,
  `सी वी रमन`,
  'x'.repeat(80),
  'x'.repeat(81),
]
const parameters = [
  'q',
  'category',
  'grade',
  'discipline',
  'country',
  'listed',
  'state',
  'sort',
  'dir',
  'page',
]

test.for(parameters)(
  'whatever “%s” says, the list answers or names what is wrong',
  async (parameter, { port, site, callers }) => {
    captureLog()
    const before = await dumpState(site.db)
    for (const payload of payloads) {
      const started = performance.now()
      const answer = await ask(port, `${path}?${new URLSearchParams({ [parameter]: payload })}`, {
        cookie: callers.editor.cookie,
      })
      expect([200, 400], `${parameter}=${payload}`).toContain(answer.status)
      expect(performance.now() - started).toBeLessThan(4000)
      // Searching for a text that nobody has finds nobody, whatever the text would mean elsewhere.
      if (answer.status === 200 && ['discipline', 'country'].includes(parameter))
        expect(answer.text).toContain('No results')
    }
    expect(await dumpState(site.db)).toEqual(before)
  },
)

test('a file that is not one, is too large or malicious is refused with a sentence, and nothing is stored', async ({
  port,
  site,
  callers,
}) => {
  captureLog()
  const before = await dumpState(site.db)
  const files: [Buffer, string][] = [
    [Buffer.from(''), 'Choose a file.'],
    [Buffer.from('%PDF-1.7'), 'This is a PDF. Choose a CSV or XLSX file.'],
    [Buffer.from('PK\x03\x04nonsense', 'latin1'), 'This file is damaged or not an Excel workbook.'],
    [Buffer.from('a,b\n"c'), 'This file has an opening quotation mark without a closing one.'],
    [Buffer.from('words only'), 'This file has no header row'],
    [Buffer.alloc(21 * 1024 * 1024, 'a'), 'This file is larger than 20 MB.'],
  ]
  for (const [bytes, sentence] of files) {
    const answer = await send(port, callers.editor, bytes.length === 0 ? '' : 'list.csv', bytes)
    expect(answer.status, sentence).toBe(400)
    expect(answer.text.includes(sentence), sentence).toBe(true)
  }
  const extra = await send(port, callers.editor, 'list.csv', Buffer.from('a,b\n1,2'), { role: 'admin' })
  expect([extra.status, extra.text.includes('a field that it should not have')]).toEqual([400, true])
  const urlencoded = await ask(port, `${path}/import`, {
    method: 'POST',
    origin,
    'content-type': 'application/x-www-form-urlencoded',
    cookie: callers.editor.cookie,
    body: 'file=x',
  })
  expect(urlencoded.status).toBe(400)
  expect(await dumpState(site.db)).toEqual(before)
})

test('a file is processed over HTTP, and its rows with problems are returned harmless', async ({
  port,
  site,
  callers,
}) => {
  const csv = `No,Name,Year,Remark\n"=1+1",Tara Nair,1999,@x\nHTTP-2,=cmd|calc,2001,\n`
  const started = await send(port, callers.editor, '<b>list</b>.csv', Buffer.from(csv))
  const own = started.headers.location ?? ''
  expect(own).toMatch(/^\/editor\/people\/import\/[\w-]{36}$/)
  const page = await ask(port, own, { cookie: callers.editor.cookie })
  expect(page.text).toContain('&lt;b&gt;list&lt;/b&gt;.csv')
  expect(page.text).not.toContain('<b>list')

  const fields = [...page.text.matchAll(/<select[^>]*name="(column-\w+)"/g)].map(([, name]) => [
    name ?? '',
    '',
  ])
  const mapping = {
    ...Object.fromEntries(fields),
    'column-memberNo': '0',
    'column-name': '1',
    'column-since': '2',
  }
  const defaults = { category: 'life', since: '', discipline: 'Other', country: 'India', listed: 'no' }
  const form = {
    ...mapping,
    ...Object.fromEntries(Object.entries(defaults).map(([name, value]) => [`default-${name}`, value])),
  }
  expect((await post(port, callers.editor, `${own}?do=map`, form)).status).toBe(302)
  await runDueJobs(
    site.db,
    importJobs(site.db, () => autumn),
    () => autumn,
  )
  expect((await ask(port, own, { cookie: callers.editor.cookie })).text).toContain('Preview')

  expect((await ask(port, `${own}/rows`, { cookie: callers.editor.cookie })).status).toBe(405)
  const noReason = await post(port, callers.editor, `${own}/rows`, { format: 'csv', reason: '' })
  expect(noReason.text).toContain('Enter why you export the list.')
  const wrong = await post(port, callers.editor, `${own}/rows`, { format: 'csv', reason: 'To correct them' })
  expect(wrong.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(wrong.text).toContain(`'=1+1,Tara Nair,1999,'@x,"`.slice(0, 26))
  expect((await post(port, callers.editor, `${own}?do=explode`, {})).status).toBe(400)
  expect((await post(port, callers.editor, `${own}?do=undo`, {})).status).toBe(409)
  expect((await post(port, callers.editor, `${own}?do=start`, {})).status).toBe(302)
  await runDueJobs(
    site.db,
    importJobs(site.db, () => autumn),
    () => autumn,
  )
  const done = await ask(port, own, { cookie: callers.editor.cookie })
  expect(done.text).toContain('Import finished.')
  expect(done.text).toContain(`action="${own}/report"`)

  const why = { format: 'csv', reason: 'To file it' }
  const report = await post(port, callers.editor, `${own}/report`, why)
  expect(report.headers['content-disposition']).toBe('attachment; filename="import-report-2026-11-15.csv"')
  const [headings, first, second] = report.text.replace('\ufeff', '').split('\r\n')
  expect(headings).toBe('Row,Result,Problem,No,Name,Year,Remark')
  expect(first).toMatch(/^2,Rejected,.+,'=1\+1,Tara Nair,1999,'@x$/)
  expect(second).toBe(`3,Added,"",HTTP-2,'=cmd|calc,2001,""`)
  const { action, actor, subject } = await site.db
    .selectFrom('audit_entry')
    .select(['action', 'actor', 'subject'])
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow()
  expect([action, actor]).toEqual(['people-import.exported', `staff:${callers.editor.id}`])
  expect(`/editor/people/import/${subject.split(':')[1]}`).toBe(own)
})

test('there is no report before an import is done, and none for one that does not exist', async ({
  port,
  callers,
}) => {
  const started = await send(port, callers.editor, 'early.csv', Buffer.from('No,Name\nE-1,Tara Nair\n'))
  const own = started.headers.location ?? ''
  const why = { format: 'csv', reason: 'To file it' }
  expect((await post(port, callers.editor, `${own}/report`, why)).status).toBe(404)
  const missing = `/editor/people/import/${newId()}/report`
  expect((await post(port, callers.editor, missing, why)).status).toBe(404)
})

async function countExports(db: Db) {
  const rows = await db
    .selectFrom('audit_entry')
    .select('seq')
    .where('action', '=', 'people.exported')
    .execute()
  return rows.length
}

function exportAs(port: number, by: Caller, format: string, query: string, reason = 'For the council.') {
  return post(port, by, `${path}/export${query && `?${query}`}`, { format, reason })
}

function post(port: number, { cookie }: Caller, address: string, form: Record<string, string>) {
  const body = new URLSearchParams(form).toString()
  const type = 'application/x-www-form-urlencoded'
  return ask(port, address, { method: 'POST', origin, 'content-type': type, cookie, body })
}

async function send(
  port: number,
  { cookie }: Caller,
  name: string,
  bytes: Buffer,
  extra: Record<string, string> = {},
) {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(bytes)], name))
  form.set('sheet', '')
  for (const [field, value] of Object.entries(extra)) form.set(field, value)
  const sent = new Response(form)
  return ask(port, `${path}/import`, {
    method: 'POST',
    origin,
    'content-type': sent.headers.get('content-type') ?? '',
    cookie,
    body: Buffer.from(await sent.arrayBuffer()).toString('latin1'),
  })
}
