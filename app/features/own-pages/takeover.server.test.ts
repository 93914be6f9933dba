import { expect } from 'vitest'
import { findSession } from '#features/staff/session/sessions.server.ts'
import { askForCode, codeMailedTo, home, ownSecret, sendCodes, signInAt } from '#test/makers/own-pages.ts'
import { monday, test } from '#test/harness/db.ts'
import { inShortOnlyOn } from '#test/harness/scale.ts'
import { codeAttempts } from '#test/hostile/own-page-attempts.ts'
import { asha, elsewhere, enter, later, mal, makeWorld, shared } from '#test/hostile/own-page-world.ts'
import { formAttempts } from '#test/hostile/own-form-attempts.ts'
import { helperAttempts } from '#test/hostile/own-helper-attempts.ts'
import { passkeyAttempts } from '#test/hostile/own-passkey-attempts.ts'
import { sessionAttempts } from '#test/hostile/own-session-attempts.ts'
import { findRequestedAddress, requestCode, useCode } from './codes.server.ts'
import { choosePage, findChoice, findOwnSession } from './sessions.server.ts'

const attempts = {
  ...codeAttempts,
  ...sessionAttempts,
  ...passkeyAttempts,
  ...helperAttempts,
  ...formAttempts,
}

test(
  'no attempt opens the own page of another person',
  { timeout: 120_000, ...inShortOnlyOn('sqlite') },
  async ({ db }) => {
    expect(Object.keys(attempts).length).toBeGreaterThanOrEqual(102)
    for (const [name, attempt] of Object.entries(attempts)) {
      for (const table of [
        'own_code',
        'own_session',
        'own_challenge',
        'throttle',
        'mail',
        'job',
        'person_merge',
        'certificate',
        'dossier',
      ] as const)
        await db.deleteFrom(table).execute()
      await db.deleteFrom('person').execute()
      const world = await makeWorld(db)
      const tokens = await attempt(world)
      const allowed = new Set([undefined, world.ids.mal])
      for (const at of [monday, later(1)])
        for (const token of tokens) {
          const opened = (await findOwnSession(db, token, at))?.personId
          expect(allowed.has(opened), `${name}: opened ${opened}`).toBe(true)
          if (opened !== undefined) expect(await findSession(db, token, at), name).toBeUndefined()
        }
    }
  },
)

test('the owner signs in, and of many parallel tries with the right code one does', async ({ db }) => {
  const { ids } = await makeWorld(db)
  const token = await askForCode(db, asha, monday)
  const code = await codeMailedTo(db, asha)
  const tokens = await Promise.all(Array.from({ length: 4 }, () => enter(db, token, code.toLowerCase())))
  const opened = tokens.filter((one) => one !== undefined)

  expect(opened).toHaveLength(1)
  expect(await findOwnSession(db, opened[0], monday)).toMatchObject({ personId: ids.asha, email: asha })
  expect(await findOwnSession(db, opened[0], later(61))).toBeUndefined()
})

test('a session ends after an hour without a visit, and after eight hours in any case', async ({ db }) => {
  await makeWorld(db)
  const token = await signInAt(db, asha, monday)

  for (let at = 50; at < 480; at += 50) expect(await findOwnSession(db, token, later(at))).toBeDefined()
  expect(await findOwnSession(db, token, later(480))).toBeUndefined()
})

test('two people at one address choose who they are, once', async ({ db }) => {
  const { ids } = await makeWorld(db)
  const token = await signInAt(db, shared, monday)
  const choice = await findChoice(db, token, monday)
  expect(choice?.pages.map(({ key }) => key)).toEqual([ids.ravi, ids.rita])

  const chosen = await choosePage(db, { token, key: ids.rita }, home, monday)
  expect(await findOwnSession(db, chosen.ok ? chosen.token : '', monday)).toMatchObject({
    personId: ids.rita,
  })
  const again = await choosePage(db, { token, key: ids.ravi }, home, monday)
  expect(again).toEqual({ ok: false, reason: 'over' })
})

test('a known and an unknown address get the same answers and the same rows', async ({ db }) => {
  await makeWorld(db)
  const rows = async (email: string) => {
    const count = async (table: 'own_code' | 'throttle' | 'job' | 'audit_entry') => {
      const { total } = await db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return total
    }
    const counts = async () => [
      await count('own_code'),
      await count('throttle'),
      await count('job'),
      await count('audit_entry'),
    ]
    const before = await counts()
    const requested = await requestCode(db, email, home, monday)
    const after = await counts()
    const token = requested.ok ? requested.token : ''
    const shown = (await findRequestedAddress(db, token, monday)) === email
    const answers = []
    for (let at = 0; at < 6; at++) {
      const from = { address: home, former: undefined }
      const used = await useCode(db, ownSecret, { token, typed: 'ACDE-FGHJ' }, from, monday)
      answers.push(used.ok || used.reason)
    }
    return { added: after.map((count, at) => count - (before[at] ?? 0)), shown, answers }
  }

  const known = await rows(asha)
  // The first request also counts the network for the first time.
  expect({ ...(await rows('nobody@example.org')), added: [] }).toEqual({ ...known, added: [] })
  expect((await rows('another@example.org')).added).toEqual((await rows(mal)).added)
  expect(known.answers).toEqual(['wrong', 'wrong', 'wrong', 'wrong', 'over', 'over'])
})

