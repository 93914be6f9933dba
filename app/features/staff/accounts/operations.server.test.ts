import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { monday, test } from '#test/harness/db.ts'
import { actorFor, listActions, listLetters, makeStaff, staffConfig } from '#test/makers/staff.ts'
import { approve, changeRole, disable, enable, invite, resetFactors } from './operations.server.ts'
import { countAdmins } from './queries.server.ts'

const reason = 'A test needs it'

function statusOf(db: Db, id: string) {
  return db.selectFrom('staff_user').select(['role', 'state']).where('id', '=', id).executeTakeFirst()
}

test('an administrator approves with the requested role or the other one', async ({ db }) => {
  const actor = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  const { id, email } = await makeStaff(db, monday, { role: 'admin', state: 'pending' })

  expect(await approve(db, staffConfig, actor, id, { role: 'editor', reason }, monday)).toMatchObject({
    ok: true,
  })

  expect(await statusOf(db, id)).toEqual({ role: 'editor', state: 'active' })
  expect(await approve(db, staffConfig, actor, id, { role: 'admin', reason }, monday)).toEqual({
    ok: false,
    reason: 'not-open',
  })
  expect(await listLetters(db)).toMatchObject([{ kind: 'staff.approved', recipient: email }])
  expect(await listActions(db)).toEqual(['staff.approved'])
})

test('the audit trail records the reason and what changed, and nothing secret', async ({ db }) => {
  const actor = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  const { id } = await makeStaff(db, monday)

  const changed = await changeRole(db, staffConfig, actor, id, { role: 'admin', reason }, monday)
  expect(changed).toEqual({ ok: true, before: 'editor' })

  const [entry] = await db.selectFrom('audit_entry').select(['actor', 'action', 'subject']).execute()
  const [detail] = await db.selectFrom('audit_detail').select('body').execute()
  expect(entry).toEqual({
    actor: `staff:${actor.kind === 'staff' && actor.id}`,
    action: 'staff.role-changed',
    subject: `staff:${id}`,
  })
  expect(JSON.parse(detail?.body ?? '')).toMatchObject({ reason, changes: { role: ['editor', 'admin'] } })
})

test('a disabled and enabled account has its earlier state again', async ({ db }) => {
  const actor = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  const editor = await makeStaff(db, monday)
  const waiting = await makeStaff(db, monday, { state: 'pending' })
  for (const { id } of [editor, waiting]) {
    expect(await disable(db, staffConfig, actor, id, { reason }, monday)).toMatchObject({ ok: true })
    expect(await disable(db, staffConfig, actor, id, { reason }, monday)).toEqual({
      ok: false,
      reason: 'not-open',
    })
    expect(await enable(db, staffConfig, actor, id, { reason }, monday)).toMatchObject({ ok: true })
  }

  expect(await statusOf(db, editor.id)).toEqual({ role: 'editor', state: 'active' })
  expect(await statusOf(db, waiting.id)).toEqual({ role: null, state: 'pending' })
  expect(await listActions(db)).toEqual([
    'staff.disabled',
    'staff.enabled',
    'staff.disabled',
    'staff.enabled',
  ])
  expect((await listLetters(db)).map(({ kind }) => kind).toSorted()).toEqual([
    'staff.disabled',
    'staff.disabled',
    'staff.enabled',
    'staff.enabled',
  ])
})

test('an editor, a stranger, a disabled administrator and the site itself change nothing', async ({ db }) => {
  const editor = await makeStaff(db, monday)
  const gone = await makeStaff(db, monday, { role: 'admin', state: 'disabled' })
  const waiting = await makeStaff(db, monday, { role: 'admin', state: 'pending' })
  await makeStaff(db, monday, { role: 'admin' })
  const target = await makeStaff(db, monday, { state: 'pending' })
  const before = await db.selectFrom('staff_user').selectAll().orderBy('id').execute()
  const pretender = { kind: 'staff', id: editor.id, role: 'admin', address: '' } as const
  const actors = [
    actorFor(editor),
    pretender,
    actorFor(gone),
    actorFor(waiting),
    { kind: 'visitor', address: '' } as const,
    { kind: 'system' } as const,
  ]

  for (const actor of actors) {
    const shared = [db, staffConfig, actor, target.id] as const
    const refused = { ok: false, reason: 'not-allowed' }
    expect(await approve(...shared, { role: 'admin', reason }, monday)).toEqual(refused)
    expect(await changeRole(...shared, { role: 'admin', reason }, monday)).toEqual(refused)
    expect(await disable(...shared, { reason }, monday)).toEqual(refused)
    expect(await enable(...shared, { reason }, monday)).toEqual(refused)
    expect(await resetFactors(...shared, { reason }, monday)).toEqual(refused)
    const invitation = { email: 'new@example.org', role: 'admin', reason } as const
    expect(await invite(db, staffConfig, actor, invitation, monday)).toEqual(refused)
  }

  expect(await db.selectFrom('staff_user').selectAll().orderBy('id').execute()).toEqual(before)
  expect(await listLetters(db)).toEqual([])
  expect(await db.selectFrom('staff_link').select('email').execute()).toEqual([])
})

