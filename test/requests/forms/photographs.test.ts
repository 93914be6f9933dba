import sharp from 'sharp'
import { expect } from 'vitest'
import { system } from '#features/audit/actor.ts'
import { askConfirmation } from '#features/cases/confirmation-links.server.ts'
import { moveCase } from '#features/casework/casework.server.ts'
import { addPerson, movePeople } from '#features/people/editing.server.ts'
import { showPhotograph } from '#features/nominations/photograph.server.ts'
import { makeCase, makeCaseworker } from '#test/makers/casework.ts'
import { makePdf, photograph } from '#test/hostile/made-files.ts'
import { captureLog } from '#test/harness/log.ts'
import { openPlainBrowser } from '#test/harness/plain-browser.ts'
import { autumn, origin, test } from '#test/harness/site.ts'
import type { Site } from '#site.ts'

/** The photograph that an elected person sends: first with the case, on the public page once everything is agreed. */

const field = 'acceptedPhotograph'
const accepted = { accepts: 'yes', certificateName: 'Asha Sample', listed: 'yes' }
let count = 40

async function elect(site: Site) {
  const { db } = site
  const memberNo = `LM-${++count}`
  const name = { givenName: 'Asha', familyName: 'Sample' }
  const testSite = { discipline: 'Physics', country: 'India', listed: false }
  await addPerson(db, system, { ...name, ...testSite, memberNo, category: 'life', since: 2001 }, autumn)
  const reference = await makeCase(db, autumn, { state: 'elected', cycle: '2026', changes: { memberNo } })
  return { reference, ...(await askToAccept(site, reference)) }
}

async function askToAccept({ db }: Site, reference: string) {
  const { id, answers_hash: shown } = await db
    .selectFrom('dossier')
    .select(['id', 'answers_hash'])
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  const requested = { caseId: id, purpose: 'accept', name: 'Asha', email: 'asha@example.org' } as const
  const token = (await askConfirmation(db, origin, requested, autumn)).split('token=')[1] ?? ''
  return { id, path: `/confirm/accept?token=${token}`, link: { token, shown } }
}

