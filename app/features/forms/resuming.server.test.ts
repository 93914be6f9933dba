import { expect } from 'vitest'
import { processes } from '#features/cases/processes.ts'
import { caseOrigin, makeFilledDraft, passerBy } from '#test/cases.ts'
import { test } from '#test/db.ts'
import { submitApplication } from '#features/memberships/operations.server.ts'
import { beginDraft, clearDrafts, removeDraft } from './drafts.server.ts'
import { mailDraftLink, takeOutDraftTokens } from './resuming.server.ts'

const monday = new Date('2026-11-16T06:30:00Z')
const day = 86_400_000
const { membership } = processes

function asking(token: string, email = 'asha@example.org') {
  return { token, email, address: '192.0.2.1' }
}

test('the letter holds the link and the day until which it works', async ({ db }) => {
  const token = await beginDraft(db, 'membership', monday)
  expect(await mailDraftLink(db, caseOrigin, membership, asking(token), monday)).toEqual({ ok: true })

  const { body_text, kind } = await db.selectFrom('mail').selectAll().executeTakeFirstOrThrow()
  expect(kind).toBe('form.resume')
  expect(body_text).toContain(`${caseOrigin}/membership/form/resume?token=${token}`)
  expect(body_text).toContain('15 January 2027')
})

test('no letter goes out for a form that is not there, of another kind, or sent', async ({ db }) => {
  const token = await makeFilledDraft(db, 'membership', monday)
  expect(await mailDraftLink(db, caseOrigin, processes.fellow, asking(token), monday)).toMatchObject({
    ok: false,
  })
  expect(await mailDraftLink(db, caseOrigin, membership, asking('x'.repeat(43)), monday)).toMatchObject({
    ok: false,
  })
  await submitApplication(db, passerBy, caseOrigin, token, monday)

  expect(await mailDraftLink(db, caseOrigin, membership, asking(token), monday)).toEqual({
    ok: false,
    reason: 'not-found',
  })
  expect(await db.selectFrom('mail').select('id').where('kind', '=', 'form.resume').execute()).toEqual([])
})

test('links are taken out of kept letters once they lead nowhere, and not before', async ({ db }) => {
  const kept = await beginDraft(db, 'membership', monday)
  const thrown = await beginDraft(db, 'membership', monday)
  await mailDraftLink(db, caseOrigin, membership, asking(kept, 'kept@example.org'), monday)
  await mailDraftLink(db, caseOrigin, membership, asking(thrown, 'thrown@example.org'), monday)
  await removeDraft(db, 'membership', thrown)
  await takeOutDraftTokens(db, monday)
  const letter = async (to: string) =>
    (await db.selectFrom('mail').select('body_text').where('recipient', '=', to).executeTakeFirstOrThrow())
      .body_text

  expect(await letter('kept@example.org')).toContain(kept)
  expect(await letter('thrown@example.org')).not.toContain(thrown)
  const later = new Date(monday.getTime() + 60 * day)
  await clearDrafts(db, later)
  await takeOutDraftTokens(db, later)
  expect(await letter('kept@example.org')).not.toContain(kept)
})
