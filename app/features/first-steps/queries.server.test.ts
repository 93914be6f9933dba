import { expect } from 'vitest'
import { newId } from '#db/engine/id.ts'
import { publishEntry } from '#features/content/entry/operations.server.ts'
import { enrolPeople } from '#features/people/operations.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { system, type StaffActor } from '#features/audit/actor.ts'
import { onPage } from '#features/settings/pages.ts'
import { changeSettings, saveSettings, shownHashOfPage } from '#features/settings/operations.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { defaultSettings } from '#features/settings/settings.ts'
import { queueLetter } from '#server/mail/mail.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { makeOffice } from '#test/makers/content.ts'
import { openLetters } from '#test/makers/letters.ts'
import { sendTestLetter } from './operations.server.ts'
import { readFirstSteps } from './queries.server.ts'
import { isUnfinished } from './steps.ts'

const config = { smtpUrl: 'smtp://mail.example', hasFactor: false }
const tuesday = new Date(monday.getTime() + 24 * 60 * 60 * 1000)
const origin = 'https://iaps.example'
const nothing = {
  ...{
    name: false,
    contact: false,
    mail: false,
    factor: false,
    council: false,
    samples: true,
    backup: false,
  },
}

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

  await changeSettings(db, admin, defaultSettings, monday)
  await changeSettings(db, admin, { email: 'office@example.org', postalAddress: 'Prayagraj' }, monday)
  const council = { title: 'Council', from: '1994-12-04', seats: [] }
  await publishEntry(db, { kind: 'council-term', slug: 'now', data: council }, monday)
  await sendTestLetter(db, admin, { email: 'asha@example.org', name: 'Asha' }, origin, monday)
  expect((await readFirstSteps(db, config)).mail).toBe(false)
  await sendAll(db)
  await db
    .insertInto('backup')
    .values({
      ...{ id: newId(), path: '/b', state: 'done', slot: null, made_by: 'command', bytes: 1, row_count: 1 },
      ...{ file_count: 1, problem: null, busy_until: null, begun_at: 1, ended_at: 2, drilled_at: 3 },
    })
    .execute()

  const done = await readFirstSteps(db, { ...config, hasFactor: true })
  expect(done).toEqual({
    ...{ name: true, contact: true, mail: true, factor: true, council: true, samples: true, backup: true },
  })
  expect(isUnfinished(done)).toBe(false)
  expect((await readFirstSteps(db, { ...config, smtpUrl: undefined })).mail).toBe(false)
})

test('the name is checked once someone of the staff has saved it, not when the site was made', async ({
  db,
}) => {
  const { admin } = await makeOffice(db, monday)
  await changeSettings(db, system, defaultSettings, monday)
  await changeSettings(db, admin, { editorsPublish: true }, tuesday)
  expect((await readFirstSteps(db, config)).name).toBe(false)

  await saveAcademy(db, admin, tuesday)
  expect((await readFirstSteps(db, config)).name).toBe(true)
})

test('the contact details need both addresses', async ({ db }) => {
  const { admin } = await makeOffice(db, monday)
  await changeSettings(db, admin, { email: 'office@example.org', phone: '+91 532 999 1234' }, monday)
  expect((await readFirstSteps(db, config)).contact).toBe(false)
  await changeSettings(db, admin, { postalAddress: 'Prayagraj' }, monday)
  expect((await readFirstSteps(db, config)).contact).toBe(true)
  await changeSettings(db, admin, { email: '' }, monday)
  expect((await readFirstSteps(db, config)).contact).toBe(false)
})

test('only a test email shows that email works, and not one that came back', async ({ db }) => {
  const { admin } = await makeOffice(db, monday)
  const other = { kind: 'staff.invited', to: 'asha@example.org', subject: 'x', text: 'x', html: '' }
  await queueLetter(db, other, monday)
  await sendAll(db)
  expect((await readFirstSteps(db, config)).mail).toBe(false)

  await sendTestLetter(db, admin, { email: 'asha@example.org', name: 'Asha' }, origin, monday)
  await sendAll(db)
  expect((await readFirstSteps(db, config)).mail).toBe(true)
  await db.updateTable('mail').set({ bounced_at: monday.getTime() }).execute()
  expect((await readFirstSteps(db, config)).mail).toBe(false)
})

test('a test email goes to the administrator who asks', async ({ db }) => {
  const { admin } = await makeOffice(db, monday)
  await sendTestLetter(db, admin, { email: 'asha@example.org', name: 'Asha' }, origin, monday)

  expect(await openLetters(db)).toMatchObject([{ kind: 'mail.test', recipient: 'asha@example.org' }])
})

function sendAll(db: Db) {
  return db.updateTable('mail').set({ sent_at: monday.getTime() }).execute()
}

/** As an administrator who has looked at the page and changed nothing. */
async function saveAcademy(db: Db, admin: StaffActor, now: Date) {
  const settings = await readSettings(db)
  const shownHash = shownHashOfPage('academy', settings)
  const saved = await saveSettings(
    db,
    admin,
    { page: 'academy', shownHash, settings: onPage('academy', settings) },
    now,
  )
  expect(saved.ok).toBe(true)
}
