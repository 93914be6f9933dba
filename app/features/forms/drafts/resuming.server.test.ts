import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { caseTypes } from '#features/casework/case-types.ts'
import { caseOrigin, draftOf, makeFilledDraft, passerBy, tokenMailedTo } from '#test/makers/cases.ts'
import { test } from '#test/harness/db.ts'
import { submitApplication } from '#features/memberships/operations.server.ts'
import { beginDraft, findDraft, isTakenOver, removeDraft, savePart } from './drafts.server.ts'
import { clearDrafts } from './retention.server.ts'
import { endOtherDevices, findLink, mailDraftLink, resumeDraft } from './resuming.server.ts'
import { takeOutDraftTokens } from './retention.server.ts'

const monday = new Date('2026-11-16T06:30:00Z')
const day = 86_400_000
const { membership } = caseTypes

function linkRequest(token: string, email = 'asha@example.org') {
  return { token, email, address: '192.0.2.1' }
}

async function mailLink(db: Db, token: string, email: string): Promise<string> {
  const mailed = await mailDraftLink(db, caseOrigin, membership, linkRequest(token, email), monday)
  if (!mailed.ok) throw new Error(mailed.reason)
  return tokenMailedTo(db, email)
}

function by(link: string, own?: string) {
  return { link, own, others: undefined }
}

async function open(db: Db, link: string, others: 'stay' | 'end' = 'stay'): Promise<string> {
  const resumed = await resumeDraft(db, 'membership', { link, own: undefined, others }, monday)
  if (!resumed.ok) throw new Error(resumed.reason)
  return resumed.token
}

test('someone who started a form and had the link mailed to another person cannot read what is typed then', async ({
  db,
}) => {
  const attacker = await makeFilledDraft(db, 'membership', monday)
  const sealed = await db.selectFrom('form_draft').select('sealed').executeTakeFirstOrThrow()
  const link = await mailLink(db, attacker, 'victim@example.org')
  expect(await findLink(db, 'membership', link, monday), 'looking changes nothing').toBeDefined()
  expect(await findDraft(db, 'membership', attacker, monday)).toBeDefined()
  const victim = await open(db, link)

  expect(victim).not.toBe(attacker)
  expect(await findDraft(db, 'membership', attacker, monday)).toBeUndefined()
  expect(await isTakenOver(db, 'membership', attacker, monday)).toBe(true)
  const typed = { part: 'you', answers: { firstName: 'X' }, isDone: false }
  expect(await savePart(db, 'membership', attacker, typed, monday)).toEqual({
    ok: false,
    reason: 'elsewhere',
  })
  expect(
    await mailDraftLink(db, caseOrigin, membership, linkRequest(attacker, 'a@example.org'), monday),
  ).toEqual({
    ok: false,
    reason: 'elsewhere',
  })
  expect(await db.selectFrom('form_draft').select('sealed').executeTakeFirstOrThrow()).not.toEqual(sealed)
  expect((await findDraft(db, 'membership', victim, monday))?.answers['firstName']).toBe('Asha')
})

test('the same link opens the form on a second device beside the first', async ({ db }) => {
  const link = await mailLink(db, await beginDraft(db, 'membership', monday), 'asha@example.org')
  const phone = await open(db, link)
  expect(await open(db, link)).toBe(phone)
  expect((await draftOf(db, 'membership', phone, monday)).devices).toBe(2)
  expect(await resumeDraft(db, 'membership', by(link, phone), monday)).toMatchObject({ ok: true })
  expect((await draftOf(db, 'membership', phone, monday)).devices, 'a browser counts once').toBe(2)
})

test('someone who gets a link that was opened before is told so, and can continue alone', async ({ db }) => {
  const started = await makeFilledDraft(db, 'membership', monday)
  const link = await mailLink(db, started, 'attacker@example.org')
  expect(await findLink(db, 'membership', link, monday)).toMatchObject({ devices: 0 })
  const attacker = await open(db, link)

  expect(await findLink(db, 'membership', link, monday)).toMatchObject({ devices: 1 })
  expect(await resumeDraft(db, 'membership', by(link), monday), 'nobody joins unasked').toEqual({
    ok: false,
    reason: 'open-elsewhere',
  })
  const victim = await open(db, link, 'end')
  expect(await findDraft(db, 'membership', attacker, monday)).toBeUndefined()
  expect(await isTakenOver(db, 'membership', attacker, monday)).toBe(true)
  expect(await findLink(db, 'membership', link, monday), 'the attacker has it too').toBeUndefined()
  const draft = await draftOf(db, 'membership', victim, monday)
  expect(draft.answers['firstName'], 'nothing is lost').toBe('Asha')
  expect(draft.devices).toBe(1)
})

test('one of several devices signs the others out, and can have a new link mailed', async ({ db }) => {
  const link = await mailLink(db, await makeFilledDraft(db, 'membership', monday), 'asha@example.org')
  const both = await open(db, link)
  await open(db, link)
  const ended = await endOtherDevices(db, 'membership', both, monday)
  if (!ended.ok) throw new Error(ended.reason)

  expect(await findDraft(db, 'membership', both, monday)).toBeUndefined()
  expect(await endOtherDevices(db, 'membership', both, monday)).toEqual({ ok: false, reason: 'elsewhere' })
  expect(await findLink(db, 'membership', link, monday)).toBeUndefined()
  expect(await draftOf(db, 'membership', ended.token, monday)).toMatchObject({
    devices: 1,
    answers: { firstName: 'Asha' },
  })
  const laptop = await open(db, await mailLink(db, ended.token, 'asha@example.org'))
  expect(await draftOf(db, 'membership', laptop, monday)).toBeDefined()
})

