import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { resendMail } from '#features/mail/operations.server.ts'
import { runDueJobs } from '#server/jobs/jobs.server.ts'
import { sendMailJob } from '#server/mail/mail-order.server.ts'
import { monday, test } from '#test/harness/db.ts'
import {
  actorFor,
  clientFrom,
  listActions,
  listLetters,
  makeStaff,
  sessionFor,
  staffConfig,
  tokenIn,
} from '#test/makers/staff.ts'
import { acceptInvite, findInvite, renewInvite } from './invitations.server.ts'
import { makeFirstAdminLink, useFirstAdminLink } from './joining.server.ts'
import { disable, invite, withdrawInvitation } from '#features/staff/accounts/operations.server.ts'
import { answers } from '#test/makers/joining.ts'
import { sealAsSite } from '#test/makers/letters.ts'

const minute = 60_000
const later = (minutes: number) => new Date(monday.getTime() + minutes * minute)

/** Returns the token of the letter. */
async function inviteAs(db: Db, by: Awaited<ReturnType<typeof makeStaff>>, role: 'editor' | 'admin') {
  const invited = { email: answers.email, role, reason: 'Newsletter' }
  await invite(db, staffConfig, actorFor(by), invited, monday)
  return tokenIn(db, 'staff.invited')
}

test('an invitation creates an active account with the given role', async ({ db }) => {
  const admin = await makeStaff(db, monday, { role: 'admin' })
  const token = await inviteAs(db, admin, 'editor')
  expect(await findInvite(db, token, monday)).toEqual({ email: answers.email, role: 'editor', isOver: false })

  const { name, phone, password } = answers
  const tries = [1, 2].map(() =>
    acceptInvite(db, staffConfig, { token, name, phone, password }, clientFrom(), later(29)),
  )
  const outcomes = await Promise.all(tries)

  const joined = outcomes.find((outcome) => outcome.ok)
  expect(outcomes.filter((outcome) => !outcome.ok)).toEqual([{ ok: false, reason: 'link-dead' }])
  const session = await sessionFor(db, joined?.ok ? joined.tokens : {}, later(29))
  expect(session?.user).toMatchObject({
    email: answers.email,
    role: 'editor',
    state: 'active',
    emailVerified: true,
  })
  expect(await listActions(db)).toEqual(['staff.invited', 'staff.joined'])
})

test('an invitation link works for 30 minutes and can be sent again for seven days', async ({ db }) => {
  const admin = await makeStaff(db, monday, { role: 'admin' })
  const first = await inviteAs(db, admin, 'editor')
  const { name, phone, password } = answers

  expect(
    await acceptInvite(db, staffConfig, { token: first, name, phone, password }, clientFrom(), later(30)),
  ).toEqual({
    ok: false,
    reason: 'link-dead',
  })
  expect(await findInvite(db, first, later(30))).toMatchObject({ isOver: true })
  expect(await renewInvite(db, staffConfig, first, clientFrom(), later(60))).toEqual({ ok: true })
  const second = await tokenIn(db, 'staff.invited')
  expect(await findInvite(db, first, later(60))).toBeUndefined()
  expect(await findInvite(db, second, later(60))).toMatchObject({ isOver: false })
  expect(await renewInvite(db, staffConfig, second, clientFrom(), later(7 * 24 * 60))).toEqual({
    ok: false,
    reason: 'link-dead',
  })
})

test('the email log does not send an invitation again once a newer link replaced it', async ({ db }) => {
  await sealAsSite(db, monday)
  const admin = await makeStaff(db, monday, { role: 'admin' })
  const first = await inviteAs(db, admin, 'editor')
  const letters = () => db.selectFrom('mail').select('id').orderBy('id').execute()
  await runDueJobs(db, { [sendMailJob]: async () => {} }, () => later(60))
  const former = (await letters())[0]?.id ?? ''
  expect(await renewInvite(db, staffConfig, first, clientFrom(), later(60))).toEqual({ ok: true })
  await runDueJobs(db, { [sendMailJob]: async () => {} }, () => later(60))

  expect(await resendMail(db, actorFor(admin), former, later(61))).toEqual({
    ok: false,
    reason: 'link-expired',
  })
  const newer = (await letters()).find(({ id }) => id !== former)?.id ?? ''
  expect(await resendMail(db, actorFor(admin), newer, later(61))).toEqual({ ok: true })
})

