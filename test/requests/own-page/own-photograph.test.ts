import sharp from 'sharp'
import { expect } from 'vitest'
import { isPrivateFileNamed } from '#features/forms/private-files.server.ts'
import { showOwnPhotograph } from '#features/own-pages/photographs.server.ts'
import { collectOwn } from '#features/privacy/collecting.server.ts'
import { movePeople } from '#features/people/editing.server.ts'
import { system } from '#features/audit/actor.ts'
import { personalData } from '#routes/request/personal-data.server.ts'
import { makePdf, photograph } from '#test/hostile/made-files.ts'
import { openPlainBrowser, type PlainBrowser } from '#test/harness/plain-browser.ts'
import { autumn, origin, type TestSite } from '#test/harness/site.ts'
import { test, type Caller } from '#test/harness/visitors.ts'
import { openLetters } from '#test/makers/letters.ts'
import { codeMailedTo, home, makeReached, sendCodes } from '#test/makers/own-pages.ts'

/** The photograph that a person sends on the own page: private until the office approves it. */

const page = '/my-page/photograph'
const waiting = '/my-page/photograph/waiting'
let made = 0

async function signedIn({ site, config }: TestSite, change = {}) {
  made += 1
  const email = `face${made}@own.example`
  const fellow = { grade: 'fellow', fellowNo: `F-FACE-${made}`, listed: true } as const
  const id = await makeReached(site.db, email, autumn, { ...fellow, ...change })
  const browser = openPlainBrowser(site)
  await browser.post('/my-page/sign-in', { email })
  await sendCodes(site.db, autumn, config.secret)
  await browser.post('/my-page/code', { code: await codeMailedTo(site.db, email) })
  const { slug } = await site.db
    .selectFrom('person')
    .select('slug')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { browser, email, id, publicPage: `/fellowship/fellows/${slug}` }
}

const upload = (browser: PlainBrowser, bytes: Buffer, name = 'me.jpg') =>
  browser.post(page, {}, [{ field: 'photograph', name, bytes }])

async function withLocation() {
  const exif = { IFD0: { Copyright: 'CANARY-EXIF' }, IFD3: { GPSLatitude: '25/1 26/1 0/1' } }
  return sharp(await photograph(320, 420))
    .withExif(exif)
    .jpeg()
    .toBuffer()
}

async function requestOf({ site }: TestSite, personId: string) {
  return site.db
    .selectFrom('own_request')
    .innerJoin('person', 'person.id', 'own_request.person_id')
    .select(['own_request.id', 'own_request.state', 'person.version'])
    .where('own_request.person_id', '=', personId)
    .orderBy('own_request.requested_at', 'desc')
    .orderBy('own_request.state')
    .executeTakeFirstOrThrow()
}

async function decide(testSite: TestSite, { cookie }: Caller, personId: string, decision: string, note = '') {
  const { id, version } = await requestOf(testSite, personId)
  const body = new URLSearchParams({ request: id, version: String(version), decision, note })
  const address = `${origin}/editor/people/requests`
  const answer = await testSite.site.respond(
    new Request(address, { method: 'POST', headers: { origin, cookie }, body }),
  )
  expect(answer.status).toBe(302)
  return id
}

const listSealed = ({ site }: TestSite) => site.db.selectFrom('own_photograph').selectAll().execute()

test('a photograph is private until the office approves it, and then on the public page without metadata', async ({
  site,
  testSite,
  callers,
}) => {
  const { db, files, privateFiles } = site
  const { browser, id, publicPage, email } = await signedIn(testSite)
  const sent = await upload(browser, await withLocation())
  expect([sent.path, sent.text]).toEqual(['/my-page', expect.stringContaining('New photograph')])

  const own = await browser.open(waiting)
  expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(own.headers.get('content-type')).toBe('image/jpeg')
  expect(own.bytes.includes('CANARY-EXIF')).toBe(false)
  const { browser: other } = await signedIn(testSite)
  expect((await other.open(waiting)).status).toBe(404)
  expect((await openPlainBrowser(site).open(waiting)).path).toBe('/my-page/sign-in')
  expect((await browser.open(publicPage)).html).not.toContain('Photograph of')
  const [sealed] = (await listSealed(testSite)).filter(({ name }) => name === 'me.jpg')
  expect((await privateFiles.read(sealed?.sha256 ?? '')).subarray(0, 3)).not.toEqual(own.bytes.subarray(0, 3))

  const requestId = (await requestOf(testSite, id)).id
  const shownTo = async ({ cookie }: Caller) => {
    const path = `${origin}/editor/people/requests/${requestId}/photograph`
    return site.respond(new Request(path, { headers: { cookie } }))
  }
  expect(Buffer.from(await (await shownTo(callers.office)).arrayBuffer()).equals(own.bytes)).toBe(true)
  expect((await shownTo(callers.editor)).status).toBe(403)

  await decide(testSite, callers.office, id, 'approve')
  // Like the worker, and once more, as may happen.
  for (const _ of [1, 2]) await showOwnPhotograph(db, { files, privateFiles }, { requestId }, autumn)
  expect((await browser.open(publicPage)).html).toContain('Photograph of')
  expect(await isPrivateFileNamed(db, sealed?.sha256 ?? '')).toBe(false)
  expect((await browser.open(waiting)).status).toBe(404)
  expect((await openLetters(db, email)).at(-1)?.body_text).toContain(
    'You asked us to change your photograph.',
  )

  // The next one is shown beside the one that it would replace.
  await upload(browser, await photograph(330, 430))
  const requests = new Request(`${origin}/editor/people/requests`, {
    headers: { cookie: callers.office.cookie },
  })
  expect(await (await site.respond(requests)).text()).toMatch(/src="\/editor\/media\/[\w-]+\/whole"/)
})