test('of several links only the newest opens the form, and ends the devices of those before', async ({
  db,
}) => {
  const started = await beginDraft(db, 'membership', monday)
  const first = await mailLink(db, started, 'one@example.org')
  const second = await mailLink(db, started, 'two@example.org')
  expect(await resumeDraft(db, 'membership', by(first), monday)).toEqual({ ok: false, reason: 'not-found' })
  const phone = await open(db, second)
  const laptop = await open(db, await mailLink(db, phone, 'three@example.org'))

  expect(await findDraft(db, 'membership', phone, monday)).toBeUndefined()
  expect(await findDraft(db, 'membership', laptop, monday)).toBeDefined()
})

test('a link from before links had their own token works once', async ({ db }) => {
  const old = await makeFilledDraft(db, 'membership', monday)
  const fresh = await open(db, old)
  expect(await findDraft(db, 'membership', old, monday)).toBeUndefined()
  expect(await resumeDraft(db, 'membership', by(old), monday)).toEqual({ ok: false, reason: 'not-found' })
  expect((await findDraft(db, 'membership', fresh, monday))?.answers['firstName']).toBe('Asha')
})

test('the letter contains the link and its last day', async ({ db }) => {
  const token = await beginDraft(db, 'membership', monday)
  expect(await mailDraftLink(db, caseOrigin, membership, linkRequest(token), monday)).toEqual({ ok: true })

  const { body_text, kind } = await db.selectFrom('mail').selectAll().executeTakeFirstOrThrow()
  expect(kind).toBe('form.resume')
  expect(body_text).toMatch(/\/membership\/form\/resume\?token=[\w-]{43}/)
  expect(body_text, 'the token of the browser stays in the browser').not.toContain(token)
  expect(body_text).toContain('15 January 2027')
})

test('links that a stranger has mailed to someone leave that person the links to their own form', async ({
  db,
}) => {
  const mail = async (token: string, email = 'asha@example.org') => {
    const mailed = await mailDraftLink(db, caseOrigin, membership, linkRequest(token, email), monday)
    return mailed.ok ? 'mailed' : mailed.reason
  }
  const stranger = await beginDraft(db, 'membership', monday)
  for (let at = 0; at < 3; at++) expect(await mail(stranger)).toBe('mailed')
  expect(await mail(stranger, 'ASHA@example.org')).toBe('too-many-of-form')
  const own = await beginDraft(db, 'membership', monday)
  for (let at = 0; at < 3; at++) expect(await mail(own)).toBe('mailed')
  expect(await mail(own)).toBe('too-many-of-form')
  expect(await mail(own, 'home@example.org')).toBe('mailed')

  for (let form = 0; form < 2; form++) {
    const another = await beginDraft(db, 'membership', monday)
    for (let at = 0; at < 3; at++) await mail(another)
  }
  expect(await mail(await beginDraft(db, 'membership', monday)), 'nobody is flooded').toBe(
    'too-many-to-address',
  )
  const letters = await db
    .selectFrom('mail')
    .select('id')
    .where('recipient', '=', 'asha@example.org')
    .execute()
  expect(letters).toHaveLength(12)
})

test('no letter is sent for a form that does not exist, is of another kind, or was submitted', async ({
  db,
}) => {
  const token = await makeFilledDraft(db, 'membership', monday)
  expect(await mailDraftLink(db, caseOrigin, caseTypes.fellow, linkRequest(token), monday)).toMatchObject({
    ok: false,
  })
  expect(await mailDraftLink(db, caseOrigin, membership, linkRequest('x'.repeat(43)), monday)).toMatchObject({
    ok: false,
  })
  await submitApplication(db, passerBy, caseOrigin, token, monday)

  expect(await mailDraftLink(db, caseOrigin, membership, linkRequest(token), monday)).toEqual({
    ok: false,
    reason: 'sent',
  })
  expect(await db.selectFrom('mail').select('id').where('kind', '=', 'form.resume').execute()).toEqual([])
})

test('links are removed from stored letters once they stop working, and not before', async ({ db }) => {
  const started = await beginDraft(db, 'membership', monday)
  const discarded = await beginDraft(db, 'membership', monday)
  const saved = await mailLink(db, started, 'kept@example.org')
  const thrown = await mailLink(db, discarded, 'thrown@example.org')
  await removeDraft(db, 'membership', discarded, monday)
  await takeOutDraftTokens(db, monday)
  const letter = async (to: string) =>
    (await db.selectFrom('mail').select('body_text').where('recipient', '=', to).executeTakeFirstOrThrow())
      .body_text

  expect(await letter('kept@example.org')).toContain(saved)
  expect(await letter('thrown@example.org')).not.toContain(thrown)
  const later = new Date(monday.getTime() + 60 * day)
  await clearDrafts(db, later)
  await takeOutDraftTokens(db, later)
  expect(await letter('kept@example.org')).not.toContain(saved)
})