test('a withdrawn invitation can be neither accepted nor sent again', async ({ db }) => {
  const admin = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  const other = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  const editor = actorFor(await makeStaff(db, monday))
  const { email, name, phone, password } = answers
  const send = () => invite(db, staffConfig, admin, { email, role: 'admin', reason: 'Help' }, monday)
  const withdraw = (actor: Actor) => withdrawInvitation(db, actor, { email }, monday)
  const dead = { ok: false, reason: 'link-dead' }
  await send()
  const token = await tokenIn(db, 'staff.invited')

  expect(await withdraw(editor)).toEqual({ ok: false, reason: 'not-allowed' })
  const both = [withdraw(other), renewInvite(db, staffConfig, token, clientFrom(), monday)]
  expect((await Promise.all(both))[0]).toEqual({ ok: true })

  for (const token of (await listLetters(db)).map(
    ({ body_text }) => /token=([\w-]{43})/.exec(body_text)?.[1],
  )) {
    const held = { token: token ?? '', name, phone, password }
    expect(await findInvite(db, held.token, monday)).toBeUndefined()
    expect(await acceptInvite(db, staffConfig, held, clientFrom(), monday)).toEqual(dead)
    expect(await renewInvite(db, staffConfig, held.token, clientFrom(), monday)).toEqual(dead)
  }
  expect(await withdraw(other)).toEqual({ ok: false, reason: 'not-open' })
  expect(await listActions(db)).toContain('staff.invitation-withdrawn')

  await send()
  expect(await findInvite(db, await tokenIn(db, 'staff.invited'), monday)).toMatchObject({ email })
})

test('an invitation is void without the rights of its maker', async ({ db }) => {
  const maker = await makeStaff(db, monday, { role: 'admin' })
  const admin = await makeStaff(db, monday, { role: 'admin' })
  const token = await inviteAs(db, maker, 'admin')
  await disable(db, staffConfig, actorFor(admin), maker.id, { reason: 'Left' }, monday)

  const { name, phone, password } = answers
  expect(await acceptInvite(db, staffConfig, { token, name, phone, password }, clientFrom(), monday)).toEqual(
    {
      ok: false,
      reason: 'link-dead',
    },
  )
})

test('the first administrator joins by a link that works once and only while there is none', async ({
  db,
}) => {
  const old = tokenOf(await makeFirstAdminLink(db, staffConfig, monday))
  const token = tokenOf(await makeFirstAdminLink(db, staffConfig, monday))
  const { name, phone, password } = answers
  const use = (token: string, email: string) =>
    useFirstAdminLink(db, staffConfig, { token, name, email, phone, password }, clientFrom(), monday)

  expect(await use(old, answers.email)).toEqual({ ok: false, reason: 'link-dead' })
  const outcomes = await Promise.all([use(token, 'a@example.org'), use(token, 'b@example.org')])
  expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
  expect(await makeFirstAdminLink(db, staffConfig, monday)).toBeUndefined()
  expect(await db.selectFrom('staff_user').select(['role', 'state', 'email_verified_at']).execute()).toEqual([
    { role: 'admin', state: 'active', email_verified_at: monday.getTime() },
  ])
})

test('an old first-administrator link is worthless once there is an administrator', async ({ db }) => {
  const token = tokenOf(await makeFirstAdminLink(db, staffConfig, monday))
  await makeStaff(db, monday, { role: 'admin' })
  const { name, email, phone, password } = answers

  const outcome = await useFirstAdminLink(
    db,
    staffConfig,
    { token, name, email, phone, password },
    clientFrom(),
    monday,
  )

  expect(outcome).toEqual({ ok: false, reason: 'link-dead' })
})

function tokenOf(link: string | undefined): string {
  expect(link).toMatch(/^https:\/\/iaps\.example\/admin\/link\/first-admin\?token=[\w-]{43}$/)
  return link?.split('=').at(-1) ?? ''
}
