import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { listDeadPaths } from '#features/content/addresses/paths.server.ts'
import { fellowAddress } from '#features/people/addresses.ts'
import { enrolPerson } from '#features/people/operations.server.ts'
import { findRecord } from '#features/people/register-queries.server.ts'
import { listPublicRulebooks } from '#features/rulebook/queries.server.ts'
import { policy } from '#routes/request/policy.server.ts'
import { ask } from '#test/harness/http.ts'
import { captureLog } from '#test/harness/log.ts'
import { autumn, origin } from '#test/harness/site.ts'
import { test, type Caller } from '#test/harness/visitors.ts'
import { makeBody } from '#test/makers/bodies.ts'
import { makeRulebook } from '#test/makers/rulebooks.ts'

test('every page that visitors can open is a valid link target', async ({ site, table }) => {
  const open = table.filter(
    ({ id, path, isLayout }) =>
      !isLayout &&
      policy[id]?.read.includes('visitor') &&
      !/^routes\/staff\/|not-found/.test(id) &&
      !/^\/(files|pictures|preview|draft|confirm)\//.test(path) &&
      !isPersonal(path),
  )

  expect(open.length).toBeGreaterThan(40)
  expect([
    ...(await listDeadPaths(
      site.db,
      open.map(({ path }) => path),
    )),
  ]).toEqual([])
  expect([
    ...(await listDeadPaths(site.db, ['/none', '/gallery/none/1', '/fellowship/fellows/none'])),
  ]).toHaveLength(3)
})

test('the starter content has no broken link', async ({ visit, callers }) => {
  const answer = await visit('/editor/links', { headers: { cookie: callers.editor.cookie } })
  const html = await answer.text()

  expect(answer.status).toBe(200)
  expect(html).toContain('No broken links')
  expect(html).not.toContain('Target page')
})

test('an administrator redirects an old address, and removes the redirect', async ({
  port,
  visit,
  callers,
}) => {
  captureLog()
  const headers = { origin, cookie: callers.admin.cookie }
  const added = await visit('/editor/links?do=add', { form: { from: '/old.html', to: '/news' }, headers })
  expect([added.status, added.headers.get('location')]).toEqual([302, '/editor/links#redirects'])
  expect((await ask(port, '/old.html')).headers.location).toBe('/news')
  const list = await (await visit('/editor/links', { headers: { cookie: callers.admin.cookie } })).text()
  expect(list).toContain('aria-label="Delete /old.html"')

  await visit('/editor/links?do=remove', { form: { from: '/old.html' }, headers })
  expect((await visit('/old.html')).status).toBe(404)
})

test.for([
  [{ from: '/old', to: 'https://evil.example' }, 400, 'Enter an address of this site'],
  [{ from: '//evil.example', to: '/news' }, 400, 'Enter an address of this site'],
  [{ from: '/news', to: '/awards' }, 409, 'A page already has this address.'],
  [{ from: '/old', to: '/none' }, 409, 'There is no page at the target address.'],
] as const)('%o gets the status %i: %s', async ([form, status, sentence], { visit, callers }) => {
  captureLog()
  const answer = await visit('/editor/links?do=add', {
    form,
    headers: { origin, cookie: callers.admin.cookie },
  })
  const html = await answer.text()

  expect(answer.status).toBe(status)
  expect(html).toContain(sentence)
  expect(html).toContain(`value="${form.from}"`)
})

test('an editor may read but not change', async ({ visit, callers }) => {
  captureLog()
  const answer = await visit('/editor/links?do=add', {
    form: { from: '/old', to: '/news' },
    headers: { origin, cookie: callers.editor.cookie },
  })

  expect(answer.status).toBe(403)
})

/** What opens only for people who have started a form, got an email, or have a certificate. */
function isPersonal(path: string): boolean {
  return /^\/(newsletter\/(confirm|leave)|certificates\/[\w-]{22,26}|membership\/pay\/|my-page\/(?!sign-in)|(membership\/form|fellowship\/\S+-form)\/)/.test(
    path,
  )
}

