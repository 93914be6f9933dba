import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { system, type StaffActor } from '#features/audit/actor.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { changeWording } from '#features/letters/wording-operations.server.ts'
import { membershipLetters } from '#features/memberships/letters.ts'
import { nominationLetters } from '#features/nominations/letters.ts'
import { caseOrigin as origin } from '#test/makers/cases.ts'
import { makeCase, makeCaseworker } from '#test/makers/casework.ts'
import { monday, test } from '#test/harness/db.ts'
import { listActions } from '#test/makers/staff.ts'
import { releaseDueDecisions, withdrawDecision } from '#features/casework/decisions.server.ts'
import { recordDecision } from '#features/casework/deciding/recording.server.ts'
import { previewReleases, releaseDecisions, type ReleasePreview } from './releases.server.ts'

const elect = {
  move: 'elect',
  typed: { meeting: 'Council', electedOn: '1995-01-02', citation: 'For light.' },
  override: 'The council knows.',
}
const enrol = { move: 'enrol', typed: { validFrom: '1995-01-01' } }

async function officers(db: Db): Promise<[StaffActor, StaffActor]> {
  return [await makeCaseworker(db, monday, { role: 'admin' }), await makeCaseworker(db, monday)]
}

async function makeElected(db: Db, officer: StaffActor, changes = {}) {
  const reference = await makeCase(db, monday, { state: 'recommended', changes })
  await recordDecision(db, officer, origin, { reference, ...elect }, monday)
  return reference
}

async function makeEnrolled(db: Db, officer: StaffActor) {
  const reference = await makeCase(db, monday, { process: 'membership', state: 'approved' })
  await recordDecision(db, officer, origin, { reference, ...enrol }, monday)
  return reference
}

function countLetters(db: Db) {
  return db.selectFrom('mail').select('id').execute()
}

const chosen = (previews: ReleasePreview[]) => previews.filter(({ sentence }) => sentence === undefined)

test('several decisions are read on one page and released together, as they were read', async ({ db }) => {
  const [admin, clerk] = await officers(db)
  const references = [
    await makeElected(db, admin),
    await makeEnrolled(db, admin),
    await makeEnrolled(db, admin),
    await makeEnrolled(db, admin),
  ]
  const previews = await previewReleases(db, clerk, origin, references, monday)

  expect(previews.map(({ letters }) => letters.length)).toEqual([3, 1, 1, 1])
  // Each new member has a number of their own already in the preview.
  expect(new Set(previews.map(({ letters }) => letters[0]?.text)).size).toBe(4)
  expect(await countLetters(db)).toEqual([])
  expect(await releaseDecisions(db, clerk, origin, previews, monday)).toEqual({ moved: 4, left: [] })
  const sent = await db.selectFrom('mail').select('body_text').orderBy('id').execute()
  expect(sent).toHaveLength(6)
  expect(await db.selectFrom('case_decision').select('move').execute()).toEqual([])
  expect((await listActions(db)).filter((one) => one === 'case.decision-released')).toHaveLength(4)
})

test('what cannot be released is named with its reason, and the others go through', async ({ db }) => {
  const [admin, clerk] = await officers(db)
  const me = await makeCaseworker(db, monday, { role: 'admin', email: 'me@example.org' })
  const own = await makeEnrolled(db, me)
  const naming = await makeElected(db, admin, { email: 'me@example.org' })
  const withdrawn = await makeElected(db, admin)
  await withdrawDecision(db, admin, { reference: withdrawn }, monday)
  const right = await makeEnrolled(db, admin)

  const previews = await previewReleases(
    db,
    me,
    origin,
    [own, naming, withdrawn, 'FN-1995-9999', right],
    monday,
  )
  expect(previews.map(({ sentence }) => sentence)).toEqual([
    'You recorded this decision. Another administrator or member of the office has to release it.',
    'No decision about this case waits for release.',
    'No decision about this case waits for release.',
    'No decision about this case waits for release.',
    undefined,
  ])
  expect(JSON.stringify(previews[1])).not.toContain('Congratulations')
  expect(previews[1]?.name).toBe('')

  const forced = previews.map(({ reference, shownHash }) => ({ reference, shownHash }))
  expect(await releaseDecisions(db, me, origin, forced, monday)).toMatchObject({
    moved: 1,
    left: [
      { reference: own },
      { reference: naming },
      { reference: withdrawn },
      { reference: 'FN-1995-9999' },
    ],
  })
  expect(await releaseDecisions(db, clerk, origin, chosen(previews), monday)).toMatchObject({ moved: 0 })
})

test('an email that was reworded after it was read is not sent; the other kind is', async ({ db }) => {
  const [admin, clerk] = await officers(db)
  const references = [await makeElected(db, admin), await makeEnrolled(db, admin)]
  const previews = await previewReleases(db, clerk, origin, references, monday)
  const wording = { subject: 'Elected', body: 'A new text.' }
  await changeWording(db, admin, nominationLetters.electedOthers, wording, monday)

  expect(await releaseDecisions(db, clerk, origin, previews, monday)).toEqual({
    moved: 1,
    left: [
      {
        reference: references[0],
        sentence:
          'The emails have changed since the decision was recorded. Read them again, then release it.',
      },
    ],
  })
  const again = await previewReleases(db, clerk, origin, [references[0]!], monday)
  expect(again[0]?.letters[1]?.text).toContain('A new text.')
  expect(await releaseDecisions(db, clerk, origin, again, monday)).toEqual({ moved: 1, left: [] })
})

