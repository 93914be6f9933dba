import { test as base } from 'vitest'
import { addIdentity } from '#features/staff/providers/identities.server.ts'
import type { Role } from '#features/staff/accounts/workflow.ts'
import { openPlainBrowser, type PlainBrowser } from '#test/harness/plain-browser.ts'
import { autumn, openStarterSite, origin, type TestSite } from '#test/harness/site.ts'
import { makeStaff } from '#test/makers/staff.ts'
import { IdentityProvider } from './identity-provider.ts'

/** A site at which people sign in with a real provider. */

export const test = base.extend<{ provider: IdentityProvider; testSite: TestSite; browser: PlainBrowser }>({
  provider: [
    async ({}, use) => {
      const provider = await IdentityProvider.start({ origin, now: () => autumn })
      await use(provider)
      provider.close()
    },
    { scope: 'file' },
  ],
  testSite: [
    async ({ provider }, use) => {
      const testSite = await openStarterSite(origin, provider.env)
      await use(testSite)
      await testSite.close()
    },
    { scope: 'file' },
  ],
  browser: async ({ testSite, provider }, use) => {
    await use(openPlainBrowser(testSite.site))
    Object.assign(provider, { forge: undefined, isAway: false, waitMs: 0, padding: 0 })
  },
})

export const signInPath = '/admin/admin-editor-login'
export const linkedPath = '/account/providers'

/** The address of the provider that the page leads to. */
export function leadsTo(html: string): string {
  const address = /<a href="([^"]+)" data-next=""/.exec(html)?.[1]
  if (!address) throw new Error('The page leads nowhere.')
  return address.replaceAll('&amp;', '&')
}

/** The address of the provider that the sign-in page leads to. */
export async function leave(browser: PlainBrowser, next = ''): Promise<string> {
  const page = await browser.post(`${signInPath}?do=provider`, { provider: 'university', next })
  return leadsTo(page.html)
}

/** All the way to the provider and back. */
export async function signIn(browser: PlainBrowser, provider: IdentityProvider, subject: string, next = '') {
  return browser.open(await provider.visit(await leave(browser, next), subject))
}

let number = 0

/** Someone at the provider. */
export function makeKnown(
  provider: IdentityProvider,
  made: { email?: string; email_verified?: boolean } = {},
) {
  const subject = `person-${++number}`
  const email = made.email ?? `${subject}@example.org`
  provider.people.set(subject, { email_verified: true, ...made, email })
  return { subject, email }
}

/** Someone with an account that is linked to a person at the provider. */
export async function makeLinked(
  { site: { db } }: TestSite,
  provider: IdentityProvider,
  made: { role?: Role; state?: 'active' | 'disabled' } = {},
) {
  const person = await makeStaff(db, autumn, made)
  const known = makeKnown(provider)
  const identity = { issuer: provider.issuer, ...known, isEmailVerified: true, provedMsAgo: 0 }
  await addIdentity(db, person.id, identity, autumn)
  return { ...person, subject: known.subject }
}

/** The newest actions in the audit trail that are not reading, newest first. */
export async function lastActs({ site: { db } }: TestSite, most = 1): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_entry')
    .select(['action', 'subject'])
    .where('action', 'not like', '%.read')
    .orderBy('seq', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ action, subject }) => `${action} ${subject}`)
}