async function admit(
  { db, files, privateFiles }: Site,
  { reference, id }: { reference: string; id: string },
) {
  const admin = await makeCaseworker(db, autumn, { role: 'admin' })
  const typed = { fellowNo: `F-${count}` }
  const admitted = await moveCase(
    db,
    admin,
    origin,
    { reference, move: 'admit', typed, released: {} },
    autumn,
  )
  expect(admitted).toMatchObject({ ok: true })
  const left = await db
    .selectFrom('job')
    .select('payload')
    .where('kind', '=', 'person.show-photograph')
    .execute()
  const isLeft = left.some(({ payload }) => payload.includes(id))
  // Like the worker, and once more, as may happen.
  for (const _ of isLeft ? [1, 2] : [])
    await showPhotograph(db, { files, privateFiles }, { dossierId: id }, autumn)
  const { person_id } = await db
    .selectFrom('dossier')
    .select('person_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { personId: person_id ?? '', admin, isLeft }
}

async function withLocation() {
  const exif = { IFD0: { Copyright: 'CANARY-EXIF' }, IFD3: { GPSLatitude: '25/1 26/1 0/1' } }
  return sharp(await photograph(320, 420))
    .withExif(exif)
    .jpeg()
    .toBuffer()
}

test('a photograph is private until admission, and then appears on the page without camera metadata', async ({
  site,
}) => {
  const browser = openPlainBrowser(site)
  const elected = await elect(site)
  const files = [{ field, name: 'me.jpg', bytes: await withLocation() }]
  const answer = { ...elected.link, ...accepted, showPhotograph: 'yes' }
  const page = await browser.post(elected.path, answer, files)
  expect(page.text).toContain('We have recorded your acceptance.')
  const before = await site.db.selectFrom('file').select('id').execute()

  const { personId, admin } = await admit(site, elected)
  expect(await site.db.selectFrom('file').select('id').execute()).toHaveLength(before.length + 1)
  const shown = await browser.open(`/fellowship/fellows/${personId}`)
  const [src = ''] = /\/pictures\/\w{64}\.jpg/.exec(shown.html) ?? []
  expect(shown.html).toContain('Photograph of Asha Sample')
  const picture = await browser.open(src)
  expect(picture.status).toBe(200)
  expect(picture.bytes.includes('CANARY-EXIF')).toBe(false)
  expect((await sharp(picture.bytes).metadata()).exif).toBeUndefined()

  captureLog()
  await movePeople(site.db, admin, 'unlist', [personId], autumn)
  expect((await browser.open(src)).status).toBe(404)
  await movePeople(site.db, admin, 'list', [personId], autumn)
  expect((await browser.open(src)).status).toBe(200)
})

test('without the second consent the photograph stays with the case', async ({ site }) => {
  const browser = openPlainBrowser(site)
  const elected = await elect(site)
  const files = [{ field, name: 'me.jpg', bytes: await photograph(320, 420) }]
  await browser.post(elected.path, { ...elected.link, ...accepted }, files)
  const { personId, isLeft } = await admit(site, elected)

  expect(isLeft).toBe(false)
  expect((await browser.open(`/fellowship/fellows/${personId}`)).html).not.toContain('Photograph of')
})

test('whoever accepts an award sends no photograph, and none is stored', async ({ site }) => {
  captureLog()
  const browser = openPlainBrowser(site)
  const made = { process: 'award', state: 'elected', cycle: '2026' } as const
  const { path, link, id } = await askToAccept(site, await makeCase(site.db, autumn, made))
  const files = [{ field, name: 'me.jpg', bytes: await photograph(320, 420) }]
  const answer = { ...link, accepts: 'yes', certificateName: 'Asha Sample' }

  expect((await browser.post(path, answer, files)).status).toBe(400)
  expect(await filesOf(site, id)).toEqual([])
  expect((await browser.post(path, answer)).text).toContain('We have recorded your acceptance.')
})

test('a file that is not a picture is refused by its bytes, a good one stays when something else is wrong', async ({
  site,
}) => {
  captureLog()
  const browser = openPlainBrowser(site)
  const { path, link, id } = await elect(site)
  const fake = [{ field, name: 'me.jpg', bytes: await makePdf(1) }]
  const refused = await browser.post(path, { ...link, ...accepted }, fake)
  expect([refused.status, refused.text]).toEqual([
    400,
    expect.stringContaining('“me.jpg” is not a JPEG or PNG file.'),
  ])
  expect(refused.html).toContain('value="Asha Sample"')

  const right = [{ field, name: 'me.jpg', bytes: await photograph(320, 420) }]
  const lacking = await browser.post(path, { ...link, accepts: 'yes' }, right)
  expect([lacking.status, lacking.text]).toEqual([
    400,
    expect.stringContaining('You have already sent us “me.jpg”'),
  ])
  expect((await browser.post(path, { ...link, ...accepted })).text).toContain(
    'We have recorded your acceptance.',
  )
  expect(await filesOf(site, id)).toEqual(['me.jpg'])
  // The link is used up, and accepts no more files.
  expect((await browser.post(path, { ...link, ...accepted }, right)).status).toBe(410)
})

test('someone who declines leaves no picture behind', async ({ site }) => {
  const browser = openPlainBrowser(site)
  const { path, link, id } = await elect(site)
  const files = [{ field, name: 'me.jpg', bytes: await photograph(320, 420) }]
  expect((await browser.post(path, { ...link, accepts: 'no' }, files)).text).toContain(
    'We will not announce your election',
  )
  expect(await filesOf(site, id)).toEqual([])
})

async function filesOf({ db }: Site, caseId: string) {
  const rows = await db.selectFrom('attachment').select('name').where('dossier_id', '=', caseId).execute()
  return rows.map(({ name }) => name)
}
