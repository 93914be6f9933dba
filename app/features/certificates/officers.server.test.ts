import sharp from 'sharp'
import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { enrolPerson } from '#features/people/operations.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { actorFor, makeStaff } from '#test/makers/staff.ts'
import {
  addSignature,
  listOfficers,
  readSignatures,
  removeSignature,
  saveOfficers,
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

async function prepare(db: Db) {
  const actor = actorFor(await makeStaff(db, monday, { role: 'admin' }))
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
  return { actor, issue }
}

test('certificates name the officers of the day on which they are issued', async ({ db }) => {
  const { actor, issue } = await prepare(db)
  const before = await issue()
  await saveOfficers(db, actor, { 1: president, 2: secretary }, monday)
  expect(await issue()).toMatchObject({ officers: [president, secretary] })
  await saveOfficers(db, actor, { 1: nobody, 2: secretary }, monday)
  expect(await issue()).toMatchObject({ officers: [secretary] })
  expect(before).not.toHaveProperty('officers')
})

test('a scan is encoded again, and stays for the certificates that show it', async ({ db }) => {
  const { actor, issue } = await prepare(db)
  await saveOfficers(db, actor, { 1: president, 2: nobody }, monday)
  expect(await addSignature(db, actor, 1, await makeScan(), monday)).toEqual({ ok: true })
  const signed = await issue()
  const [picture] = Object.values(await readSignatures(db, signed))
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 600, height: 200 })

  expect((await listOfficers(db))[0]?.picture).toMatch(/^data:image\/jpeg;base64,/)
  expect(await removeSignature(db, actor, 1, monday)).toEqual({ ok: true })
  expect(await removeSignature(db, actor, 1, monday)).toEqual({ ok: false, reason: 'no-signature' })
  expect(Object.values(await readSignatures(db, signed))).toEqual([picture])
  expect((await issue()).officers).toEqual([president])
})

test('another name removes the signature, and nothing of it is left', async ({ db }) => {
  const { actor } = await prepare(db)
  await saveOfficers(db, actor, { 1: president, 2: nobody }, monday)
  await addSignature(db, actor, 1, await makeScan(), monday)
  await saveOfficers(db, actor, { 1: { ...president, office: 'Past President' }, 2: nobody }, monday)
  expect((await listOfficers(db))[0]).toMatchObject({ office: 'Past President', picture: expect.anything() })
  await saveOfficers(db, actor, { 1: secretary, 2: nobody }, monday)
  expect(await listOfficers(db)).toEqual([
    { slot: 1, ...secretary, picture: null },
    { slot: 2, ...nobody, picture: null },
  ])
  expect(await db.selectFrom('signature_picture').select('sha256').execute()).toEqual([])
})

test('no signature without an officer, of what is not a picture, or higher than wide', async ({ db }) => {
  const { actor } = await prepare(db)
  const add = async (scan: Buffer) => addSignature(db, actor, 1, scan, monday)
  expect(await add(await makeScan())).toEqual({ ok: false, reason: 'no-officer' })
  await saveOfficers(db, actor, { 1: president, 2: nobody }, monday)
  expect(await add(Buffer.from('%PDF-1.7'))).toEqual({ ok: false, reason: 'unreadable' })
  expect(await add(await makeScan(300, 900))).toEqual({ ok: false, reason: 'too-high' })
})
