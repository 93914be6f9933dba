import { expect } from 'vitest'
import { confirmNewsletter, sendNewsletterLetter } from '#features/newsletter/operations.server.ts'
import { saveContact } from '#features/people/contacts/operations.server.ts'
import { findContact } from '#features/people/contacts/queries.server.ts'
import { openPlainBrowser, type PlainBrowser, type PlainPage } from '#test/harness/plain-browser.ts'
import { autumn, origin, type TestSite } from '#test/harness/site.ts'
import { test, type Caller } from '#test/harness/visitors.ts'
import { passerBy } from '#test/makers/cases.ts'
import { makeFellowWithErrands, submitFilled } from '#test/makers/errands.ts'
import { openLetters } from '#test/makers/letters.ts'
import { codeMailedTo, makeReached, sendCodes } from '#test/makers/own-pages.ts'
import { actorFor } from '#test/makers/staff.ts'

/** The errands that people write letters about, each done without scripts on the own page. */

const me = 'asha@errand.example'
const ownPath = '/my-page'

interface ErrandWorld {
  browser: PlainBrowser
  testSite: TestSite
  id: string
  /** Someone of the office decides the newest request. */
  decide: (decision: 'approve' | 'refuse', note?: string) => Promise<void>
}

interface Errand {
  errand: string
  does: (world: ErrandWorld) => Promise<PlainPage>
  sees: string | RegExp
}

const change =
  (part: string, fields: Record<string, string>, query = '') =>
  (world: ErrandWorld) =>
    world.browser.post(`/my-page/${part}${query}`, fields)
const look = ({ browser }: ErrandWorld) => browser.open(ownPath)

const errands: Errand[] = [
  {
    errand: 'see what the Academy holds about me',
    does: look,
    sees: /Member number OP-\d+.*Discipline Physics/,
  },
  { errand: 'see how long I am a member', does: look, sees: 'Member until 31 March 2031' },
  {
    errand: 'see what I have paid',
    does: look,
    sees: /₹ 500 received For MA-\d+-\d+, payment number UTR77/,
  },
  {
    errand: 'see the status of my nomination as proposer',
    does: look,
    sees: /proposed by you. Status: Received/,
  },
  { errand: 'see that I was nominated', does: look, sees: 'about you. Status: In progress' },
  { errand: 'see what waits for me', does: look, sees: 'Agree to your nomination' },
  { errand: 'open what waits for me', does: openWaiting, sees: 'For light.' },
  { errand: 'agree to my nomination', does: agree, sees: 'Thank you' },
  { errand: 'start to renew my membership', does: renew, sees: 'We have filled in your name and number.' },
  { errand: 'find my certificate', does: look, sees: /Open \S+ \(PDF\)/ },
  { errand: 'download my certificate', does: download(/certificate\.pdf/), sees: /^%PDF/ },
  { errand: 'download my Open Badge', does: download(/credential\.png/), sees: /^.PNG/ },
  {
    errand: 'correct my phone number',
    does: contact({ phone: '+91 11 4444 5555' }),
    sees: '+91 11 4444 5555',
  },
  { errand: 'correct my postal address', does: contact({ postalAddress: '7 New Road' }), sees: '7 New Road' },
  { errand: 'remove my phone number', does: contact({ phone: '' }), sees: 'Phone Not given' },
  {
    errand: 'leave the public directory',
    does: change('choices', { listed: 'no', newsletter: 'no' }),
    sees: 'You are not listed',
  },
  {
    errand: 'join the public directory',
    does: change('choices', { listed: 'yes', newsletter: 'no' }),
    sees: 'You are listed',
  },
  { errand: 'get the newsletter', does: subscribe, sees: 'You have subscribed' },
  {
    errand: 'stop the newsletter',
    does: change('choices', { listed: 'yes', newsletter: 'no' }),
    sees: 'You have not subscribed',
  },
  {
    errand: 'add my ORCID iD',
    does: change('orcid', { orcid: 'https://orcid.org/0000-0002-1825-0097' }),
    sees: 'ORCID iD 0000-0002-1825-0097',
  },
  {
    errand: 'learn that I mistyped my ORCID iD',
    does: change('orcid', { orcid: '0000-0002-1825-0098' }),
    sees: 'A digit is missing or wrong.',
  },
  {
    errand: 'see my ORCID iD on my public page',
    does: async ({ browser, testSite, id }) => browser.open(await publicPage(testSite, id)),
    sees: '0000-0002-1825-0097',
  },
  { errand: 'remove my ORCID iD', does: change('orcid', { orcid: '' }), sees: 'ORCID iD Not given' },
  {
    errand: 'ask for another name',
    does: change('name', { title: 'Dr', givenName: 'Asha', familyName: 'Newname' }),
    sees: 'Waiting for the office: Dr, Asha, Newname',
  },
  { errand: 'withdraw a request', does: withdraw, sees: 'Withdrawn: Dr, Asha, Newname' },
  {
    errand: 'have my new institution approved',
    does: newInstitution,
    sees: 'Institution Institute of Errands',
  },
  {
    errand: 'learn why the office refused',
    does: refusedName,
    sees: 'The office wrote: Please send the deed.',
  },
  { errand: 'see who changed my entry', does: look, sees: 'The office changed your entry in the register.' },
  { errand: 'change my email address', does: newEmail, sees: 'Email moved@errand.example' },
  { errand: 'download all my data', does: ({ browser }) => browser.post('/my-page/export', {}), sees: /^PK/ },
  { errand: 'ask for deletion', does: change('deletion', { reason: '' }), sees: 'Deletion of all data' },
  { errand: 'find out how to complain', does: look, sees: 'Complaints' },
  {
    errand: 'sign out everywhere',
    does: ({ browser }) =>
      browser.post('/my-page?do=sign-out-everywhere', {}).then(() => browser.open(ownPath)),
    sees: 'Email me a code',
  },
]

