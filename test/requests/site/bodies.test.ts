import { expect } from 'vitest'
import { publishEntry } from '#features/content/entry/operations.server.ts'
import { post } from '#test/makers/caller-post.ts'
import { makeBody } from '#test/makers/bodies.ts'
import { ask } from '#test/harness/http.ts'
import { autumn, origin } from '#test/harness/site.ts'
import { test } from '#test/harness/visitors.ts'

const terms = [
  { name: 'Meghnad Saha', post: 'chair', startsOn: '2020-01-01', endsOn: '2022-12-31' },
  { name: 'Satyendra Bose', post: 'chair', startsOn: '2023-01-01' },
] as const

test('the page of a body shows its members on a day', async ({ site, visit }) => {
  const { slug } = await makeBody(site.db, autumn, {
    name: 'Awards Committee',
    quorum: '1/3',
    terms: [...terms],
  })
  const page = `/iaps/bodies/${slug}`
  const today = await (await visit(page)).text()
  const before = await (await visit(`${page}?on=2022-12-31`)).text()

  expect(today).toContain('Satyendra Bose')
  expect(today).not.toContain('Meghnad Saha')
  expect(today).toContain('at least 1/3 of the members, now 1')
  expect(before).toContain('Meghnad Saha')
  expect(before).toContain('Members on 31 December 2022')
  expect((await visit(`${page}?on=tomorrow`)).status).toBe(400)
  expect(await (await visit('/sitemap.xml')).text()).toContain(`<loc>${origin}${page}</loc>`)
  expect(await (await visit('/iaps/executive-council')).text()).toContain(`href="${page}"`)
})

test('a body without a public page is not found', async ({ site, visit }) => {
  const { slug } = await makeBody(site.db, autumn, { name: 'Hidden Committee', isPublic: false })

  expect((await visit(`/iaps/bodies/${slug}`)).status).toBe(404)
  expect((await visit('/iaps/bodies/nothing')).status).toBe(404)
})

test('the council comes from its body once that is public: only earlier lists stay, and all anchors', async ({
  site,
  visit,
}) => {
  const page = '/iaps/executive-council'
  const publish = (slug: string, from: string, to: string, name: string) => {
    const data = { title: `Council of ${name}`, from, to, seats: [{ office: 'President', name }] }
    return publishEntry(site.db, { kind: 'council-term', slug, data }, autumn)
  }
  await publish('council-early', '2016-01-01', '2019-12-31', 'Early President')
  await publish('council-between', '2019-01-01', '2022-12-31', 'Listed President')
  await publish('council-late', '2023-01-01', '2099-12-31', 'Late President')
  const lists = await (await visit(page)).text()
  for (const shown of ['id="sample-council-2025"', 'Early President</th>', 'Late President</th>'])
    expect(lists).toContain(shown)

  const council = { name: 'Executive Council', kind: 'council' as const, terms: [...terms] }
  await makeBody(site.db, autumn, council)
  const html = await (await visit(page)).text()
  expect(html).toContain('Satyendra Bose')
  expect(html).not.toMatch(/Council lists|sample-council|(Listed|Late) President<\/th>/)
  expect(html).toContain('Early President</th>')
  for (const [anchor, day] of [
    ['council-between', '2020-01-01'],
    ['council-late', '2023-01-01'],
  ])
    expect(html).toContain(`<li id="${anchor}"><a href="${page}?on=${day}">`)
  expect(html).toContain('id="council-early"')
  const moved = await visit('/iaps/bodies/executive-council?on=2021-01-01')
  expect(moved.headers.get('location')).toBe(`${page}?on=2021-01-01`)
  expect(await (await visit(`${page}?on=2021-01-01`)).text()).toContain('Meghnad Saha')
})

test('a mistake in a row comes back with what was typed and a sentence beside the row', async ({
  site,
  port,
  callers,
}) => {
  const { id } = await makeBody(site.db, autumn, { name: 'Wrong Committee' })
  const page = `/admin/bodies/${id}`
  const { id: term } = await site.db
    .selectFrom('body_term')
    .select('id')
    .where('body_id', '=', id)
    .executeTakeFirstOrThrow()
  const send = (act: string, form: Record<string, string>) => post(port, page + act, callers.admin, form)

  const ended = await send('?do=end', { term, lastDay: '1980-01-01' })
  expect(ended.status).toBe(409)
  expect(ended.bytes.toString()).toContain(`href="#lastDay-${term}"`)
  const withdrawn = await send('?do=withdraw', { term, reason: ' ' })
  expect([withdrawn.status, withdrawn.bytes.includes('Enter why this term is withdrawn.')]).toEqual([
    400,
    true,
  ])
  const added = await send('?do=add', {
    ...{ memberNo: 'XX-99', name: '', post: 'member', office: '', institution: '', email: '', account: '' },
    ...{ startsOn: '2026-01-01', endsOn: '' },
  })
  expect(added.status).toBe(409)
  expect(added.bytes.toString()).toContain('Nobody in the register has this number.')
  expect((await send('?do=other', {})).status).toBe(400)
  expect((await ask(port, '/admin/bodies/x', { cookie: callers.admin.cookie })).status).toBe(404)
})
