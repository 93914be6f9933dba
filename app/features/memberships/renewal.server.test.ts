import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { findConfirmationCase } from '#features/cases/confirmation-queries.server.ts'
import { checkForm } from '#features/forms/check.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { findContact } from '#features/people/contacts/queries.server.ts'
import { learnContact } from '#features/people/contacts/operations.server.ts'
import { enrolPerson } from '#features/people/operations.server.ts'
import { caseOrigin as origin, makeFilledDraft, passerBy, tokenMailedTo } from '#test/makers/cases.ts'
import { monday, test } from '#test/harness/db.ts'
import { openLetters } from '#test/makers/letters.ts'
import { actorFor, makeStaff } from '#test/makers/staff.ts'
import { memberships } from './case-type.ts'
import { moveApplication, submitApplication, verifyApplication } from './operations.server.ts'

const member = {
  memberNo: 'LM-3',
  givenName: 'Meera',
  familyName: 'Rao',
  category: 'life',
  since: 1990,
  discipline: 'Physics',
  country: 'India',
  institution: 'Old Institute',
  listed: false,
} as const
const renewal = { reason: 'renewal', memberNo: 'LM-3' }

async function makeMember(db: Db, email?: string) {
  await enrolPerson(db, member, monday)
  const { id } = await db.selectFrom('person').select('id').executeTakeFirstOrThrow()
  if (email) await learnContact(db, id, { email, emailProvedAt: monday.getTime() }, monday)
  return id
}

async function submit(db: Db, changes: Record<string, string>) {
  const token = await makeFilledDraft(db, 'membership', monday, changes)
  const sent = await submitApplication(db, passerBy, origin, token, monday)
  if (!sent.ok) throw new Error(sent.reason)
  return sent.reference
}

async function confirmFrom(db: Db, email: string) {
  const token = await tokenMailedTo(db, email)
  const found = await findConfirmationCase(db, 'verify', token, monday)
  const answered = { answer: {}, wording: 'Yes.', confirmedHash: found?.caseRow.answers_hash ?? '' }
  return verifyApplication(db, passerBy, origin, token, answered, monday)
}

async function enrol(db: Db, reference: string, facts: Record<string, string> = {}) {
  await db.updateTable('dossier').set({ state: 'approved' }).where('reference', '=', reference).execute()
  const admin = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  const moving = {
    reference,
    move: 'enrol',
    by: 'admin',
    facts: { validFrom: '1995-01-02', ...facts },
  } as const
  return moveApplication(db, admin, origin, moving, monday)
}

test('a renewal with a stranger’s address is emailed to the member, and the stranger receives nothing', async ({
  db,
}) => {
  const id = await makeMember(db, 'meera@example.org')
  const reference = await submit(db, { ...renewal, email: 'stranger@example.org' })

  expect(await openLetters(db, 'stranger@example.org')).toEqual([])
  const letters = await openLetters(db, 'meera@example.org')
  expect(letters.map(({ kind }) => kind)).toEqual(['membership.verify-renewal'])
  expect(letters[0]?.body_text).toContain('If it is not, do nothing')
  expect(await enrol(db, reference)).toEqual({ ok: false, reason: 'identity-unproved' })
  expect((await findContact(db, id)).email).toBe('meera@example.org')
  expect(await db.selectFrom('certificate').select('number').execute()).toEqual([])
})

test('a member renews with a new address: what changed reaches the register, the name and the address stay', async ({
  db,
}) => {
  const id = await makeMember(db, 'meera@example.org')
  const changes = { email: 'new@example.org', institution: 'New Institute', city: 'Pune' }
  const reference = await submit(db, { ...renewal, ...changes })
  expect(await confirmFrom(db, 'meera@example.org')).toEqual({ ok: true })

  expect(await enrol(db, reference)).toMatchObject({ ok: true, to: 'enrolled' })
  const person = await db
    .selectFrom('person')
    .select(['family_name', 'institution', 'city', 'discipline'])
    .execute()
  expect(person).toEqual([
    { family_name: 'Rao', institution: 'New Institute', city: 'Pune', discipline: 'Physics' },
  ])
  expect(await findContact(db, id)).toMatchObject({
    ...{ email: 'meera@example.org', emailProvedAt: monday.getTime() },
    phone: '+91 532 1234567',
  })
  expect(await openLetters(db, 'new@example.org')).toEqual([])
  const notes = await db.selectFrom('dossier_note').select('body').execute()
  expect(notes).toEqual([{ body: expect.stringContaining('gives another email address than the register') }])
})

test('a request for more information goes to the address that confirmed a renewal, and to no other', async ({
  db,
}) => {
  await makeMember(db, 'meera@example.org')
  const reference = await submit(db, { ...renewal, email: 'typo@example.org' })
  await confirmFrom(db, 'meera@example.org')
  const editor = actorFor(await makeStaff(db, monday))
  for (const [move, facts] of [
    ['scrutinise', {}],
    ['ask', { reason: 'Which city?' }],
  ] as const)
    await moveApplication(db, editor, origin, { reference, move, by: 'editor', facts }, monday)

  expect(await openLetters(db, 'typo@example.org')).toEqual([])
  const letters = await openLetters(db, 'meera@example.org')
  expect(letters.map(({ kind }) => kind)).toContain('membership.info-needed')
})

test('if the register has no address, the office says how it checked who renews', async ({ db }) => {
  await makeMember(db)
  const reference = await submit(db, { ...renewal, email: 'meera@example.org' })
  expect(await confirmFrom(db, 'meera@example.org')).toEqual({ ok: true })

  expect(await enrol(db, reference)).toEqual({ ok: false, reason: 'identity-unproved' })
  expect(await enrol(db, reference, { identityCheck: 'By phone.' })).toMatchObject({
    ok: true,
    to: 'enrolled',
  })
})

test('a renewal needs a name and an address, and nothing else about the person', async ({ db }) => {
  const given = {
    ...{ ...renewal, category: 'life', band: 'india', title: 'dr', firstName: 'Meera', lastName: 'Rao' },
    ...{ email: 'meera@example.org', declares: 'yes', agrees: 'yes', signature: 'Meera Rao' },
  }
  const form = memberships.formFor(await readSettings(db), given)
  expect(checkForm(form, given, [], '1995-01-02', memberships.rules)).toEqual({})
  expect(form.parts.map(({ name }) => name)).toEqual(['membership', 'you', 'declaration'])
})
