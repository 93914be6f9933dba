import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { movePeople, removePeople } from '#features/people/editing.server.ts'
import { enrolPerson } from '#features/people/operations.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { actorFor, makeStaff } from '#test/makers/staff.ts'
import { issueCertificate, revokeCertificate } from './operations.server.ts'
import { findCertificate, listCertificatesOf } from './queries.server.ts'

const fellow = {
  memberNo: 'LM-12',
  fellowNo: 'F-9',
  title: 'Prof.',
  givenName: 'Asha',
  familyName: 'Sample',
  category: 'life',
  grade: 'fellow',
  since: 1990,
  electedYear: 1994,
  citation: 'For light.',
  discipline: 'Physics',
  country: 'India',
  listed: false,
} as const

async function makeFellow(db: Db, changes = {}) {
  const actor = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  return { actor, id: await enrolPerson(db, { ...fellow, ...changes }, monday) }
}

test('a certificate says what the register says when it is issued, and never changes', async ({ db }) => {
  const { actor, id } = await makeFellow(db)
  const issued = await issueCertificate(db, actor, id, { kind: 'fellowship' }, monday)
  expect(issued).toMatchObject({ ok: true, number: 'CF-1995-0001' })
  if (!issued.ok) return
  expect(issued.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)

  expect(await findCertificate(db, issued.code.toLowerCase(), monday)).toMatchObject({ code: issued.code })
  await db.updateTable('person').set({ citation: 'For something else.' }).where('id', '=', id).execute()
  expect(await findCertificate(db, issued.code, monday)).toMatchObject({
    number: 'CF-1995-0001',
    status: 'valid',
    statement: {
      name: 'Prof. Asha Sample',
      rank: 'Fellow',
      holderNo: 'F-9',
      since: 1994,
      citation: 'For light.',
      issuedOn: '1995-01-02',
    },
  })
})

test('by hand, no certificate is issued with a citation that cannot be printed', async ({ db }) => {
  const { actor, id } = await makeFellow(db, { citation: 'For ஒளி.' })
  const byHand = { kind: 'fellowship', byHand: true } as const
  expect(await issueCertificate(db, actor, id, byHand, monday)).toMatchObject({
    ...{ ok: false, reason: 'unprintable' },
    sentence: expect.stringContaining('“ஒ” and “ளி”'),
  })
  expect(await listCertificatesOf(db, id, monday)).toEqual([])
  // It has no citation.
  const membership = await issueCertificate(db, actor, id, { kind: 'membership', byHand: true }, monday)
  expect(membership.ok).toBe(true)
})

test('by hand, no certificate is issued with a number that cannot be printed', async ({ db }) => {
  const { actor, id } = await makeFellow(db, { memberNo: 'உ-12', fellowNo: 'F-10' })
  const membership = { kind: 'membership', byHand: true } as const
  expect(await issueCertificate(db, actor, id, membership, monday)).toMatchObject({
    ...{ ok: false, reason: 'unprintable' },
    sentence: expect.stringContaining('Member number: our certificates cannot print “உ”'),
  })
  expect((await issueCertificate(db, actor, id, { kind: 'fellowship', byHand: true }, monday)).ok).toBe(true)
})

test('a new certificate replaces the former one of its own kind only', async ({ db }) => {
  const { actor, id } = await makeFellow(db)
  const first = await issueCertificate(db, actor, id, { kind: 'fellowship' }, monday)
  await issueCertificate(db, actor, id, { kind: 'membership' }, monday)
  const requested = { kind: 'fellowship', name: 'Asha K. Sample' } as const
  await issueCertificate(db, actor, id, requested, monday)

  const all = await listCertificatesOf(db, id, monday)
  expect(all.map(({ number, status, name }) => [number, status, name])).toEqual([
    ['CF-1995-0002', 'valid', 'Asha K. Sample'],
    ['CM-1995-0001', 'valid', 'Prof. Asha Sample'],
    ['CF-1995-0001', 'revoked', 'Prof. Asha Sample'],
  ])
  expect(first.ok && (await findCertificate(db, first.code, monday))).toMatchObject({
    isReplaced: true,
    status: 'revoked',
  })
  const entries = await db.selectFrom('audit_entry').select('action').orderBy('seq').execute()
  expect(entries.filter(({ action }) => action === 'certificate.issued')).toHaveLength(3)
})

