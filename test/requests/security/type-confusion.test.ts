import { expect } from 'vitest'
import { system } from '#features/audit/actor.ts'
import { checkImport } from '#features/people/import/check.server.ts'
import { guessMapping } from '#features/people/import/fields.ts'
import { beginImport, mapColumns } from '#features/people/import/operations.server.ts'
import { prepareActs } from '#test/models/acts.ts'
import type { Act } from '#test/models/acts/act.ts'
import { makeDraft } from '#test/makers/content.ts'
import { ask } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { isTaken } from '#test/harness/scale.ts'
import { autumn, origin } from '#test/harness/site.ts'
import { actorFor } from '#test/makers/staff.ts'
import { dumpState } from '#test/harness/databases/dump-tables.ts'
import { test as base } from '#test/harness/visitors.ts'

/**
 * Names that every object has, and lists instead of a text, are refused and change nothing. After every test of the
 * whole suite we check that no prototype gained a field by them.
 */

const test = base.extend<{ acts: Act[] }>({
  acts: [async ({ testSite }, use) => use(await prepareActs(testSite)), { scope: 'file' }],
})

const formType = { origin, method: 'POST', 'content-type': 'application/x-www-form-urlencoded' }

const renamed = [
  ['a list', (name: string) => `${name}[]`],
  ['a list with a place', (name: string) => `${name}[0]`],
  ['an object', (name: string) => `${name}[toString]`],
  ['a path', (name: string) => `${name}.constructor.prototype.x`],
  ['a prototype', (name: string) => `__proto__[${name}]`],
] as const
const kinds = renamed.map(([what]) => what)

test.for(renamed)(
  '%s in place of a field makes every form be refused',
  async ([what, rename], { acts: all, port, site }) => {
    captureLog()
    const acts = all.filter(({ form, file }) => !file && Object.keys(form).length > 0)
    const taken = acts.filter((_, row) => isTaken(row, kinds.indexOf(what), 5))
    const before = await dumpState(site.db)
    const wrong: string[] = []
    for (const { name, path, form, by } of taken) {
      const fields = Object.entries(form).map(([field, value], at) => [
        at === 0 ? rename(field) : field,
        value,
      ])
      const body = new URLSearchParams(fields).toString()
      const answer = await ask(port, path, { ...formType, ...(by.cookie && { cookie: by.cookie }), body })
      if (answer.status !== 400) wrong.push(`${name}: ${answer.status}`)
    }

    expect(acts.length).toBeGreaterThan(40)
    expect(wrong).toEqual([])
    expect(await dumpState(site.db)).toEqual(before)
  },
)

const documents: Record<string, string> = {
  'a prototype': '{"__proto__":{"polluted":"yes"},"title":"A"}',
  'a constructor': '{"constructor":{"prototype":{"polluted":"yes"}}}',
  'a prototype deep inside': '{"title":{"__proto__":{"polluted":"yes"}}}',
  'a list for a text': '{"title":["A"]}',
  'an object for a text': '{"title":{"toString":"A"}}',
  'a list': '[]',
  'a text': '"A"',
  nothing: 'null',
  'a number': '1e999',
  'a name twice': '{"title":"A","title":["B"]}',
  'great depth': `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  'half of itself': '{"title":"A"',
}

test.for(Object.keys(documents))(
  'a document of %s is refused with a sentence',
  async (name, { port, site, callers }) => {
    captureLog()
    const editor = actorFor({ id: callers.editor.id, role: 'editor' })
    const { id } = await makeDraft(site.db, editor, autumn)
    const data = documents[name] ?? ''
    const body = new URLSearchParams({ base: '2', data }).toString()
    const sent = { ...formType, cookie: callers.editor.cookie, body }
    const { status, text } = await ask(port, `/editor/entries/${id}/save`, sent)

    expect(status).toBe(400)
    expect(JSON.parse(text)).toHaveProperty('sentence')
  },
)

test('a file of people may have headings of any name', async ({ site }) => {
  const headings = ['__proto__', 'constructor', 'toString', 'prototype', 'No', 'Name', 'Year']
  const bytes = Buffer.from(
    `${headings.join(',')}\npolluted,polluted,polluted,polluted,T-77,Tara Nair,1999\n`,
  )
  const started = await beginImport(site.db, system, { name: 'people.csv', bytes, sheet: '' }, autumn)
  if (!started.ok) throw new Error(started.sentence)
  await mapColumns(site.db, system, started.id, guessMapping(headings), autumn)
  await checkImport(site.db, started.id, autumn)

  const rows = await site.db
    .selectFrom('people_import_row')
    .select(['cells', 'problem'])
    .where('import_id', '=', started.id)
    .execute()
  expect(rows).toMatchObject([{ problem: null }])
})

test('no address accepts an object in its query', async ({ port, callers, table }) => {
  captureLog()
  const odd =
    'q[]=a&q[__proto__][polluted]=yes&__proto__[polluted]=yes&page[]=1&constructor[prototype][x]=1&sort=toString'
  const pages = table.filter(({ isLayout, path }) => !isLayout && !path.includes('*'))
  const wrong: string[] = []
  for (const [row, { path }] of pages.entries()) {
    if (!isTaken(row, 0, 2)) continue
    const { status } = await ask(port, `${path}?${odd}`, { cookie: callers.admin.cookie })
    if (status >= 500) wrong.push(`${path}: ${status}`)
  }

  expect(wrong).toEqual([])
})