/** Where “Edit this page” leads: an entry by its kind and slug, an address, or nowhere. */
const targets: [path: string, target: string | undefined][] = [
  ['/', 'page home'],
  ['/iaps', 'page iaps'],
  ['/iaps/aims-objective-of-iaps', 'page aims-objective-of-iaps'],
  ['/iaps/constitution', 'page constitution'],
  ['/iaps/executive-council', 'page executive-council'],
  ['/iaps/history', undefined],
  ['/fellowship', 'page fellowship'],
  ['/fellowship/associate-fellowship', 'page associate-fellowship'],
  ['/fellowship/figures', '/editor/people'],
  ['/fellowship/fellows', 'page fellows'],
  ['/awards', 'page awards'],
  ['/news', 'page news'],
  ['/newsletter', 'page newsletter'],
  ['/newsletter/confirm', undefined],
  ['/newsletter/leave', undefined],
  ['/conferences', 'page conferences'],
  ['/conferences/international', 'page conferences-international'],
  ['/membership', 'page membership'],
  ['/membership/rules', 'page membership-rules'],
  ['/membership/life-members-or-iaps-associates', 'page members'],
  ['/activities', 'page activities'],
  ['/activities/iaps-workshop', 'page workshop'],
  ['/calendar', 'page calendar'],
  ['/gallery', 'page gallery'],
  ['/contact-us', 'page contact-us'],
  ['/archive', 'page archive'],
  ['/privacy', 'page privacy'],
  ['/accessibility', 'page accessibility'],
  ['/search', undefined],
  ['/certificates', undefined],
  ['/case-status', undefined],
]

test('“Edit this page” leads to what the page shows', async ({ port, site, callers }) => {
  const seen: typeof targets = []
  for (const [path] of targets) seen.push([path, await targetOf(site.db, port, callers.editor, path)])

  expect(seen).toEqual(targets)
  expect(await targetOf(site.db, port, callers.pending, '/news')).toBeUndefined()
})

test('the page of an entry leads to it', async ({ port, site, callers }) => {
  const shown = await site.db
    .selectFrom('entry')
    .select(['kind', 'slug'])
    .where('live_version', 'is not', null)
    .where('kind', 'in', ['news', 'award', 'conference', 'activity', 'newsletter', 'album'])
    .orderBy('id')
    .execute()
  const one = (kind: string) => shown.find((entry) => entry.kind === kind)?.slug
  const folders = { news: 'news', award: 'awards', conference: 'conferences', newsletter: 'newsletter' }
  for (const [kind, folder] of Object.entries({ ...folders, activity: 'activities', album: 'gallery' }))
    expect(await targetOf(site.db, port, callers.editor, `/${folder}/${one(kind)}`)).toBe(
      `${kind} ${one(kind)}`,
    )
})

test('the page of a fellow leads to the person', async ({ port, site, callers }) => {
  const name = { givenName: 'Uma', familyName: 'Edit', category: 'life', since: 2001 } as const
  const more = { memberNo: 'EDIT-1', discipline: 'Physics', country: 'India' }
  const fellow = { ...name, ...more, grade: 'fellow', listed: true } as const
  const id = await enrolPerson(site.db, fellow, autumn)
  const page = fellowAddress((await findRecord(site.db, id))!)

  expect(await targetOf(site.db, port, callers.editor, page)).toBe(`/editor/people/${id}`)
})

test('administrators come from a body and from the rules to what these are made from', async ({
  port,
  site,
  callers,
}) => {
  const body = await makeBody(site.db, autumn, { name: 'Committee to edit' })
  const page = `/iaps/bodies/${body.slug}`
  expect(await targetOf(site.db, port, callers.admin, page)).toBe(`/admin/bodies/${body.id}`)

  const rules = '/fellowship/rules'
  const [only, ...others] = await listPublicRulebooks(site.db)
  expect(others).toEqual([])
  expect(await targetOf(site.db, port, callers.admin, rules)).toBe(`/admin/rulebooks/${only?.id}`)
  await makeRulebook(site.db, autumn, { name: 'More rules to edit', subject: null })
  expect(await targetOf(site.db, port, callers.admin, rules)).toBe('/admin/rulebooks')

  // Editors may change neither.
  for (const path of [page, rules])
    expect(await targetOf(site.db, port, callers.editor, path)).toBeUndefined()
})

test('a page without a text of its own leads to the list that it is made from', async ({
  port,
  site,
  callers,
}) => {
  await site.db.deleteFrom('entry').where('kind', '=', 'page').where('slug', '=', 'calendar').execute()
  expect(await targetOf(site.db, port, callers.editor, '/calendar')).toBe('/editor/content/activity')
})

async function targetOf(db: Db, port: number, { cookie }: Caller, path: string) {
  const { text } = await ask(port, path, { cookie })
  const link = /<a href="([^"]+)" aria-label="Edit this page"/.exec(text)?.[1]
  if (link === undefined) return undefined
  const to = (await ask(port, link, { cookie })).headers.location ?? ''
  const [, id] = /^\/editor\/entries\/(.+)$/.exec(to) ?? []
  if (id === undefined) return to
  const entry = await db.selectFrom('entry').select(['kind', 'slug']).where('id', '=', id).executeTakeFirst()
  return `${entry?.kind} ${entry?.slug}`
}