test('a refused photograph is shown nowhere, and the person learns why', async ({ testSite, callers }) => {
  const { browser, id, publicPage, email } = await signedIn(testSite)
  await upload(browser, await photograph(320, 420))
  const requestId = await decide(
    testSite,
    callers.office,
    id,
    'refuse',
    'Please send one without sunglasses.',
  )

  expect((await listSealed(testSite)).filter(({ request_id }) => request_id === requestId)).toEqual([])
  expect((await browser.open(waiting)).status).toBe(404)
  expect((await browser.open(publicPage)).html).not.toContain('Photograph of')
  expect((await browser.open('/my-page')).text).toContain('Please send one without sunglasses.')
  expect((await openLetters(testSite.site.db, email)).at(-1)?.body_text).toContain('sunglasses')
})

test('a newer photograph replaces one that waits, and a withdrawn one is gone', async ({ testSite }) => {
  const { browser, id } = await signedIn(testSite)
  const ofPerson = async () =>
    testSite.site.db
      .selectFrom('own_photograph')
      .innerJoin('own_request', 'own_request.id', 'own_photograph.request_id')
      .select('own_photograph.name')
      .where('person_id', '=', id)
      .execute()
  await upload(browser, await photograph(320, 420), 'first.jpg')
  await upload(browser, await photograph(330, 430), 'second.png')
  expect(await ofPerson()).toEqual([{ name: 'second.jpg' }])
  await browser.post('/my-page?do=withdraw', { kind: 'photograph' })
  expect(await ofPerson()).toEqual([])
})

test('another type, another size and no file are refused with a sentence, and nothing is sent', async ({
  testSite,
}) => {
  const { browser, id } = await signedIn(testSite)
  const answers = [
    await upload(browser, await makePdf(1), 'me.pdf'),
    await upload(browser, Buffer.from('<svg/>'), 'me.jpg'),
    await upload(browser, await photograph(200, 200)),
    await upload(browser, Buffer.alloc(2 * 1024 * 1024 + 1, 1)),
    await upload(browser, Buffer.alloc(9 * 1024 * 1024, 1)),
    await browser.post(page, {}, []),
    await browser.post(page, {}),
  ]
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400, 400])
  const sentences = ['is not a JPEG or PNG file', 'is not a JPEG or PNG file', 'fewer than 300 × 400 pixels']
  for (const [at, sentence] of [...sentences, 'is larger than 2 MB', 'is larger than 2 MB'].entries())
    expect(answers[at]?.text).toContain(sentence)
  for (const answer of answers.slice(5)) expect(answer.text).toContain('Choose a photograph.')
  const sent = await testSite.site.db
    .selectFrom('own_request')
    .select('id')
    .where('person_id', '=', id)
    .execute()
  expect(sent).toEqual([])
})

test('a member without a public page learns that there is no place for a photograph', async ({
  testSite,
}) => {
  const { browser } = await signedIn(testSite, { grade: undefined, fellowNo: undefined })
  expect((await browser.open(page)).text).toContain('Only fellows and associate fellows')
  const sent = await upload(browser, await photograph(320, 420))
  expect([sent.status, sent.text]).toEqual([400, expect.stringContaining('Only fellows')])
})

test('the copy of the data has the waiting photograph, and with its person it is gone', async ({
  site,
  testSite,
}) => {
  const { db } = site
  const { browser, id, email } = await signedIn(testSite)
  await upload(browser, await photograph(320, 420))
  const actor = { kind: 'person', id, address: home } as const
  const reader = { personId: id, email, isShared: false }
  const { files } = await collectOwn(db, personalData, actor, reader, autumn)
  expect(files).toMatchObject([{ path: 'files/photograph/1-me.jpg' }])
  await movePeople(db, system, 'bin', [id], autumn)
  expect((await browser.open(waiting)).path).toBe('/my-page/sign-in')
  await db.deleteFrom('person').where('id', '=', id).execute()
  expect(await isPrivateFileNamed(db, files[0]?.sha256 ?? '')).toBe(false)
})
