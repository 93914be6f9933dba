import { expect } from 'vitest'
import { newId } from '#db/engine/id.ts'
import { publishEntry } from '#features/content/entry/operations.server.ts'
import { enrolPeople } from '#features/people/operations.server.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { makeOffice } from '#test/makers/content.ts'
import { openLetters } from '#test/makers/letters.ts'
import { sendTestLetter } from './operations.server.ts'
import { readFirstSteps } from './queries.server.ts'
import { isUnfinished } from './steps.ts'

const config = { smtpUrl: 'smtp://mail.example', hasFactor: false }
const origin = 'https://iaps.example'
const nothing = { name: false, mail: false, factor: false, council: false, samples: true, backup: false }

test('each step is done when the site shows it', async ({ db }) => {
  const { admin } = await makeOffice(db, monday)
  await changeSettings(db, admin, { email: 'x@example.org' }, monday)
  await changeSettings(db, admin, { email: '' }, monday)
  expect(await readFirstSteps(db, config)).toEqual(nothing)
  const sample = { givenName: 'A', familyName: 'B', since: 1994, discipline: 'Physics', country: 'India' }
  await enrolPeople(
    db,
    [{ ...sample, memberNo: 'LM-1', category: 'life', listed: false, sample: true }],
    monday,
  )
  expect(await readFirstSteps(db, config)).toEqual({ ...nothing, samples: false })
  await db.deleteFrom('person').execute()

  await changeSettings(db, admin, { email: 'office@example.org' }, monday)
  const council = { title: 'Council', from: '1994-12-04', seats: [] }
  await publishEntry(db, { kind: 'council-term', slug: 'now', data: council }, monday)
  await sendTestLetter(db, admin, { email: 'asha@example.org', name: 'Asha' }, origin, monday)
  expect((await readFirstSteps(db, config)).mail).toBe(false)
  await db.updateTable('mail').set({ sent_at: monday.getTime() }).execute()
  await db
    .insertInto('backup')
    .values({
      ...{ id: newId(), path: '/b', state: 'done', slot: null, made_by: 'command', bytes: 1, row_count: 1 },
      ...{ file_count: 1, problem: null, busy_until: null, begun_at: 1, ended_at: 2, drilled_at: 3 },
    })
    .execute()

  const done = await readFirstSteps(db, { ...config, hasFactor: true })
  expect(done).toEqual({
    ...{ name: true, mail: true, factor: true, council: true, samples: true, backup: true },
  })
  expect(isUnfinished(done)).toBe(false)
  expect((await readFirstSteps(db, { ...config, smtpUrl: undefined })).mail).toBe(false)
})

test('a test email goes to the administrator who asks', async ({ db }) => {
  const { admin } = await makeOffice(db, monday)
  await sendTestLetter(db, admin, { email: 'asha@example.org', name: 'Asha' }, origin, monday)

  expect(await openLetters(db)).toMatchObject([{ kind: 'mail.test', recipient: 'asha@example.org' }])
})
