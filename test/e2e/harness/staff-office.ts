import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { openDatabase } from '#db/engine/engine.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { system } from '#features/audit/actor.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { codeAt, stepAt } from '#features/staff/factors/totp.ts'
import { beginSession } from '#features/staff/session/sessions.server.ts'
import { grantCapability } from '#test/makers/bodies.ts'
import { listLetters, makeStaff } from '#test/makers/staff.ts'
import { staffCookies } from '#routes/request/staff-cookies.server.ts'
import { copyStarter } from '#test/harness/starter.ts'
import { test as base, type OpenPage } from './harness.ts'
import { newDataDir, startSite } from './running-site.ts'

/** A separate site, on the host name that browsers allow passkeys on, and access to its database. */
export interface Office {
  address: string
  db: Db
  dataDir: string
  /** The link that the server prints while there is no administrator. */
  firstLink(): Promise<string>
  stop(): Promise<void>
}

/** Administrators in tests have no second factor, unless that is what is tested. */
interface OfficeRules {
  secondFactorForAdmins?: boolean
  env?: Record<string, string>
}

type Visitor = NonNullable<Parameters<OpenPage>[0]>
type Person = Awaited<ReturnType<typeof makeStaff>>

/** Refusals are answers with their own status, which the browser logs. */
export const refusals = /status of 4\d\d/

export const test = base.extend<{
  openOffice: (rules?: OfficeRules) => Promise<Office>
  office: Office
  /** A new visitor to the office. */
  openSignedOut: (office: Office, visitor?: Visitor) => Promise<Page>
  /** A new visitor who is already signed in, including the second factor. */
  openSignedIn: (office: Office, person: { id: string }, visitor?: Visitor) => Promise<Page>
}>({
  openOffice: [
    async ({}, use) => {
      const offices: Office[] = []
      await use(async (rules) => {
        const office = await openOffice(rules)
        offices.push(office)
        return office
      })
      await Promise.all(offices.map((office) => office.stop()))
    },
    { scope: 'file' },
  ],
  office: [async ({ openOffice }, use) => use(await openOffice()), { scope: 'file' }],
  openSignedOut: async ({ openPage }, use) =>
    use((office, visitor) => openPage({ baseURL: office.address, reducedMotion: 'reduce', ...visitor })),
  openSignedIn: async ({ openSignedOut }, use) =>
    use(async (office, person, visitor) => {
      const page = await openSignedOut(office, visitor)
      await page.context().addCookies(await sessionCookies(office, person))
      return page
    }),
})

async function openOffice({ secondFactorForAdmins = false, env = {} }: OfficeRules = {}): Promise<Office> {
  const dataDir = newDataDir()
  const { address: database } = await copyStarter(dataDir)
  const db = openDatabase(database)
  await changeSettings(db, system, { secondFactorForAdmins }, new Date())
  const { address, stop, said } = await startSite({ host: 'localhost', dataDir, env })
  return {
    address,
    db,
    dataDir,
    async firstLink() {
      for (;;) {
        const link = /\S+\/admin\/link\/first-admin\?token=\S+/.exec(said())?.[0]
        if (link) return link
        await sleep(50)
      }
    },
    async stop() {
      await db.destroy()
      await stop()
    },
  }
}

/** The cookies of someone who has signed in. */
export async function sessionCookies({ db, address }: Office, { id }: { id: string }) {
  const client = {
    address: '192.0.2.7',
    userAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/144.0',
    tokens: {},
  }
  const config = { origin: address, secret: 'the secret of a test, long enough' }
  const now = new Date()
  const session = await beginSession(
    db,
    config,
    { userId: id, secondFactorAt: now, provedAt: now },
    client,
    now,
  )
  return staffCookies(config, { session }).map((line) => {
    const [pair = ''] = line.split(';')
    const mark = pair.indexOf('=')
    return { name: pair.slice(0, mark), value: pair.slice(mark + 1), url: address }
  })
}

export function makePerson({ db }: Office, made: Parameters<typeof makeStaff>[2]): Promise<Person> {
  return makeStaff(db, new Date(), made)
}

/** The same for someone who works on cases: an editor becomes a member of the office. */
export async function makeCaseworker(office: Office, made: Parameters<typeof makeStaff>[2]): Promise<Person> {
  const person = await makePerson(office, made)
  if (person.role === 'editor') await grantCapability(office.db, person.id, 'office', new Date())
  return person
}

/** The link in the last letter to someone, which may still have to be written. */
export async function linkTo({ db }: Office, email: string, kind: string): Promise<string> {
  for (;;) {
    const letters = (await listLetters(db)).filter((mail) => mail.recipient === email && mail.kind === kind)
    const link = /https?:\S+/.exec(letters.at(-1)?.body_text ?? '')?.[0]
    if (link) return link
    await sleep(50)
  }
}

const lateMs = 8000

/** An authenticator app with the key from the page. A code is never shown twice. */
export function authenticator(key: string) {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...key.replaceAll(/\s/g, '')].map((sign) =>
    letters.indexOf(sign).toString(2).padStart(5, '0'),
  )
  const bytes = bits.join('').match(/.{8}/g) ?? []
  const secret = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
  let last = 0
  return async () => {
    // The clocks may differ by one step either way, so three codes can be used within 30 seconds. On a busy machine a
    // code arrives late, so one that is about to expire is not used.
    last = Math.max(last + 1, stepAt(new Date(Date.now() + lateMs)) - 1)
    while (last > stepAt(new Date()) + 1) await sleep(250)
    return codeAt(secret, last)
  }
}

export async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.goto('/admin/admin-editor-login')
  await page.getByLabel('Email').first().fill(email)
  await page.getByLabel('Password').first().fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Sets up an app on the page for second factors, and reads the recovery codes that come with it. */
export async function setUpApp(page: Page) {
  await page.goto('/account/factors')
  await page.getByRole('button', { name: 'Set up an app' }).click()
  const nextCode = authenticator(await page.locator('main code').innerText())
  await page.getByLabel('Code from your app').fill(await nextCode())
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Your recovery codes. We show them only once.').waitFor()
  return { nextCode, recoveryCodes: await page.locator('main li code').allInnerTexts() }
}

/** Resolves once React has hydrated the page and is idle: it marks an element before it handles its keys. */
export async function hydrated(page: Page) {
  await page.waitForFunction(() => {
    const main = document.querySelector('main')
    return main !== null && Object.keys(main).some((name) => name.startsWith('__react'))
  })
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2000 })))
}

/** The error summary: its text, and whether it has the focus, which is how a screen reader announces it. */
export async function announced(page: Page) {
  const summary = page.getByRole('alert').filter({ has: page.getByRole('heading') })
  await summary.waitFor()
  await page.waitForFunction(() => document.activeElement?.hasAttribute('data-error-summary'))
  return summary.getByRole('listitem').allInnerTexts()
}

/** Opens a page whose scripts do not load before the returned function is called. */
export async function holdScriptsBack(page: Page, path: string): Promise<() => void> {
  const { promise: called, resolve } = Promise.withResolvers<void>()
  await page.route(/\.js$/, async (route) => {
    await called
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  return resolve
}

/** The button is in the account menu of the header. */
export async function signOut(page: Page) {
  await page.locator('summary[aria-label^="Account of"]').click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
}
