import { expect } from 'vitest'
import { removeOwnPhotograph } from '#features/own-pages/photographs.server.ts'
import { listHelpers } from '#features/own-pages/helpers/queries.server.ts'
import { findPicture, setPicture } from '#features/people/pictures.server.ts'
import { storePicture } from '#features/media/operations.server.ts'
import { system } from '#features/audit/actor.ts'
import { photograph } from '#test/hostile/made-files.ts'
import { openPlainBrowser, type PlainBrowser } from '#test/harness/plain-browser.ts'
import { autumn, origin, type TestSite } from '#test/harness/site.ts'
import { test } from '#test/harness/visitors.ts'
import { makeFellowWithErrands } from '#test/makers/errands.ts'
import { openLetters } from '#test/makers/letters.ts'
import { codeMailedTo, makeReached, sendCodes } from '#test/makers/own-pages.ts'
import { actorFor } from '#test/makers/staff.ts'

/** Helpers, and removing one's own photograph, as people meet them on the pages. */

async function enter({ site, config }: TestSite, email: string): Promise<PlainBrowser> {
  const browser = openPlainBrowser(site)
  await browser.post('/my-page/sign-in', { email })
  await sendCodes(site.db, autumn, config.secret)
  await browser.post('/my-page/code', { code: await codeMailedTo(site.db, email) })
  return browser
}

const kindsTo = async ({ site }: TestSite, email: string) =>
  (await openLetters(site.db, email)).map(({ kind }) => kind)

test('a person names a helper, who does errands with their own address until the person ends it', async ({
  site,
  testSite,
}) => {
  const { db } = site
  const [aged, helper] = ['aged@helped.example', 'helper@helped.example']
  const id = await makeReached(db, aged, autumn, { givenName: 'Aged', familyName: 'Fellow' })
  const own = await enter(testSite, aged)
  expect((await own.open('/my-page')).text).toContain('add a helper')
  const refused = await own.post('/my-page/helpers', { name: 'www.example.org', email: aged })
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('letters only')])
  const same = await own.post('/my-page/helpers', { name: 'Rita Rao', email: aged })
  expect([same.status, same.text]).toEqual([409, expect.stringContaining('This is your own address.')])
  const named = await own.post('/my-page/helpers', { name: 'Rita Rao', email: ` ${helper.toUpperCase()} ` })
  expect([named.path, named.text]).toEqual([
    '/my-page/helpers',
    expect.stringContaining('Has not signed in yet'),
  ])

  const browser = await enter(testSite, helper)
  const page = await browser.open('/my-page')
  expect(page.text).toContain('You are helping Aged Fellow')
  expect(page.html).not.toMatch(/href="\/my-page\/(email|choices|deletion|passkeys|helpers)"/)
  expect(page.html).not.toContain('Download my data')
  const saved = await browser.post('/my-page/contact', {
    phone: '+91 11 7777',
    postalAddress: '',
    contactVersion: '1',
  })
  expect(saved.text).toContain('+91 11 7777')
  expect(await kindsTo(testSite, aged)).toContain('own-page.helper-acted')
  expect((await own.open('/my-page')).text).toContain('Your helper Rita Rao changed your contact details.')

  const [line] = await listHelpers(db, id)
  const ended = await own.post('/my-page/helpers?do=end', { helper: line?.id ?? '' })
  expect(ended.text).toContain('Helper removed.')
  expect((await browser.open('/my-page')).path).toBe('/my-page/sign-in')
  expect((await browser.open('/my-page/contact')).path).toBe('/my-page/sign-in')
})

test('a helper is refused whatever is for the person alone', async ({ site, testSite, callers }) => {
  const { db } = site
  const [aged, helper] = ['limits@helped.example', 'limited@helped.example']
  const id = await makeFellowWithErrands(db, actorFor({ id: callers.admin.id, role: 'admin' }), aged, autumn)
  const own = await enter(testSite, aged)
  await own.post('/my-page/helpers', { name: 'Rita Rao', email: helper })
  const browser = await enter(testSite, helper)
  const [line] = await listHelpers(db, id)
  const before = await db.selectFrom('own_helper').selectAll().where('person_id', '=', id).execute()

  for (const path of ['helpers', 'email', 'choices', 'deletion', 'passkeys']) {
    const answer = await browser.open(`/my-page/${path}`)
    expect([path, answer.status, answer.text]).toEqual([
      path,
      403,
      expect.stringContaining('A helper cannot do this.'),
    ])
  }
  const acts: [string, Record<string, string>][] = [
    ['helpers', { name: 'Mal', email: 'mal@helped.example' }],
    ['helpers?do=extend', { helper: line?.id ?? '' }],
    ['helpers?do=end', { helper: line?.id ?? '' }],
    ['email', { email: 'mal@helped.example' }],
    ['email?do=codes', { oldCode: 'ACDE-FGHJ', newCode: 'ACDE-FGHJ' }],
    ['choices', { listed: 'no', newsletter: 'no' }],
    ['deletion', { reason: '' }],
    ['passkeys?do=remove', { passkey: 'x', name: 'x' }],
    ['passkey?do=options', {}],
    ['export', {}],
  ]
  for (const [path, fields] of acts)
    expect([path, (await browser.post(`/my-page/${path}`, fields)).status]).toEqual([path, 403])
  const waiting = await db.selectFrom('confirmation').select('id').where('email', '=', aged).execute()
  expect(waiting.length).toBeGreaterThan(0)
  for (const { id: request } of waiting)
    expect((await browser.post('/my-page?do=open', { request })).status).toBe(403)
  expect((await browser.post('/my-page?do=sign-out-everywhere', {})).status).toBe(403)
  expect((await browser.post('/my-page?do=withdraw', { kind: 'erasure' })).status).toBe(403)
  expect(await db.selectFrom('own_helper').selectAll().where('person_id', '=', id).execute()).toEqual(before)
  expect((await own.open('/my-page')).status).toBe(200)

  // What a helper may do there.
  const page = await browser.open('/my-page')
  expect(page.text).toContain('can answer these')
  expect(page.text).not.toMatch(/Open FN-/)
  const receipt = /\/my-page\/receipts\/[\w-]+/.exec(page.html)?.[0] ?? ''
  expect((await browser.open(receipt)).headers.get('content-type')).toBe('application/pdf')
  expect((await browser.post('/my-page/orcid', { orcid: '0000-0002-1825-0097' })).text).toContain(
    'ORCID iD saved.',
  )
  const stopped = await browser.post('/my-page?do=stop-helping', {})
  expect(stopped.path).toBe('/')
  expect((await browser.open('/my-page')).path).toBe('/my-page/sign-in')
  expect((await own.post('/my-page?do=stop-helping', {})).status).toBe(400)
})