test('all errands are done without scripts', { timeout: 120_000 }, async ({ site, testSite, callers }) => {
  const administrator = actorFor({ id: callers.admin.id, role: 'admin' })
  const id = await makeFellowWithErrands(site.db, administrator, me, autumn)
  const browser = openPlainBrowser(site)
  const signedIn = await signIn(testSite, browser, me)
  expect(signedIn.path).toBe(ownPath)
  expect(errands.length).toBeGreaterThanOrEqual(25)
  const decide = (decision: string, note = '') => decideNewest(testSite, callers.office, decision, note)
  for (const { errand, does, sees } of errands) {
    const page = await does({ browser, testSite, id, decide })
    const shown = page.text || page.bytes.subarray(0, 8).toString('latin1')
    expect(shown, errand).toMatch(sees)
    const hasScripts = page.path.startsWith(ownPath) && page.html.includes('type="module"')
    expect(hasScripts, errand).toBe(false)
  }
})

test('contact details that someone else saved since are shown beside what was typed', async ({
  site,
  testSite,
  callers,
}) => {
  const email = 'both@errand.example'
  const id = await makeReached(site.db, email, autumn)
  const browser = openPlainBrowser(site)
  await signIn(testSite, browser, email)
  const { version } = await findContact(site.db, id)
  const office = actorFor({ id: callers.office.id, role: 'editor' })
  const theirs = { email, phone: '+91 11 1111', postalAddress: '' }
  await saveContact(site.db, office, { personId: id, version, ...theirs }, autumn)
  const send = (contactVersion: string) =>
    browser.post('/my-page/contact', { phone: '+91 22 2222', postalAddress: '', contactVersion })

  const refused = await send(String(version))
  expect([refused.status, refused.text]).toEqual([
    409,
    expect.stringContaining('Phone +91 22 2222 +91 11 1111'),
  ])
  expect(refused.html).toMatch(/name="phone"[^>]* value="\+91 22 2222"/)
  const shown = /name="contactVersion" value="(\d+)"/.exec(refused.html)?.[1] ?? ''
  expect((await send(shown)).path).toBe(ownPath)
  expect((await findContact(site.db, id)).phone).toBe('+91 22 2222')
})

test('nobody learns from the own page that they were named without being asked', async ({
  site,
  testSite,
}) => {
  const email = 'unasked@errand.example'
  await makeReached(site.db, email, autumn)
  const second = { seconderEmail: email, firstName: 'Canarysecond', email: 'n1@errand.example' }
  const nominee = { email, firstName: 'Canarynominee', proposerEmail: 'stranger@errand.example' }
  for (const answers of [second, nominee]) await submitFilled(site.db, answers, autumn)
  const page = await signIn(testSite, openPlainBrowser(site), email)

  expect(page.path).toBe(ownPath)
  expect(page.html).not.toMatch(/canary/i)
})