test('the request for an unknown address ends at the same time as that for a known one', async ({ db }) => {
  await makeWorld(db)
  const ends = async (email: string) => {
    const token = await askForCode(db, email, monday)
    const shown = []
    for (const minutes of [0, 9, 10, 11, 59, 60])
      shown.push((await findRequestedAddress(db, token, later(minutes))) === email)
    const from = { address: home, former: undefined }
    const used = await useCode(db, ownSecret, { token, typed: 'ACDE-FGHJ' }, from, later(11))
    return [...shown, used.ok || used.reason]
  }

  const known = await ends(asha)
  expect(known).toEqual([true, true, false, false, false, false, 'over'])
  expect(await ends('nobody@example.org')).toEqual(known)
})

test('the email with a code is sent only as long as the code works', async ({ db }) => {
  await makeWorld(db)
  await askForCode(db, asha, monday)
  const codes = await db.selectFrom('own_code').select('expires_at').execute()
  expect(codes).toEqual([{ expires_at: later(10).getTime() }])
  expect(await db.selectFrom('mail').select('expires_at').execute()).toEqual(codes)
})

test('the fourth request in ten minutes is refused, whatever the address', async ({ db }) => {
  await makeWorld(db)
  for (const email of [asha, 'nobody@example.org']) {
    const requested: boolean[] = []
    for (let at = 0; at < 4; at++) requested.push((await requestCode(db, email, elsewhere, monday)).ok)
    expect(requested).toEqual([true, true, true, false])
    expect((await requestCode(db, email, home, monday)).ok).toBe(true)
  }
})

test('a stranger who requests codes from one network all day does not lock the owner out', async ({ db }) => {
  await makeWorld(db)
  const ok: boolean[] = []
  for (let at = 0; at < 24 * 60; at += 5) ok.push((await requestCode(db, asha, elsewhere, later(at))).ok)

  expect(ok.filter(Boolean)).toHaveLength(12)
  expect((await requestCode(db, asha, home, later(24 * 60 - 1))).ok).toBe(true)
  expect((await requestCode(db, asha, elsewhere, later(24 * 60 + 1))).ok, 'a day later').toBe(true)
})

test('strangers on many networks who use up the codes of an address do not lock out a browser that was signed in', async ({
  db,
}) => {
  const { ids } = await makeWorld(db)
  const enterWith = async (token: string | undefined, at: Date, known?: string) => {
    await sendCodes(db, at)
    const typed = await codeMailedTo(db, asha)
    return useCode(db, ownSecret, { token, typed }, { address: home, former: undefined, known }, at)
  }
  const first = await enterWith(await askForCode(db, asha, monday), monday)
  const known = first.ok ? (first.known ?? '') : ''
  for (let at = 0; at < 60; at++) await requestCode(db, asha, `198.51.${100 + at}.7`, later(at * 10))
  const now = later(601)
  expect(await requestCode(db, asha, home, now)).toEqual({ ok: false, reason: 'too-many' })

  const requested = await requestCode(db, asha, home, now, known)
  const again = await enterWith(requested.ok ? requested.token : '', now, known)
  expect(again).toMatchObject({ ok: true, known: undefined })
  expect(await findOwnSession(db, again.ok ? again.token : '', now)).toMatchObject({ personId: ids.asha })
  // It counts for this address only, and opens nothing.
  expect(await findOwnSession(db, known, now)).toBeUndefined()
  for (let at = 0; at < 3; at++) await requestCode(db, mal, home, now, known)
  expect(await requestCode(db, mal, home, now, known)).toEqual({ ok: false, reason: 'too-many' })
  const more = []
  for (let at = 0; at < 12; at++) more.push((await requestCode(db, asha, home, now, known)).ok)
  expect(more.filter(Boolean)).toHaveLength(11)
})

test('an address gets at most fifty codes a day, from however many networks', async ({ db }) => {
  await makeWorld(db)
  const ok: boolean[] = []
  // Far enough apart for the limit of an hour, and each from another network.
  for (let at = 0; at < 52; at++)
    ok.push((await requestCode(db, asha, `198.51.${100 + at}.7`, later(at * 10))).ok)

  expect(ok.filter(Boolean)).toHaveLength(50)
  expect(ok.slice(50)).toEqual([false, false])
  expect((await requestCode(db, mal, home, later(520))).ok, 'others are not held up').toBe(true)
  expect((await requestCode(db, asha, home, later(25 * 60))).ok).toBe(true)
})