test('a helper with a page of their own chooses, and each session shows one page only', async ({
  site,
  testSite,
}) => {
  const { db } = site
  const [aged, helper] = ['pair@helped.example', 'both@helped.example']
  const id = await makeReached(db, aged, autumn, { familyName: 'Canaryaged' })
  await makeReached(db, helper, autumn, { familyName: 'Canaryboth' })
  await (await enter(testSite, aged)).post('/my-page/helpers', { name: 'Rita Rao', email: helper })
  const [line] = await listHelpers(db, id)
  const choose = async (pick: string) => {
    const browser = await enter(testSite, helper)
    const choice = await browser.open('/my-page/choose')
    expect(choice.text).toMatch(/Canaryboth.*Canaryaged.*you are the helper/)
    return (await browser.post('/my-page/choose', { person: pick })).text
  }
  const helped = await choose(line?.id ?? '')
  expect(helped).toContain('Canaryaged')
  expect(helped).not.toContain('Canaryboth')
})

test('the office names and ends a helper after a written request, and editors do not', async ({
  site,
  testSite,
  callers,
}) => {
  const { db } = site
  const id = await makeReached(db, 'office@helped.example', autumn)
  const page = `${origin}/editor/people/${id}/helpers`
  const post = (query: string, fields: Record<string, string>, { cookie } = callers.office) =>
    site.respond(
      new Request(page + query, {
        method: 'POST',
        headers: { origin, cookie },
        body: new URLSearchParams(fields),
      }),
    )
  const naming = { name: 'Rita Rao', email: 'of-office@helped.example' }
  expect((await post('', { ...naming, reason: '' })).status).toBe(400)
  expect((await post('', { ...naming, reason: 'Letter of 3 May 2027' }, callers.editor)).status).toBe(403)
  expect((await post('', { ...naming, reason: 'Letter of 3 May 2027' })).status).toBe(302)
  expect(await kindsTo(testSite, 'office@helped.example')).toContain('own-page.helper-named')

  const helper = await enter(testSite, naming.email)
  expect((await helper.open('/my-page')).text).toContain('You are helping')
  const shown = await site.respond(new Request(page, { headers: { cookie: callers.office.cookie } }))
  expect(await shown.text()).toContain('Letter of 3 May 2027')
  const [line] = await listHelpers(db, id)
  expect((await post('?do=extend', { helper: line?.id ?? '' })).status).toBe(302)
  expect((await post('?do=end', { helper: line?.id ?? '' })).status).toBe(302)
  expect((await helper.open('/my-page')).path).toBe('/my-page/sign-in')
})

test('a person removes their photograph from the public page at once, and only their own', async ({
  site,
  testSite,
}) => {
  const { db, files } = site
  const makeFace = async (name: string, side: number) => {
    const email = `${name}@removed.example`
    const fellow = { grade: 'fellow', fellowNo: `F-${name}`, listed: true } as const
    const id = await makeReached(db, email, autumn, fellow)
    await setPicture(
      db,
      files,
      system,
      id,
      await storePicture(files, await photograph(300 + side, 420)),
      autumn,
    )
    const { slug } = await db
      .selectFrom('person')
      .select('slug')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { email, id, publicPage: `/fellowship/fellows/${slug}` }
  }
  const [me, other] = [await makeFace('me', 1), await makeFace('other', 2)]
  const browser = await enter(testSite, me.email)
  expect((await browser.open(me.publicPage)).html).toContain('Photograph of')
  expect((await browser.open('/my-page/photograph')).text).toContain('Remove your photograph')

  const removed = await browser.post('/my-page/photograph?do=remove', {})
  expect([removed.path, removed.text]).toEqual(['/my-page', expect.stringContaining('Photograph removed')])
  expect(removed.text).toContain('You removed your photograph from your page.')
  expect((await browser.open(me.publicPage)).html).not.toContain('Photograph of')
  expect(await findPicture(db, me.id)).toBeUndefined()
  expect(await findPicture(db, other.id)).toBeDefined()
  expect((await browser.open(other.publicPage)).html).toContain('Photograph of')
  expect((await browser.post('/my-page/photograph?do=remove', {})).text).toContain('has no photograph')
  const again = await removeOwnPhotograph(db, { kind: 'person', id: me.id, address: '' }, autumn)
  expect(again).toEqual({ ok: false, reason: 'not-found' })
})
