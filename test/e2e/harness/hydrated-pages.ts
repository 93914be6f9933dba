import type { Page } from 'playwright-core'
import { renewToken } from '#features/cases/confirmation-links.server.ts'
import { readConfig } from '#server/config/config.server.ts'
import { makeConfirmationRequest } from '#test/makers/casework.ts'
import { listAddressed } from '#test/harness/route-table.ts'
import { checkedCopy, uploadedList } from '#test/makers/route-addresses.ts'
import { importBuild } from '#test/harness/site.ts'
import { makePerson, sessionCookies, setUpApp, signIn, type Office } from './staff-office.ts'

/** A page that hydrates, and the way to it. */
export interface Opened {
  path: string
  open: (page: Page) => Promise<unknown>
}

/** These change what others are about, or end sessions, so they come last. */
const last = ['/admin/samples', '/admin/system', '/account/sessions', '/account/factors', '/account/password']

const listed = new WeakMap<Office, Promise<Opened[]>>()

export function pagesOf(office: Office): Promise<Opened[]> {
  const known = listed.get(office) ?? listPages(office)
  listed.set(office, known)
  return known
}

/** Every page that hydrates, by the route table, each with the way to it. */
async function listPages(office: Office): Promise<Opened[]> {
  const admin = await makePerson(office, { role: 'admin' })
  const built = await importBuild()
  const config = readConfig({ DATA_DIR: office.dataDir, ORIGIN: office.address, PORT: '0' })
  const site = await built.openSite(config, () => new Date())
  const addressed = await listAddressed(site, admin.id)
  const hydrates = (id: string | undefined): boolean => {
    const route = id === undefined ? undefined : site.routes[id]
    const { hydrate } = (route?.module.handle ?? {}) as { hydrate?: true }
    return Boolean(route) && (hydrate === true || hydrates(route?.parentId))
  }
  const isPage = (id: string) => site.routes[id]?.module.default !== undefined
  const found = addressed.filter(({ id, isLayout }) => !isLayout && isPage(id) && hydrates(id))
  await site.close()
  const opened = found.map(({ pattern, path }) => ({
    path,
    open: waysIn[pattern]?.(office) ?? ((page: Page) => asAdmin(office, page, path)),
  }))
  return opened.toSorted((one, other) => last.indexOf(one.path) - last.indexOf(other.path))
}

/** Each page has its own administrator, because some of them end all sessions of the user. */
async function asAdmin(office: Office, page: Page, path: string) {
  await page.context().clearCookies()
  const person = await makePerson(office, { role: 'admin' })
  await page.context().addCookies(await sessionCookies(office, person))
  await page.goto(path)
}

const asVisitor = (path: string) => () => async (page: Page) => {
  await page.context().clearCookies()
  await page.goto(path)
}

export const inForm = (href: string, part: string) => () => async (page: Page) => {
  await page.context().clearCookies()
  await page.goto(href)
  await page.getByRole('button', { name: 'Start the form' }).click()
  await page.waitForURL(`**${href}/tasks`)
  await page.goto(`${href}/${part}`)
}

/** Of the first award, for which the list of addresses opens a call. */
const awardForm = '/awards/academic-gold-medal-award/nomination-form'

const waysIn: Record<string, (office: Office) => (page: Page) => Promise<unknown>> = {
  '/admin/admin-editor-login': asVisitor('/admin/admin-editor-login'),
  '/admin/second-factor': (office) => async (page) => {
    const person = await makePerson(office, { role: 'editor' })
    await page.context().clearCookies()
    await page.context().addCookies(await sessionCookies(office, person))
    await setUpApp(page)
    await page.context().clearCookies()
    await signIn(page, person)
    await page.waitForURL('**/admin/second-factor')
  },
  '/confirm/:purpose': (office) => async (page) => {
    const { question } = await makeConfirmationRequest(office.db, new Date())
    await page.context().clearCookies()
    await page.goto(await renewToken(office.db, office.address, question))
  },
  '/fellowship/fellow-nomination-form/:part': inForm('/fellowship/fellow-nomination-form', 'nominee'),
  '/fellowship/associate-fellow-nomination-form/:part': inForm(
    '/fellowship/associate-fellow-nomination-form',
    'nominee',
  ),
  '/awards/:slug/nomination-form/:part': inForm(awardForm, 'nominee'),
  '/membership/form/:part': inForm('/membership/form', 'you'),
  // The buttons of these delete what the page is about.
  '/editor/people/import/:id': (office) => async (page) =>
    asAdmin(office, page, `/editor/people/import/${await uploadedList(office.db)}`),
  '/admin/site-copy/import/:id': (office) => async (page) =>
    asAdmin(office, page, `/admin/site-copy/import/${await checkedCopy(office.db)}`),
}
