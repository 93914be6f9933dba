import { expect } from 'vitest'
import { newsletterLimits } from '#features/newsletter/limits.ts'
import { findContact } from '#features/people/contacts/queries.server.ts'
import { findRecord } from '#features/people/register-queries.server.ts'
import { networkOf } from '#server/http/client-address.server.ts'
import { claimTry } from '#server/load/throttle.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { home, makeReached } from '#test/makers/own-pages.ts'
import { listActions } from '#test/makers/staff.ts'
import { ownPageLimits } from './limits.ts'
import { saveOrcid, saveOwnChoices, saveOwnContact } from './own-changes.server.ts'
import { removeOwnPhotograph } from './photographs.server.ts'

const email = 'asha@example.org'
const choices = { listed: true, newsletter: true, email }

test('choices are saved, and an address without the newsletter gets a link to confirm it', async ({ db }) => {
  const id = await makeReached(db, email, monday, { listed: false })
  const actor = { kind: 'person', id, address: home } as const

  expect(await saveOwnChoices(db, actor, choices, monday)).toEqual({ ok: true, mustConfirm: true })
  expect((await findRecord(db, id))?.listed).toBe(true)
  expect((await listActions(db)).slice(-2)).toEqual(['newsletter.asked', 'person.listed'])
  const none = { ...choices, newsletter: false }
  expect(await saveOwnChoices(db, actor, none, monday)).toEqual({ ok: true, mustConfirm: false })
})

test('when no more newsletter links may be requested, none of the choices is saved', async ({ db }) => {
  const id = await makeReached(db, email, monday, { listed: false })
  const actor = { kind: 'person', id, address: home } as const
  const limit = newsletterLimits['newsletter-from']
  for (let at = 0; at < limit.max; at++) await claimTry(db, limit, networkOf(home), monday)
  const before = await listActions(db)

  expect(await saveOwnChoices(db, actor, choices, monday)).toEqual({ ok: false, reason: 'too-many' })
  expect((await findRecord(db, id))?.listed).toBe(false)
  expect(await listActions(db)).toEqual(before)
})

test('refused changes do not count, and after the last of a day nothing more is changed', async ({ db }) => {
  const id = await makeReached(db, email, monday, { listed: false })
  const actor = { kind: 'person', id, address: home } as const
  const saveContact = async (change: { phone: string; version?: number }) => {
    const { version } = await findContact(db, id)
    return saveOwnContact(db, actor, { version, postalAddress: '', ...change }, monday)
  }
  const { max } = ownPageLimits['own-changes']
  for (let time = 0; time < max + 5; time++) {
    expect(await saveContact({ phone: '+91 1', version: 99 })).toMatchObject({
      ok: false,
      reason: 'conflict',
    })
    expect(await removeOwnPhotograph(db, actor, monday)).toEqual({ ok: false, reason: 'not-found' })
  }
  for (let time = 0; time < max; time++)
    expect(await saveContact({ phone: `+91 ${time}` })).toEqual({ ok: true })

  const tooOften = { ok: false, reason: 'too-often' }
  expect(await saveContact({ phone: '+91 999' })).toEqual(tooOften)
  expect((await findContact(db, id)).phone).toBe(`+91 ${max - 1}`)
  expect(await saveOrcid(db, actor, '0000-0002-1825-0097', monday)).toEqual(tooOften)
  expect(await saveOwnChoices(db, actor, { ...choices, newsletter: false }, monday)).toEqual(tooOften)
  expect(await removeOwnPhotograph(db, actor, monday)).toEqual(tooOften)
})