test('a citation that changed after it was read is not released, and the objections are shown', async ({
  db,
}) => {
  const [admin, clerk] = await officers(db)
  const reference = await makeElected(db, admin)
  const previews = await previewReleases(db, clerk, origin, [reference], monday)
  expect(previews[0]?.facts).toContainEqual({ label: 'Final citation', text: 'For light.' })
  await withdrawDecision(db, admin, { reference }, monday)
  const other = { ...elect, typed: { ...elect.typed, citation: 'For sound.' } }
  await recordDecision(db, admin, origin, { reference, ...other }, monday)

  expect(await releaseDecisions(db, clerk, origin, previews, monday)).toEqual({
    moved: 0,
    left: [
      {
        reference,
        sentence: 'The decision has changed since you read it. Read it again, then release it.',
      },
    ],
  })
  const again = await previewReleases(db, clerk, origin, [reference], monday)
  expect(again[0]?.recorded).toEqual({
    knownObjections: expect.stringContaining('The nominee has not confirmed the nomination.'),
    overrideReason: 'The council knows.',
  })
  expect(await releaseDecisions(db, clerk, origin, again, monday)).toEqual({ moved: 1, left: [] })
})

test('one that is no longer possible leaves no gap in the numbers of the next ones', async ({ db }) => {
  const [admin, clerk] = await officers(db)
  const [gone, next] = [await makeEnrolled(db, admin), await makeEnrolled(db, admin)]
  await db.updateTable('dossier').set({ state: 'declined' }).where('reference', '=', gone).execute()
  const alone = await previewReleases(db, clerk, origin, [next], monday)
  const both = await previewReleases(db, clerk, origin, [gone, next], monday)

  expect(both[0]?.sentence).toEqual(expect.any(String))
  expect(both[1]).toEqual(alone[0])
  expect(alone[0]?.letters[0]?.subject).toContain(
    membershipLetters.enrolled.subject.replace('{category}', 'Life member'),
  )
})

test('a delay counts for nothing once a second officer is required again', async ({ db }) => {
  const [admin] = await officers(db)
  await changeSettings(db, system, { decisionsNeedRelease: false }, monday)
  await makeElected(db, admin)
  await changeSettings(db, system, { decisionsNeedRelease: true }, monday)
  await releaseDueDecisions(db, origin, new Date(monday.getTime() + 25 * 3_600_000))
  expect(await countLetters(db)).toEqual([])
  expect(await db.selectFrom('case_decision').select('release_at').execute()).toEqual([{ release_at: null }])
})

test('what an officer decided whose account is disabled by then is not released', async ({ db }) => {
  const [admin, clerk] = await officers(db)
  await changeSettings(db, system, { decisionsNeedRelease: false }, monday)
  const reference = await makeElected(db, admin)
  await db.updateTable('staff_user').set({ state: 'disabled' }).where('id', '=', admin.id).execute()
  await releaseDueDecisions(db, origin, new Date(monday.getTime() + 25 * 3_600_000))
  expect(await countLetters(db)).toEqual([])
  const [preview] = await previewReleases(db, clerk, origin, [reference], monday)
  expect(preview?.sentence).toContain('may no longer make such decisions')
})

test('a decision stays when the account of its officer is deleted, and another officer releases it', async ({
  db,
}) => {
  const [admin, clerk] = await officers(db)
  const other = await makeCaseworker(db, monday, { role: 'admin' })
  await changeSettings(db, system, { decisionsNeedRelease: false }, monday)
  const [reference, next] = [await makeElected(db, admin), await makeEnrolled(db, admin)]
  const officer = await db
    .selectFrom('staff_user')
    .select('name')
    .where('id', '=', admin.id)
    .executeTakeFirstOrThrow()
  await db.deleteFrom('staff_user').where('id', '=', admin.id).execute()

  // No delay decides for somebody who is gone.
  await releaseDueDecisions(db, origin, new Date(monday.getTime() + 25 * 3_600_000))
  expect(await countLetters(db)).toEqual([])
  // Who releases it now stands for it, so it must be someone who may decide.
  expect(await previewReleases(db, clerk, origin, [reference], monday)).toMatchObject([
    { sentence: expect.any(String) },
  ])
  const [preview] = await previewReleases(db, other, origin, [reference], monday)
  expect(preview).toMatchObject({ by: officer.name })
  expect(await releaseDecisions(db, other, origin, [preview!], monday)).toEqual({ moved: 1, left: [] })
  const { facts } = await db
    .selectFrom('dossier_move')
    .select('facts')
    .where('move', '=', 'elect')
    .executeTakeFirstOrThrow()
  expect(facts).toContain(`"decidedBy":"${officer.name}"`)
  expect(await withdrawDecision(db, clerk, { reference: next }, monday)).toEqual({ ok: true })
})
