import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { system } from '#features/audit/actor.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { queueLetter } from '#server/mail/mail.server.ts'
import { monday, test } from '#test/harness/db.ts'
import {
  actorFor,
  clientFrom,
  listActions,
  listLetters,
  makeStaff,
  rightPassword,
  staffConfig,
  tokenIn,
} from '#test/makers/staff.ts'
import { acceptInvite, renewInvite } from '#features/staff/joining/invitations.server.ts'
import { signUp, verifyEmail } from '#features/staff/joining/joining.server.ts'
import { invite } from './operations.server.ts'
import { sendLinkLetter, useSignInLink } from '#features/staff/joining/recovery.server.ts'
import { clearExpired } from './retention.server.ts'

const minute = 60_000
const day = 24 * 60 * minute
const answers = {
  name: 'Tara Nair',
  phone: '+91 532 246 0000',
  password: 'seven swans over the ganga',
  role: 'editor',
} as const

function later(ms: number) {
  return new Date(monday.getTime() + ms)
}

async function join(db: Db, email: string) {
  expect((await signUp(db, staffConfig, { ...answers, email }, clientFrom(), false, monday)).ok).toBe(true)
}

async function listEmails(db: Db) {
  const rows = await db.selectFrom('staff_user').select('email').orderBy('email').execute()
  return rows.map(({ email }) => email)
}

test('a pending account with an unconfirmed address is removed after 30 days', async ({ db }) => {
  await join(db, 'never@example.org')
  await join(db, 'confirmed@example.org')
  const proof = { token: await tokenIn(db, 'staff.signed-up'), password: rightPassword }
  await verifyEmail(db, staffConfig, proof, clientFrom(), monday)
  await makeStaff(db, monday, { email: 'at-work@example.org' })
  await db.updateTable('staff_user').set({ email_verified_at: null }).where('state', '=', 'active').execute()

  await clearExpired(db, later(30 * day - 1))
  expect(await listEmails(db)).toHaveLength(3)
  await clearExpired(db, later(30 * day))

  expect(await listEmails(db)).toEqual(['at-work@example.org', 'confirmed@example.org'])
  expect((await listActions(db)).filter((action) => action === 'staff.unconfirmed-removed')).toHaveLength(1)
  const left = await db.selectFrom('staff_credential').select('id').execute()
  expect(left).toHaveLength(2)
})

test('a used link is removed from the stored letter', async ({ db }) => {
  const { email } = await makeStaff(db, monday)
  await sendLinkLetter(db, staffConfig, { purpose: 'sign-in', email }, monday)
  const token = await tokenIn(db, 'staff.sign-in-link')

  expect((await useSignInLink(db, token, clientFrom(), monday)).ok).toBe(true)

  const saved = await db.selectFrom('mail').select(['body_text', 'body_html']).execute()
  expect(JSON.stringify(saved)).not.toContain(token)
})

test('an expired or replaced link is removed from the stored letter', async ({ db }) => {
  const { email, ...admin } = await makeStaff(db, monday, { role: 'admin' })
  const requested = { email: 'new@example.org', role: 'editor', reason: 'Edits' } as const
  await sendLinkLetter(db, staffConfig, { purpose: 'reset', email }, monday)
  await invite(db, staffConfig, actorFor(admin), requested, monday)
  await invite(db, staffConfig, actorFor(admin), requested, later(minute))
  const tokens = async () => (await listLetters(db)).map(({ body_text }) => body_text.includes('?token='))

  await clearExpired(db, later(2 * minute))
  expect(await tokens()).toEqual([true, false, true])
  await clearExpired(db, later(31 * minute))
  expect(await tokens()).toEqual([false, false, true])
})

test('an invitation stays in its letter while it can be sent again, and no longer', async ({ db }) => {
  const admin = await makeStaff(db, monday, { role: 'admin' })
  const requested = { email: 'new@example.org', role: 'editor', reason: 'Edits' } as const
  await invite(db, staffConfig, actorFor(admin), requested, monday)
  const token = await tokenIn(db, 'staff.invited')

  await clearExpired(db, later(6 * day))
  expect(await tokenIn(db, 'staff.invited')).toBe(token)
  expect((await renewInvite(db, staffConfig, token, clientFrom(), later(6 * day))).ok).toBe(true)
  await clearExpired(db, later(6 * day))
  const fresh = await tokenIn(db, 'staff.invited')
  expect(fresh).not.toBe(token)
  expect((await listLetters(db))[0]?.body_text).not.toContain(token)

  const accepted = { ...answers, token: fresh }
  expect((await acceptInvite(db, staffConfig, accepted, clientFrom(), later(6 * day))).ok).toBe(true)
  await expect(tokenIn(db, 'staff.invited')).rejects.toThrow('No letter')
})

test('links in letters that are not about accounts are left alone', async ({ db }) => {
  const text = `https://iaps.example/newsletter/confirm?token=${'x'.repeat(43)}`
  await queueLetter(
    db,
    { kind: 'newsletter.confirm', to: 'a@b.org', subject: 'Confirm', text, html: text },
    monday,
  )

  await clearExpired(db, later(31 * day))

  expect((await listLetters(db))[0]?.body_text).toBe(text)
})

test('the text of letters is cleared after the months in the settings, and the audit trail records how many', async ({
  db,
}) => {
  await changeSettings(db, system, { retentionMonths: 2 }, monday)
  const letter = { kind: 'staff.verify', to: 'a@b.org', subject: 'Confirm', text: 'Hello', html: '<p>Hello' }
  await queueLetter(db, letter, monday)
  await queueLetter(db, letter, later(day))

  await clearExpired(db, new Date('1995-03-02T08:59:59Z'))
  expect((await listLetters(db)).map(({ body_text }) => body_text)).toEqual(['Hello', 'Hello'])
  await clearExpired(db, new Date('1995-03-02T09:00:00Z'))
  await clearExpired(db, new Date('1995-03-02T10:00:00Z'))

  expect((await listLetters(db)).map(({ body_text }) => body_text)).toEqual(['', 'Hello'])
  expect(await listActions(db)).toEqual(['settings.changed', 'mail.cleared'])
})