test('several parallel requests result in one certificate', async ({ db }) => {
  const { actor, id } = await makeFellow(db)
  await Promise.all(
    Array.from({ length: 8 }, () => issueCertificate(db, actor, id, { kind: 'membership' }, monday)),
  )
  const all = await listCertificatesOf(db, id, monday)
  expect(all).toHaveLength(8)
  expect(new Set(all.map(({ number }) => number)).size).toBe(8)
  expect(all.filter(({ revokedAt }) => revokedAt === null)).toHaveLength(1)
})

test('nobody gets one without a grade, while deleted, or without being in the register', async ({ db }) => {
  const { actor, id } = await makeFellow(db, { grade: null, fellowNo: null })
  const fellowship = { kind: 'fellowship' } as const
  expect(await issueCertificate(db, actor, id, fellowship, monday)).toEqual({ ok: false, reason: 'no-grade' })
  expect(await issueCertificate(db, actor, 'nobody', fellowship, monday)).toEqual({
    ok: false,
    reason: 'not-found',
  })
  await movePeople(db, actor, 'bin', [id], monday)
  expect(await issueCertificate(db, actor, id, { kind: 'membership' }, monday)).toEqual({
    ok: false,
    reason: 'not-found',
  })
  expect(await db.selectFrom('certificate').select('id').execute()).toEqual([])
  expect(await db.selectFrom('reference_counter').selectAll().execute()).toEqual([])
})

test('a certificate is revoked once, on the page of its own person, for a reason', async ({ db }) => {
  const { actor, id: personId } = await makeFellow(db)
  const issued = await issueCertificate(db, actor, personId, { kind: 'membership' }, monday)
  const [line] = await listCertificatesOf(db, personId, monday)
  const which = { id: line?.id ?? '', personId }
  const notThere = { ok: false, reason: 'not-found' }
  expect(await revokeCertificate(db, actor, { ...which, personId: 'other' }, 'Why not.', monday)).toEqual(
    notThere,
  )
  expect(await revokeCertificate(db, actor, which, 'A wrong name.', monday)).toEqual({ ok: true })
  expect(await revokeCertificate(db, actor, which, 'Again.', monday)).toEqual(notThere)

  expect(await listCertificatesOf(db, personId, monday)).toMatchObject([{ revokedBecause: 'A wrong name.' }])
  const found = issued.ok ? await findCertificate(db, issued.code, monday) : undefined
  expect(found).toMatchObject({ status: 'revoked', isReplaced: false })
  expect(JSON.stringify(found)).not.toContain('A wrong name.')
})

test('a membership that ended has expired, and is no longer valid', async ({ db }) => {
  const { actor, id } = await makeFellow(db)
  await db.updateTable('person').set({ valid_to: '1995-01-31' }).where('id', '=', id).execute()
  const issued = await issueCertificate(db, actor, id, { kind: 'membership' }, monday)
  const statusOn = async (day: string) =>
    issued.ok && (await findCertificate(db, issued.code, new Date(day)))?.status

  // The day ends earlier in India than in Greenwich.
  expect(await statusOn('1995-01-31T18:29:59Z')).toBe('valid')
  expect(await statusOn('1995-01-31T18:30:00Z')).toBe('over')
})

test('it is not found while the person is deleted, and is removed with the person', async ({ db }) => {
  const { actor, id } = await makeFellow(db)
  const issued = await issueCertificate(db, actor, id, { kind: 'fellowship' }, monday)
  const find = async () => issued.ok && (await findCertificate(db, issued.code, monday))
  await movePeople(db, actor, 'bin', [id], monday)
  expect(await find()).toBeUndefined()
  await movePeople(db, actor, 'restore', [id], monday)
  expect(await find()).toMatchObject({ status: 'valid' })
  await removePeople(db, [id], monday)
  expect(await db.selectFrom('certificate').select('id').execute()).toEqual([])
})
