import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { system } from '#features/audit/actor.ts'
import { readerOn } from '#features/case-access/case-access.server.ts'
import { saveRule } from '#features/rulebook/drafts.server.ts'
import { startDraft } from '#features/rulebook/operations.server.ts'
import { findDraft, listRules } from '#features/rulebook/queries.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { makeCase } from '#test/makers/casework.ts'
import { makeRulebook, membersRule as members } from '#test/makers/rulebooks.ts'
import { makeStaff } from '#test/makers/staff.ts'
import { compareCases, compareDraft } from './touched-cases.server.ts'

const nextYear = new Date('1996-01-02T06:00:00Z')

/** The opening of the call of every case. */
async function openCallsAt(db: Db, at: Date) {
  await db.updateTable('dossier').set({ rules_at: at.getTime() }).execute()
}

test('a draft shows which open cases it would touch, and not those that name the reader', async ({ db }) => {
  const { id } = await makeRulebook(db, monday, { rules: [members] })
  await startDraft(db, system, id, monday)
  const draft = await findDraft(db, id)
  const [rule] = await listRules(db, draft?.id ?? '')
  const admin = await makeStaff(db, monday, { role: 'admin' })
  const colleague = await makeStaff(db, monday, { role: 'admin' })
  const open = await makeCase(db, monday, { state: 'complete', changes: { isMember: 'no', memberNo: '' } })
  await makeCase(db, monday, { state: 'complete', changes: { email: colleague.email } })
  await makeCase(db, monday, { state: 'not_elected', changes: { isMember: 'no', memberNo: '' } })
  const versions = { isInForce: true, toVersion: draft?.id ?? '' }
  const touched = (reader: { id: string }) =>
    compareCases(
      db,
      readerOn(reader, monday),
      { subject: 'fellow', rulebook: 'election-of-fellows', ...versions },
      monday,
    )

  expect(await touched(admin)).toMatchObject({ compared: 2, differing: [] })
  const change = { ...members, values: { of: 'proposer' }, clause: '6' }
  expect(
    await saveRule(db, system, id, { ruleId: rule?.id ?? '', revision: 1, rule: change }, monday),
  ).toMatchObject({ reason: 'example-failed' })
  await saveRule(
    db,
    system,
    id,
    { ruleId: rule?.id ?? '', revision: 1, rule: { ...members, clause: '6' } },
    monday,
  )
  expect(await touched(admin)).toMatchObject({
    differing: [
      {
        reference: open,
        changes: [
          { clause: '5', before: 'not-met', after: 'met' },
          { clause: '6', before: 'met', after: 'not-met' },
        ],
      },
      {
        changes: [
          { clause: '5', before: 'not-known' },
          { clause: '6', after: 'not-known' },
        ],
      },
    ],
  })
  expect((await touched(colleague)).differing).toHaveLength(1)
})

test('publishing a draft touches only cases whose call has not opened yet, and all if no version is in force', async ({
  db,
}) => {
  const { id } = await makeRulebook(db, monday, { rules: [members] })
  await startDraft(db, system, id, monday)
  const draft = await findDraft(db, id)
  const [rule] = await listRules(db, draft?.id ?? '')
  const change = { ruleId: rule?.id ?? '', revision: 1, rule: { ...members, clause: '6' } }
  await saveRule(db, system, id, change, monday)
  await makeCase(db, monday, { state: 'complete', changes: { isMember: 'no', memberNo: '' } })
  const admin = await makeStaff(db, monday, { role: 'admin' })
  const about = { subject: 'fellow', rulebook: 'election-of-fellows', toVersion: draft?.id ?? '' }
  const compare = async (isInForce: boolean) =>
    (await compareCases(db, readerOn(admin, nextYear), { ...about, isInForce }, nextYear)).differing

  expect(await compare(true)).toMatchObject([{ isTouched: false }])
  expect(await compare(false)).toMatchObject([{ isTouched: true }])
  await openCallsAt(db, new Date('1996-03-01T06:00:00Z'))
  expect(await compare(true)).toMatchObject([{ isTouched: true }])
})

test('a draft for awards is compared with the open nominations whose call names it', async ({ db }) => {
  const { id } = await makeRulebook(db, monday, { name: 'Lamp Rules', subject: null, rules: [members] })
  await startDraft(db, system, id, monday)
  const draft = await findDraft(db, id)
  const [rule] = await listRules(db, draft?.id ?? '')
  await saveRule(
    db,
    system,
    id,
    { ruleId: rule?.id ?? '', revision: 1, rule: { ...members, clause: '6' } },
    monday,
  )
  const made = { process: 'award', state: 'complete' } as const
  const outsider = { isMember: 'no', memberNo: '' }
  const open = await makeCase(db, monday, { ...made, changes: { ...outsider, rulebook: 'lamp-rules' } })
  await makeCase(db, monday, { ...made, changes: { ...outsider, rulebook: 'other-rules' } })
  await makeCase(db, monday, { state: 'complete', changes: outsider })
  const admin = await makeStaff(db, monday, { role: 'admin' })
  const rulebook = { id, slug: 'lamp-rules', subject: null }

  expect(await compareDraft(db, admin, rulebook, draft?.id ?? '', monday)).toMatchObject({
    compared: 1,
    differing: [{ reference: open }],
  })
})
