import { expect } from 'vitest'
import { toJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import { newId } from '#db/engine/id.ts'
import { moveCase } from '#features/casework/casework.server.ts'
import { previewDecision, recordDecision } from '#features/casework/deciding/recording.server.ts'
import { releaseDecision } from '#features/casework/decisions.server.ts'
import { readCase } from '#features/casework/reading.server.ts'
import { findOwnSession } from '#features/own-pages/sessions.server.ts'
import { findContact } from '#features/people/contacts/queries.server.ts'
import type { NewPerson } from '#features/people/register.ts'
import { caseOrigin as origin } from '#test/makers/cases.ts'
import { makeCase, makeCaseworker, readDecisionHash } from '#test/makers/casework.ts'
import { monday, test } from '#test/harness/db.ts'
import { addKey, makeReached, signInAt } from '#test/makers/own-pages.ts'

/** Admission writes a grade under a number that people type: it must not reach another member by a slip. */

const asha = { memberNo: 'LM-12', title: 'Dr', givenName: 'Asha', familyName: 'Sample' }
const meera = { memberNo: 'LM-21', title: 'Prof.', givenName: 'Meera', familyName: 'Rao' }
const belongsToMeera = 'In the register, LM-21 belongs to Prof. Meera Rao. The nominee is Dr Asha Sample.'
const override = 'She married and has a new name.'

async function makeAccepted(db: Db, email: string, answer: object = { listed: 'yes' }) {
  const reference = await makeCase(db, monday, { state: 'accepted', changes: { email } })
  const { id } = await db
    .selectFrom('dossier')
    .select('id')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('confirmation')
    .values({
      ...{ id: newId(), dossier_id: id, purpose: 'accept', name: 'Asha', email, token_hash: newId() },
      ...{ asked_at: 0, expires_at: 0, answered_at: monday.getTime(), answer: toJson(answer) },
    })
    .execute()
  return reference
}

function deciding(reference: string, memberNo: string) {
  return { reference, move: 'admit', typed: { fellowNo: 'F-9', memberNo } }
}

async function admit(db: Db, reference: string, memberNo = '', override = '') {
  const [admin, clerk] = [
    await makeCaseworker(db, monday, { role: 'admin' }),
    await makeCaseworker(db, monday),
  ]
  const recorded = await recordDecision(
    db,
    admin,
    origin,
    { ...deciding(reference, memberNo), override },
    monday,
  )
  if (!recorded.ok) return recorded
  const shownHash = await readDecisionHash(db, reference)
  return releaseDecision(db, clerk, origin, { reference, shownHash }, monday)
}

async function register(db: Db, change: Partial<NewPerson>, email: string) {
  return makeReached(db, email, monday, change)
}

function findPerson(db: Db, id: string) {
  return db
    .selectFrom('person')
    .select(['grade', 'citation', 'listed_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

test('a number of another member is an objection with both names, and without a reason nobody is admitted', async ({
  db,
}) => {
  await register(db, asha, 'asha@example.org')
  const other = await register(db, meera, 'meera@example.org')
  const reference = await makeAccepted(db, 'asha@example.org')
  const admin = await makeCaseworker(db, monday, { role: 'admin' })
  const refused = { ok: false, reason: 'needs-override' }

  expect(await previewDecision(db, admin, origin, deciding(reference, 'lm 21'), monday)).toEqual(refused)
  expect(await admit(db, reference, 'LM-21')).toEqual(refused)
  expect(
    await moveCase(db, admin, origin, { ...deciding(reference, 'LM-21'), released: {} }, monday),
  ).toEqual({
    ...{ ok: false, reason: 'other-person' },
  })
  expect(await findPerson(db, other)).toMatchObject({ grade: null, citation: null })

  expect(await admit(db, reference)).toEqual({ ok: true })
})

test('an officer who goes ahead gives a reason, and the second officer reads both names and the reason', async ({
  db,
}) => {
  const id = await register(db, meera, 'meera@example.org')
  const reference = await makeAccepted(db, 'asha@example.org')
  const [admin, clerk] = [
    await makeCaseworker(db, monday, { role: 'admin' }),
    await makeCaseworker(db, monday),
  ]
  const request = { ...deciding(reference, 'LM-21'), override }
  expect(await recordDecision(db, admin, origin, request, monday)).toMatchObject({ ok: true })

  const read = await readCase(db, clerk, reference, monday)
  expect(read?.decision?.recorded).toEqual({ knownObjections: belongsToMeera, overrideReason: override })
  const shownHash = await readDecisionHash(db, reference)
  expect(await releaseDecision(db, clerk, origin, { reference, shownHash }, monday)).toEqual({ ok: true })
  expect(await findPerson(db, id)).toMatchObject({ grade: 'fellow' })
})

test('if the number has become another member’s since the decision was recorded, it is not released', async ({
  db,
}) => {
  const id = await register(db, asha, 'asha@example.org')
  const reference = await makeAccepted(db, 'asha@example.org')
  const [admin, clerk] = [
    await makeCaseworker(db, monday, { role: 'admin' }),
    await makeCaseworker(db, monday),
  ]
  await recordDecision(db, admin, origin, deciding(reference, ''), monday)
  await db
    .updateTable('person')
    .set({ given_name: 'Meera', family_name: 'Rao' })
    .where('id', '=', id)
    .execute()

  const shownHash = await readDecisionHash(db, reference)
  expect(await releaseDecision(db, clerk, origin, { reference, shownHash }, monday)).toMatchObject({
    ...{ ok: false, reason: 'refused', sentence: expect.stringContaining('belongs to someone else') },
  })
})

test('nobody who has died is admitted without a reason', async ({ db }) => {
  await register(db, { ...asha, diedYear: 1994 }, 'asha@example.org')
  const reference = await makeAccepted(db, 'asha@example.org')
  expect(await admit(db, reference)).toEqual({ ok: false, reason: 'needs-override' })
})

test('the address, sessions and passkeys in the register stay when a nomination gives another address', async ({
  db,
}) => {
  const id = await register(db, asha, 'asha@example.org')
  const session = await signInAt(db, 'asha@example.org', monday)
  await addKey(db, session, monday)
  const reference = await makeAccepted(db, 'other@example.org')
  expect(await admit(db, reference)).toEqual({ ok: true })

  expect(await findContact(db, id)).toMatchObject({ email: 'asha@example.org', phone: '' })
  expect(await findOwnSession(db, session, monday)).toMatchObject({ personId: id })
  expect(await db.selectFrom('own_passkey').select('id').execute()).toHaveLength(1)
  await expect(signInAt(db, 'other@example.org', monday)).rejects.toThrow('Signing in failed')
  const clerk = await makeCaseworker(db, monday)
  const read = await readCase(db, clerk, reference, monday)
  expect(read?.notes[0]?.body).toContain('another email address')
})

test('where the register has no address, it gets the one from which the election was accepted', async ({
  db,
}) => {
  const id = await register(db, asha, '')
  const reference = await makeAccepted(db, 'asha@example.org')
  expect(await admit(db, reference)).toEqual({ ok: true })
  expect(await findContact(db, id)).toMatchObject({
    ...{ email: 'asha@example.org', emailProvedAt: monday.getTime() },
    postalAddress: '1 Sample Road, 211001',
  })
})

test('a listed member who does not agree to the directory of fellows is not shown there', async ({ db }) => {
  const id = await register(db, { ...asha, listed: true }, 'asha@example.org')
  const reference = await makeAccepted(db, 'asha@example.org', {})
  expect(await admit(db, reference)).toEqual({ ok: true })
  expect(await findPerson(db, id)).toMatchObject({ grade: 'fellow', listed_at: null })
})
