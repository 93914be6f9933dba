import { newId } from '#db/engine/id.ts'
import { codeCookie, sessionCookie } from '#routes/request/own-page-cookies.server.ts'
import { sendRequest } from '#features/own-pages/requests.server.ts'
import { addIdentity } from '#features/staff/providers/identities.server.ts'
import { autumn, type TestSite } from '#test/harness/site.ts'
import { makeCaller, type Caller } from '#test/harness/visitors.ts'
import { askForCode, codeMailedTo, makeReached, signInAt } from '#test/makers/own-pages.ts'
import { visitor, type Act } from './act.ts'

/** What people in the register do on their own page, and the office with their requests. */
export async function ownPageActs(testSite: TestSite): Promise<Act[]> {
  const page = { route: 'routes/site/own-page/my-page' }
  const change = { route: 'routes/site/own-page/change' }
  const name = { title: '', givenName: 'Asha', familyName: 'Other' }
  const person = await sharesAddress(testSite)
  return [
    {
      name: 'request a code for the own page',
      route: 'routes/site/own-page/sign-in',
      path: '/my-page/sign-in',
      by: visitor,
      form: { email: `${newId()}@own.example` },
    },
    await entersCode(testSite),
    { name: 'choose a name', route: 'routes/site/own-page/choose', path: '/my-page/choose', ...person },
    {
      ...change,
      name: 'change the own phone number',
      path: '/my-page/contact',
      by: await signedIn(testSite),
      form: { phone: '+91 532 246 0001', postalAddress: '', contactVersion: '1' },
    },
    {
      ...change,
      name: 'ask for another name',
      path: '/my-page/name',
      by: await signedIn(testSite),
      form: name,
    },
    {
      name: 'export the own data',
      route: 'routes/site/own-page/export',
      path: '/my-page/export',
      by: await signedIn(testSite),
      form: {},
      status: 200,
    },
    {
      ...page,
      name: 'leave the own page',
      path: '/my-page?do=sign-out',
      by: await signedIn(testSite),
      form: {},
    },
    {
      name: 'decide a request',
      route: 'routes/staff/people/requests',
      path: '/editor/people/requests',
      by: await makeCaller(testSite, { role: 'admin', hasApp: true }),
      form: {
        request: await openRequest(testSite),
        version: '1',
        decision: 'refuse',
        note: 'Please send the deed.',
      },
    },
    await unlinksProvider(testSite),
    ...(await helperActs(testSite)),
    ...(await passkeyActs(testSite)),
  ]
}

async function reached({ site: { db } }: TestSite) {
  const email = `${newId()}@own.example`
  return { email, id: await makeReached(db, email, autumn) }
}

/** Without an account: the id of a caller is that of one. */
function onOwnPage(email: string, cookie: string): Caller {
  return { id: '', email, cookie }
}

async function signedIn(testSite: TestSite): Promise<Caller> {
  const { email } = await reached(testSite)
  const token = await signInAt(testSite.site.db, email, autumn, testSite.config.secret)
  return onOwnPage(email, `${sessionCookie}=${token}`)
}

/** Someone who has entered the code, and shares the address with somebody else. */
async function sharesAddress(testSite: TestSite) {
  const { db } = testSite.site
  const { email, id } = await reached(testSite)
  await makeReached(db, email, autumn, { givenName: 'Ravi' })
  const token = await signInAt(db, email, autumn, testSite.config.secret)
  return { by: onOwnPage(email, `${sessionCookie}=${token}`), form: { person: id } }
}

async function entersCode(testSite: TestSite): Promise<Act> {
  const { site, config } = testSite
  const { email } = await reached(testSite)
  const token = await askForCode(site.db, email, autumn, undefined, config.secret)
  return {
    name: 'enter a code for the own page',
    route: 'routes/site/own-page/code',
    path: '/my-page/code',
    by: onOwnPage(email, `${codeCookie}=${token}`),
    form: { code: await codeMailedTo(site.db, email) },
  }
}

async function passkeyActs(testSite: TestSite): Promise<Act[]> {
  const enter = { route: 'routes/site/own-page/passkey-sign-in', by: visitor }
  const path = '/my-page/sign-in/passkey'
  const { email, id } = await reached(testSite)
  const passkey = newId()
  await testSite.site.db
    .insertInto('own_passkey')
    .values({
      ...{ id: passkey, person_id: id, email, name: 'A key', credential_id: newId(), public_key: 'none' },
      ...{ counter: 0, transports: '', created_at: autumn.getTime() },
    })
    .execute()
  const token = await signInAt(testSite.site.db, email, autumn, testSite.config.secret)
  return [
    { ...enter, name: 'begin with an own passkey', path: `${path}?do=options`, form: {}, status: 200 },
    { ...enter, name: 'use an own passkey', path, form: { response: '{}' }, status: 401 },
    {
      name: 'begin to add an own passkey',
      route: 'routes/site/own-page/passkey-add',
      path: '/my-page/passkey?do=options',
      by: await signedIn(testSite),
      form: {},
      status: 200,
    },
    {
      name: 'rename an own passkey',
      route: 'routes/site/own-page/passkeys',
      path: '/my-page/passkeys?do=rename',
      by: onOwnPage(email, `${sessionCookie}=${token}`),
      form: { passkey, name: 'My phone' },
    },
  ]
}

async function helperActs(testSite: TestSite): Promise<Act[]> {
  const { email, id } = await reached(testSite)
  const token = await signInAt(testSite.site.db, email, autumn, testSite.config.secret)
  const naming = { name: 'Rita Rao', email: `${newId()}@own.example` }
  return [
    {
      name: 'name a helper',
      route: 'routes/site/own-page/helpers',
      path: '/my-page/helpers',
      by: onOwnPage(email, `${sessionCookie}=${token}`),
      form: naming,
    },
    {
      name: 'name a helper for a person',
      route: 'routes/staff/people/person-helpers',
      path: `/editor/people/${id}/helpers`,
      by: await makeCaller(testSite, { role: 'admin', hasApp: true }),
      form: { ...naming, email: `${newId()}@own.example`, reason: 'Letter of 3 May 2027' },
    },
  ]
}

async function openRequest(testSite: TestSite): Promise<string> {
  const { db } = testSite.site
  const { id } = await reached(testSite)
  const proposed = { title: '', givenName: 'Asha', familyName: 'Other' }
  await sendRequest(db, { kind: 'person', id, address: '' }, { kind: 'name', proposed }, autumn)
  const request = await db
    .selectFrom('own_request')
    .select('id')
    .where('person_id', '=', id)
    .executeTakeFirstOrThrow()
  return request.id
}

async function unlinksProvider(testSite: TestSite): Promise<Act> {
  const { db } = testSite.site
  const by = await makeCaller(testSite, { role: 'editor' })
  const identity = { issuer: 'https://id.example', subject: by.id, email: by.email }
  await addIdentity(db, by.id, { ...identity, isEmailVerified: true, provedMsAgo: undefined }, autumn)
  const { id } = await db
    .selectFrom('staff_identity')
    .select('id')
    .where('user_id', '=', by.id)
    .executeTakeFirstOrThrow()
  return {
    name: 'unlink a provider',
    route: 'routes/staff/account/providers',
    path: '/account/providers?do=unlink',
    by,
    form: { id },
  }
}
