import { expect } from 'vitest'
import { raiseContentVersion } from '#db/engine/content-version.server.ts'
import { system } from '#features/audit/actor.ts'
import { publishEntry } from '#features/content/entry/operations.server.ts'
import { specification, type SpecifiedItem } from '#features/menu/specification.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { autumn, origin, test } from '#test/harness/site.ts'

/** The front page of each section, and the name of each page of the menu. */

const sections = [
  ['/conferences', 'Conferences'],
  ['/membership', 'Membership'],
  ['/activities', 'Activities'],
] as const

test.for(sections)('%s lists each page of its section with a sentence', async ([path, name], { visit }) => {
  const html = await (await visit(path)).text()
  const main = html.slice(html.indexOf('<main'))
  const pages = hrefsIn(specification.find(({ under }) => under === path)!)

  expect(html).toContain(`<h1>${name}</h1>`)
  expect(pages.length).toBeGreaterThan(2)
  for (const href of pages)
    expect(main).toMatch(new RegExp(`<h2><a href="${href}">[^<]+</a></h2><p>[^<]{20,}[.]</p>`))
  expect(await (await visit('/sitemap.xml')).text()).toContain(`<loc>${origin}${path}</loc>`)
})

test.for(sections)(
  '%s is in the breadcrumb and beside the text of its pages',
  async ([path, name], { visit }) => {
    for (const href of hrefsIn(specification.find(({ under }) => under === path)!)) {
      if (href === '/membership/form') continue
      const html = await (await visit(href)).text()
      expect(html, href).toContain(`<li><a href="${path}">${name}</a></li>`)
      // A long page has its own contents there, and a wide one nothing.
      if (html.includes('id="section-nav"'))
        expect(html, href).toContain(`<h2 id="section-nav"><a href="${path}">${name}</a></h2>`)
    }
    const own = await (await visit(path)).text()
    expect(own).toContain(`<h2 id="section-nav"><a href="${path}" aria-current="page">${name}</a></h2>`)
  },
)

test('the sections of conferences and activities show what comes next', async ({ visit, site }) => {
  const days = { year: 2027, startsOn: '2027-03-01', endsOn: '2027-03-02' }
  const conference = { title: 'Light in spring', series: 'other', scope: 'national', ...days } as const
  await publishEntry(site.db, { kind: 'conference', slug: 'light', data: conference }, autumn)
  const activity = { title: 'Lenses by hand', activity: 'workshop', ...days } as const
  await publishEntry(site.db, { kind: 'activity', slug: 'lenses', data: activity }, autumn)

  expect(await (await visit('/conferences')).text()).toContain(
    '<a href="/conferences/light">Light in spring</a>',
  )
  const activities = await (await visit('/activities')).text()
  expect(activities).toContain('<a href="/activities/lenses">Lenses by hand</a>')
  expect(activities).not.toContain('ayodhya-chapter')
})

test('the section of membership shows the fees that the office has set, and an open call', async ({
  visit,
  site,
}) => {
  const before = await (await visit('/membership')).text()
  expect(before).toContain('<li>Life member</li>')
  expect(before).toContain('The office will email you the amount after you apply.')
  await changeSettings(site.db, system, { fee_life_india: 'INR 5000', fee_life_other: 'USD 200' }, autumn)
  const open = { opensAt: autumn.getTime() - 1, closesAt: autumn.getTime() + 86_400_000 }
  const call = { subject: 'membership', title: 'Join in autumn', href: '/membership/form', ...open } as const
  await publishEntry(site.db, { kind: 'call', slug: 'join', data: call }, autumn)

  const html = await (await visit('/membership')).text()
  expect(html).toContain('<li>Life member: India ₹\u00a05,000; Other countries USD\u00a0200</li>')
  expect(html).toContain('Join in autumn')
  expect(html).not.toContain('The office will email you the amount after you apply.')
})

test.for(sections)(
  '%s is a page also on a site without words for it',
  async ([path, name], { visit, site }) => {
    const slug = path.slice(1)
    await site.db
      .updateTable('entry')
      .set({ slug: `no-${slug}` })
      .where('kind', '=', 'page')
      .where('slug', '=', slug)
      .execute()
    await raiseContentVersion(site.db, autumn)

    const answer = await visit(path)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain(`<h1>${name}</h1>`)
  },
)

const named = namesIn(specification).filter(({ href }) => href !== '/')

test.for(named.map(({ href, name }) => [href, name] as const))(
  '%s is called “%s” in the menu, its heading, its tab and its breadcrumb',
  async ([href, name], { visit }) => {
    const html = await (await visit(href)).text()
    const written = name.replaceAll('&', '&amp;')

    expect(/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1]).toBe(written)
    expect(/<title>(.*?)<\/title>/s.exec(html)?.[1]).toBe(
      `${written} – International Academy of Physical Sciences`,
    )
    if (html.includes('aria-label="Breadcrumbs"'))
      expect(html).toContain(`<span aria-current="page">${written}</span></li></ol></nav>`)
  },
)

/** An entry of a submenu is named after it: “Other IAPS Conference: National”, unless its own label says it all. */
function namesIn(items: SpecifiedItem[], submenu?: string): { href: string; name: string }[] {
  return items.flatMap(({ href, label, under, children }) => [
    ...(href ? [{ href, name: submenu === 'Other IAPS Conference' ? `${submenu}: ${label}` : label }] : []),
    ...namesIn(children ?? [], under ? undefined : label),
  ])
}

function hrefsIn({ href, children = [] }: SpecifiedItem): string[] {
  return [...(href ? [href] : []), ...children.flatMap(hrefsIn)]
}
