import { expect } from 'vitest'
import { system } from '#features/audit/actor.ts'
import { listRecipients } from '#features/content/reading/queries.server.ts'
import { findForStaff } from '#features/content/reading/staff-queries.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { lamp, openAwardCall } from '#test/makers/award-calls.ts'
import { rightAnswers } from '#test/makers/cases.ts'
import { draftRecipient } from './recipient.server.ts'

const presented = {
  category: lamp,
  answers: JSON.stringify({ ...rightAnswers.award, country: '' }),
  facts: { givenOn: '1994-12-06', citation: 'For the light of others.' },
}

test('the entry of a recipient starts as a draft below its award, with what the case says', async ({
  db,
}) => {
  await openAwardCall(db, monday)
  const id = (await draftRecipient(db, system, presented, monday)) ?? ''

  expect(await findForStaff(db, id)).toMatchObject({
    ...{ kind: 'recipient', state: 'draft', live_version: null },
    data: {
      ...{ title: 'Dr Asha Sample', year: 1994, affiliation: 'Sample Institute', discipline: 'Physics' },
      citation: 'For the light of others.',
    },
  })
  const { parent_id, data } = await db
    .selectFrom('entry')
    .innerJoin('entry_version', 'entry_version.entry_id', 'entry.id')
    .select(['parent_id', 'data'])
    .where('entry.id', '=', id)
    .executeTakeFirstOrThrow()
  expect(Object.keys(JSON.parse(data) as object)).not.toContain('country')
  expect(await listRecipients(db, parent_id ?? '')).toEqual([])
})

test('no entry starts for an award that visitors cannot read', async ({ db }) => {
  expect(await draftRecipient(db, system, presented, monday)).toBeUndefined()
})
