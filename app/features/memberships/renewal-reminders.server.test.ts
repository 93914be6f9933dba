import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { system } from '#features/audit/actor.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import type { NewPerson } from '#features/people/register.ts'
import { monday, test } from '#test/harness/db.ts'
import { makeCase } from '#test/makers/casework.ts'
import { openLetters } from '#test/makers/letters.ts'
import { makeReached } from '#test/makers/own-pages.ts'
import { remindMembers, remindMembersByMail } from './renewal-reminders.server.ts'
import { officeDay } from '#office-time.ts'

const origin = 'https://iaps.example'
const after = (days: number) => new Date(monday.getTime() + days * 86_400_000)

/** A regular member whose membership ends after so many days. */
async function makeEnding(db: Db, email: string, days: number, change: Partial<NewPerson> = {}) {
  const id = await makeReached(db, email, monday, { category: 'regular', ...change })
  await db
    .updateTable('person')
    .set({ valid_to: officeDay(after(days)) })
    .where('id', '=', id)
    .execute()
  return id
}

test('a member is reminded 60 days and 14 days before the end, once each, however often the task runs', async ({
  db,
}) => {
  await makeEnding(db, 'meera@example.org', 61)
  const counts: number[] = []
  for (const days of [0, 1, 1, 20, 46, 47, 47, 61, 62])
    counts.push(await remindMembers(db, origin, after(days)))
  expect(counts).toEqual([0, 1, 0, 0, 0, 1, 0, 0, 0])

  const [letter] = await openLetters(db, 'meera@example.org')
  expect(letter?.subject).toContain('Your membership ends on')
  expect(letter?.body_text).toContain('Regular member')
  expect(letter?.body_text).toContain(`${origin}/my-page`)
})

test('without a mail server nobody is reminded, and with one later everybody is', async ({ db }) => {
  await makeEnding(db, 'meera@example.org', 30)
  expect(await remindMembersByMail(db, { origin, smtpUrl: undefined }, monday)).toBe(0)
  expect(await openLetters(db, 'meera@example.org')).toEqual([])
  expect(await remindMembersByMail(db, { origin, smtpUrl: 'smtp://mail.example' }, monday)).toBe(1)
})

test('a new end of the membership is reminded of again, and parallel tasks send one email', async ({
  db,
}) => {
  const id = await makeEnding(db, 'meera@example.org', 30)
  const counts = await Promise.all([remindMembers(db, origin, monday), remindMembers(db, origin, monday)])
  expect(counts.toSorted()).toEqual([0, 1])
  await db
    .updateTable('person')
    .set({ valid_to: officeDay(after(400)) })
    .where('id', '=', id)
    .execute()
  expect(await remindMembers(db, origin, monday)).toBe(0)
  expect(await remindMembers(db, origin, after(345))).toBe(1)
})

test('nobody is reminded who is a member for life, has died, is deleted, has no address, is over or has applied', async ({
  db,
}) => {
  await makeEnding(db, 'life@example.org', 30, { category: 'life' })
  await makeEnding(db, 'sessional@example.org', 30, { category: 'sessional' })
  await makeEnding(db, 'over@example.org', -1)
  const dead = await makeEnding(db, 'dead@example.org', 30)
  await db.updateTable('person').set({ died_year: 1994 }).where('id', '=', dead).execute()
  const gone = await makeEnding(db, 'gone@example.org', 30)
  await db.updateTable('person').set({ binned_at: 1 }).where('id', '=', gone).execute()
  const unreached = await makeEnding(db, 'unreached@example.org', 30)
  await db
    .updateTable('person_contact')
    .set({ email: null, email_proved_at: null })
    .where('person_id', '=', unreached)
    .execute()
  await makeEnding(db, 'applied@example.org', 30)
  await makeCase(db, monday, {
    process: 'membership',
    state: 'in_scrutiny',
    changes: { email: 'applied@example.org' },
  })

  expect(await remindMembers(db, origin, monday)).toBe(0)
})

test('an application counts once it is confirmed, and a renewal only for the member whose number it gives', async ({
  db,
}) => {
  const email = 'family@example.org'
  await makeEnding(db, email, 30, { memberNo: 'RM-1' })
  await makeEnding(db, email, 30, { memberNo: 'RM-2' })
  await makeEnding(db, 'other@example.org', 30, { memberNo: 'RM-3' })
  const confirmed = { process: 'membership', state: 'in_scrutiny' } as const
  const renewal = (memberNo: string, email: string) => ({ reason: 'renewal', memberNo, email })
  await makeCase(db, monday, { ...confirmed, changes: renewal('RM-1', email) })
  await makeCase(db, monday, { ...confirmed, changes: renewal('RM-3', 'new@example.org') })
  await makeCase(db, monday, { process: 'membership', changes: renewal('RM-2', email) })

  expect(await remindMembers(db, origin, monday)).toBe(1)
  const [letter, ...others] = await openLetters(db, email)
  expect(letter?.body_text).toContain('Your membership (Regular member, number RM-2) ends on')
  expect(others).toEqual([])
})

test('the office chooses how long before, and 0 sends nothing', async ({ db }) => {
  await makeEnding(db, 'meera@example.org', 90)
  await changeSettings(db, system, { renewalReminderDays: 0 }, monday)
  expect(await remindMembers(db, origin, after(80))).toBe(0)
  await changeSettings(db, system, { renewalReminderDays: 100 }, monday)
  expect(await remindMembers(db, origin, monday)).toBe(1)
})

test('more members than one query reads are all reminded', async ({ db }) => {
  for (let at = 0; at < 203; at++) await makeEnding(db, `m${at}@example.org`, 30)
  expect(await remindMembers(db, origin, monday)).toBe(203)
})