test('an administrator cannot demote, disable or reset themselves', async ({ db }) => {
  await makeStaff(db, monday, { role: 'admin' })
  const self = await makeStaff(db, monday, { role: 'admin' })
  const shared = [db, staffConfig, actorFor(self), self.id] as const
  const refused = { ok: false, reason: 'own-account' }

  expect(await changeRole(...shared, { role: 'editor', reason }, monday)).toEqual(refused)
  expect(await disable(...shared, { reason }, monday)).toEqual(refused)
  expect(await resetFactors(...shared, { reason }, monday)).toEqual(refused)
  expect(await countAdmins(db)).toBe(2)
})

test('of two administrators who demote each other in parallel one stays', async ({ db }) => {
  for (let round = 0; round < 10; round++) {
    const one = await makeStaff(db, monday, { role: 'admin' })
    const other = await makeStaff(db, monday, { role: 'admin' })
    await db
      .updateTable('staff_user')
      .set({ role: 'editor' })
      .where('id', 'not in', [one.id, other.id])
      .execute()
    const demote = (actor: typeof one, target: typeof one) =>
      changeRole(db, staffConfig, actorFor(actor), target.id, { role: 'editor', reason }, monday)

    const outcomes = await Promise.all([demote(one, other), demote(other, one)])

    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
    expect(await countAdmins(db)).toBe(1)
  }
})

test('after hundreds of parallel moves there is still an administrator', async ({ db }) => {
  const people: Awaited<ReturnType<typeof makeStaff>>[] = []
  for (let index = 0; index < 6; index++) people.push(await makeStaff(db, monday, { role: 'admin' }))
  const random = seeded(20_261_115)
  const pick = <T>(choices: readonly T[]) => choices[Math.floor(random() * choices.length)] as T
  const tries = Array.from({ length: 1000 }, () => {
    const actor = actorFor(pick(people))
    const shared = [db, staffConfig, actor, pick(people).id] as const
    const role = pick(['admin', 'editor', 'editor'] as const)
    return pick([
      () => changeRole(...shared, { role, reason }, monday),
      () => disable(...shared, { reason }, monday),
      () => enable(...shared, { reason }, monday),
    ])
  })

  const admins: number[] = []
  const outcomes = await Promise.all(
    tries.map(async (attempt, index) => {
      const outcome = await attempt()
      if (index % 25 === 0) admins.push(await countAdmins(db))
      return outcome
    }),
  )

  expect(Math.min(...admins, await countAdmins(db))).toBeGreaterThanOrEqual(1)
  const done = outcomes.filter((outcome) => outcome.ok).length
  expect(done).toBeGreaterThan(5)
  expect(await listActions(db)).toHaveLength(done)
  expect(await listLetters(db)).toHaveLength(done)
})

test('an invitation is one letter and one entry; someone with an account cannot be invited', async ({
  db,
}) => {
  const actor = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  const { email } = await makeStaff(db, monday)
  const invitation = { email: 'new@example.org', role: 'editor', reason } as const

  expect(await invite(db, staffConfig, actor, invitation, monday)).toEqual({ ok: true })
  expect(await invite(db, staffConfig, actor, { ...invitation, email }, monday)).toEqual({
    ok: false,
    reason: 'email-taken',
  })

  expect(await listLetters(db)).toMatchObject([{ kind: 'staff.invited', recipient: 'new@example.org' }])
  expect(await listActions(db)).toEqual(['staff.invited'])
})

/** Mulberry32. */
function seeded(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

test('at least one administrator with a password always remains', async ({ db }) => {
  const remote = await makeStaff(db, monday, { role: 'admin' })
  await db.updateTable('staff_credential').set({ password: null }).where('user_id', '=', remote.id).execute()
  const { id } = await makeStaff(db, monday, { role: 'admin' })
  const actor = actorFor(remote)
  const refused = { ok: false, reason: 'last-local-admin' }

  expect(await disable(db, staffConfig, actor, id, { reason }, monday)).toEqual(refused)
  expect(await changeRole(db, staffConfig, actor, id, { role: 'editor', reason }, monday)).toEqual(refused)
  await db.updateTable('staff_credential').set({ short_at: 1 }).where('user_id', '=', id).execute()
  expect(await resetFactors(db, staffConfig, actor, id, { reason }, monday)).toEqual(refused)

  expect(await statusOf(db, id)).toEqual({ role: 'admin', state: 'active' })
  expect([await listLetters(db), await listActions(db)]).toEqual([[], []])
  await makeStaff(db, monday, { role: 'admin' })
  expect(await disable(db, staffConfig, actor, id, { reason }, monday)).toMatchObject({ ok: true })
})
