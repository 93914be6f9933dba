import sharp from 'sharp'
import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { listHistoryOf } from '#features/audit/queries.server.ts'
import { enrolPerson } from '#features/people/operations.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { actorFor, makeStaff } from '#test/makers/staff.ts'
import {
  addSignature,
  listOfficers,
  readSignatures,
  removeSignature,
  saveOfficers,
  shownHashOfOfficers,
  type NamedOfficers,
} from './officers.server.ts'
import { issueCertificate } from './operations.server.ts'
import { findCertificate } from './queries.server.ts'

const nobody = { name: '', office: '' }
const president = { name: 'Prof. Meera Sample', office: 'President' }
const secretary = { name: 'Dr Ravi Sample', office: 'General Secretary' }

async function makeScan(width = 900, height = 300) {
  const stroke = `<path d="M20 ${height / 2}q200 -90 400 0t400 0" stroke="navy" fill="none" stroke-width="9"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${stroke}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

/** What an administrator does who has just opened the page. */
async function prepare(db: Db) {
  const actor = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  const readHash = async () => shownHashOfOfficers(await listOfficers(db))
  const save = async (named: NamedOfficers) =>
    saveOfficers(db, actor, { named, shownHash: await readHash() }, monday)
  const sign = async (slot: 1 | 2, scan: Buffer) =>
    addSignature(db, actor, { slot, scan, shownHash: await readHash() }, monday)
  const unsign = async (slot: 1 | 2) =>
    removeSignature(db, actor, { slot, shownHash: await readHash() }, monday)
  const personId = await enrolPerson(
    db,
    {
      ...{ memberNo: 'LM-12', givenName: 'Asha', familyName: 'Sample', category: 'life', since: 1990 },
      ...{ discipline: 'Physics', country: 'India', listed: false },
    },
    monday,
  )
  const issue = async () => {
    const issued = await issueCertificate(db, actor, personId, { kind: 'membership' }, monday)
    if (!issued.ok) throw new Error(issued.reason)
    return (await findCertificate(db, issued.code, monday))!.statement
  }
  return { actor, issue, readHash, save, sign, unsign }
}

test('certificates name the officers of the day on which they are issued', async ({ db }) => {
  const { issue, save } = await prepare(db)
  const before = await issue()
  await save({ 1: president, 2: secretary })
  expect(await issue()).toMatchObject({ officers: [president, secretary] })
  await save({ 1: nobody, 2: secretary })
  expect(await issue()).toMatchObject({ officers: [secretary] })
  expect(before).not.toHaveProperty('officers')
})

test('a scan is encoded again, and stays for the certificates that show it', async ({ db }) => {
  const { issue, save, sign, unsign } = await prepare(db)
  await save({ 1: president, 2: nobody })
  expect(await sign(1, await makeScan())).toEqual({ ok: true })
  const signed = await issue()
  const [picture] = Object.values(await readSignatures(db, signed))
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 600, height: 200 })

  expect((await listOfficers(db))[0]?.picture).toMatch(/^data:image\/jpeg;base64,/)
  expect(await unsign(1)).toEqual({ ok: true })
  expect(await unsign(1)).toEqual({ ok: false, reason: 'no-signature' })
  expect(Object.values(await readSignatures(db, signed))).toEqual([picture])
  expect((await issue()).officers).toEqual([president])
})

test('another name removes the signature, and nothing of it is left', async ({ db }) => {
  const { save, sign } = await prepare(db)
  await save({ 1: president, 2: nobody })
  await sign(1, await makeScan())
  await save({ 1: { ...president, office: 'Past President' }, 2: nobody })
  expect((await listOfficers(db))[0]).toMatchObject({ office: 'Past President', picture: expect.anything() })
  await save({ 1: secretary, 2: nobody })
  expect(await listOfficers(db)).toEqual([
    { slot: 1, ...secretary, picture: null },
    { slot: 2, ...nobody, picture: null },
  ])
  expect(await db.selectFrom('signature_picture').select('sha256').execute()).toEqual([])
})

test('no signature without an officer, of what is not a picture, or higher than wide', async ({ db }) => {
  const { save, sign } = await prepare(db)
  const add = (scan: Buffer) => sign(1, scan)
  expect(await add(await makeScan())).toEqual({ ok: false, reason: 'no-officer' })
  await save({ 1: president, 2: nobody })
  expect(await add(Buffer.from('%PDF-1.7'))).toEqual({ ok: false, reason: 'unreadable' })
  expect(await add(await makeScan(300, 900))).toEqual({ ok: false, reason: 'too-high' })
})

test('an outdated page overwrites no officer and no signature', async ({ db }) => {
  const { actor, readHash, save, sign } = await prepare(db)
  await save({ 1: president, 2: nobody })
  const shownHash = await readHash()
  await save({ 1: president, 2: secretary })
  await sign(2, await makeScan())
  const current = await listOfficers(db)

  const named = { 1: { ...president, office: 'Past President' }, 2: nobody }
  expect(await saveOfficers(db, actor, { named, shownHash }, monday)).toEqual({
    ...{ ok: false, reason: 'conflict', current },
  })
  const conflict = { ok: false, reason: 'conflict' }
  const scan = await makeScan(800, 300)
  expect(await addSignature(db, actor, { slot: 2, scan, shownHash }, monday)).toEqual(conflict)
  expect(await removeSignature(db, actor, { slot: 2, shownHash }, monday)).toEqual(conflict)
  expect(await listOfficers(db)).toEqual(current)
})

test('the audit log has both officers before and after, and whether they had a signature', async ({ db }) => {
  const { actor, save, sign } = await prepare(db)
  await save({ 1: president, 2: secretary })
  await sign(1, await makeScan())
  await save({ 1: nobody, 2: secretary })
  const { entries } = await listHistoryOf(db, actor, 'settings', 1)
  expect(entries.map(({ details }) => details?.changes).filter((changes) => changes !== undefined)).toEqual([
    { firstOfficer: ['Prof. Meera Sample, President, with a scanned signature', null] },
    {
      firstOfficer: [null, 'Prof. Meera Sample, President'],
      secondOfficer: [null, 'Dr Ravi Sample, General Secretary'],
    },
  ])
})