async function signIn({ site, config }: TestSite, browser: PlainBrowser, email: string): Promise<PlainPage> {
  await browser.post('/my-page/sign-in', { email })
  await sendCodes(site.db, autumn, config.secret)
  return browser.post('/my-page/code', { code: await codeMailedTo(site.db, email) })
}

function contact(values: Record<string, string>) {
  return async ({ browser }: ErrandWorld) => {
    const { html } = await browser.open('/my-page/contact')
    const contactVersion = /name="contactVersion" value="(\d+)"/.exec(html)?.[1] ?? ''
    const before = /<textarea[^>]*>([^<]*)</.exec(html)?.[1] ?? ''
    return browser.post('/my-page/contact', { phone: '', postalAddress: before, contactVersion, ...values })
  }
}

async function openWaiting({ browser }: ErrandWorld) {
  const { html } = await browser.open(ownPath)
  const request = /name="request" value="([^"]+)"/.exec(html)?.[1] ?? ''
  return browser.post('/my-page?do=open', { request })
}

async function agree(world: ErrandWorld) {
  const page = await openWaiting(world)
  const [token, shown] = ['token', 'shown'].map(
    (name) => new RegExp(`name="${name}" value="([^"]+)"`).exec(page.html)?.[1] ?? '',
  )
  const answer = { token: token ?? '', shown: shown ?? '', willing: 'yes', dataUse: 'yes' }
  return world.browser.post(page.path, answer)
}

function renew({ browser }: ErrandWorld) {
  return browser.post('/my-page?do=renew', {})
}

function download(file: RegExp) {
  return async ({ browser }: ErrandWorld) => {
    const { html } = await browser.open(ownPath)
    const href = [...html.matchAll(/href="([^"]+)"/g)]
      .map(([, found = '']) => found)
      .find((one) => file.test(one))
    return browser.open(href ?? '')
  }
}

async function subscribe(world: ErrandWorld) {
  const { db } = world.testSite.site
  await change('choices', { listed: 'yes', newsletter: 'yes' })(world)
  await sendNewsletterLetter(db, origin, { email: me }, autumn)
  const letters = (await openLetters(db, me)).map(({ body_text }) => body_text).join('\n')
  const token = /\/newsletter\/confirm\?token=([\w-]{43})/.exec(letters)?.[1] ?? ''
  await confirmNewsletter(db, passerBy, token, autumn)
  return look(world)
}

async function publicPage({ site }: TestSite, id: string): Promise<string> {
  const { slug } = await site.db
    .selectFrom('person')
    .select('slug')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return `/fellowship/fellows/${slug}`
}

function withdraw({ browser }: ErrandWorld) {
  return browser.post('/my-page?do=withdraw', { kind: 'name' })
}

async function newInstitution(world: ErrandWorld) {
  await change('institution', { institution: 'Institute of Errands', city: 'Pune', state: '' })(world)
  await world.decide('approve')
  return look(world)
}

async function refusedName(world: ErrandWorld) {
  await change('name', { title: '', givenName: 'Asha', familyName: 'Other' })(world)
  await world.decide('refuse', 'Please send the deed.')
  return look(world)
}

async function newEmail(world: ErrandWorld) {
  const { db } = world.testSite.site
  await change('email', { email: 'moved@errand.example' })(world)
  const wrong = await change('email', { oldCode: 'ACDE-FGHJ', newCode: 'ACDE-FGHJ' }, '?do=codes')(world)
  expect(wrong.text).toContain('The code for your current address is not right.')
  const oldCode = await codeMailedTo(db, me, 'own-page.old-address')
  const newCode = await codeMailedTo(db, 'moved@errand.example', 'own-page.new-address')
  return change('email', { oldCode, newCode }, '?do=codes')(world)
}

async function decideNewest({ site }: TestSite, { cookie }: Caller, decision: string, note: string) {
  const { id, version } = await site.db
    .selectFrom('own_request')
    .innerJoin('person', 'person.id', 'own_request.person_id')
    .select(['own_request.id', 'person.version'])
    .where('own_request.state', '=', 'open')
    .orderBy('requested_at', 'desc')
    .executeTakeFirstOrThrow()
  const body = new URLSearchParams({ request: id, version: String(version), decision, note })
  const headers = { origin, cookie }
  const path = `${origin}/editor/people/requests`
  const answer = await site.respond(new Request(path, { method: 'POST', headers, body }))
  expect(answer.status).toBe(302)
}
