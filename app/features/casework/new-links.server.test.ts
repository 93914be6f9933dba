import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { submitApplication } from '#features/memberships/operations.server.ts'
import { answerNomination } from '#features/nominations/answering.server.ts'
import { submitNomination } from '#features/nominations/operations.server.ts'
import { moveDueNominations } from '#features/nominations/due.server.ts'
import {
  caseOrigin as origin,
  makeFilledDraft,
  openCalls,
  passerBy,
  tokenMailedTo,
} from '#test/makers/cases.ts'
import { makeConfirmationRequest, makeCase, makeCaseworker, moveAlong } from '#test/makers/casework.ts'
import { confirmAsProposer } from '#test/makers/proposers.ts'
import { monday, test } from '#test/harness/db.ts'
import { listActions } from '#test/makers/staff.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { viewCase } from './case-view.ts'
import { findConfirmation } from '#features/cases/confirmations.server.ts'
import { sendNewLink } from './new-links.server.ts'
import { readCase } from './reading.server.ts'

const minute = 60_000
const after = (minutes: number) => new Date(monday.getTime() + minutes * minute)

async function questionOf(db: Db, reference: string) {
  const { id } = await db
    .selectFrom('confirmation')
    .innerJoin('dossier', 'dossier.id', 'confirmation.dossier_id')
    .select('confirmation.id')
    .where('reference', '=', reference)
    .where('answered_at', 'is', null)
    .where('voided_at', 'is', null)
    .orderBy('confirmation.purpose')
    .executeTakeFirstOrThrow()
  return id
}

test('a new link replaces the former one, and the audit trail records it without the address', async ({
  db,
}) => {
  await openCalls(db, monday)
  const draft = await makeFilledDraft(db, 'fellow', monday)
  await submitNomination(db, passerBy, origin, 'fellow', draft, monday)
  await confirmAsProposer(db, 'ben@example.org', monday)
  const editor = await makeCaseworker(db, monday)
  const reference = 'FN-1995-0001'
  const question = await questionOf(db, reference)
  const first = await tokenMailedTo(db, 'asha@example.org')

  expect(await sendNewLink(db, editor, origin, { reference, request: question }, after(10))).toEqual({
    ok: true,
  })

  expect(await findConfirmation(db, 'consent', first, after(10))).toBeUndefined()
  const { answers_hash: confirmedHash } = await db
    .selectFrom('dossier')
    .select('answers_hash')
    .executeTakeFirstOrThrow()
  const answered = { agrees: true, answer: {}, wording: 'Yes.', confirmedHash }
  const newLink = await tokenMailedTo(db, 'asha@example.org')
  expect(await answerNomination(db, passerBy, origin, 'consent', newLink, answered, after(11))).toEqual({
    ok: true,
  })
  expect(await sendNewLink(db, editor, origin, { reference, request: question }, after(30))).toEqual({
    ok: false,
    reason: 'not-open',
  })
  const entry = await db
    .selectFrom('audit_entry')
    .innerJoin('audit_detail', 'audit_detail.seq', 'audit_entry.seq')
    .select(['subject', 'body'])
    .where('action', '=', 'case.link-sent')
    .executeTakeFirstOrThrow()
  expect(entry.subject).toBe(`case:${reference}`)
  expect(entry.body).toContain('consent')
  expect(entry.body).not.toContain('asha@')
})

test('at most one is sent in ten minutes, also of two in parallel, and the page says when', async ({
  db,
}) => {
  const editor = await makeCaseworker(db, monday)
  const { reference, question } = await makeConfirmationRequest(db, monday)
  const send = (at: Date) => sendNewLink(db, editor, origin, { reference, request: question }, at)
  const shown = async (at: Date) => {
    const read = await readCase(db, editor, reference, at)
    if (!read) throw new Error('The case is gone.')
    const { confirmations } = viewCase(read, await readSettings(db), 'editor', at)
    return confirmations.map(({ sentAt, newLink }) => ({ sentAt, newLink }))
  }
  expect(await shown(monday)).toEqual([{ sentAt: monday.getTime() - 86_400_000, newLink: 'now' }])

  const both = await Promise.all([send(monday), send(monday)])

  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await shown(after(9))).toEqual([{ sentAt: monday.getTime(), newLink: 'soon' }])
  expect(await send(after(9))).toEqual({ ok: false, reason: 'sent-just-now' })
  expect(await send(after(10))).toEqual({ ok: true })
  expect((await listActions(db)).filter((one) => one === 'case.link-sent')).toHaveLength(2)
})

test('someone with a form to submit again is told again what for, and an expired link works again', async ({
  db,
}) => {
  const editor = await makeCaseworker(db, monday)
  const reference = await makeCase(db, monday, { state: 'complete' })
  const due = '1995-06-30'
  await moveAlong(db, editor, reference, [['return', { reason: 'Name the journal.', due }]], monday)
  const question = await questionOf(db, reference)
  const later = new Date('1995-06-30T19:00:00Z')

  expect(await sendNewLink(db, editor, origin, { reference, request: question }, later)).toEqual({ ok: true })

  const letters = await db
    .selectFrom('mail')
    .select('body_text')
    .where('kind', '=', 'nomination.returned')
    .orderBy('id', 'desc')
    .execute()
  expect(letters).toHaveLength(2)
  expect(letters[0]?.body_text).toContain('Name the journal.')
  const link = await tokenMailedTo(db, 'ben@example.org')
  expect(await findConfirmation(db, 'correct', link, later)).toMatchObject({ isOver: false })
})

test('an applicant gets one to confirm the address', async ({ db }) => {
  const draft = await makeFilledDraft(db, 'membership', monday)
  await submitApplication(db, passerBy, origin, draft, monday)
  const editor = await makeCaseworker(db, monday)
  const reference = 'MA-1995-0001'
  const question = await questionOf(db, reference)

  expect(await sendNewLink(db, editor, origin, { reference, request: question }, after(60))).toEqual({
    ok: true,
  })

  const letters = await db.selectFrom('mail').select(['kind', 'recipient']).orderBy('id').execute()
  expect(letters.at(-1)).toEqual({ kind: 'membership.reminder', recipient: 'asha@example.org' })
})

test('nobody can send one in a case that names them, of another case, or if nothing is asked any more', async ({
  db,
}) => {
  const editor = await makeCaseworker(db, monday)
  const { reference, question, email } = await makeConfirmationRequest(db, monday)
  const named = await makeCaseworker(db, monday, { email })
  const send = (by: typeof editor, of = reference) =>
    sendNewLink(db, by, origin, { reference: of, request: question }, monday)
  const other = await makeCase(db, monday)

  expect(await send(named)).toEqual({ ok: false, reason: 'not-found' })
  expect(await send(editor, other)).toEqual({ ok: false, reason: 'not-open' })
  expect(await send(editor, 'FN-1995-9999')).toEqual({ ok: false, reason: 'not-found' })
  await db
    .updateTable('dossier')
    .set({ state: 'lapsed', ended_at: monday.getTime() })
    .where('reference', '=', reference)
    .execute()
  expect(await send(editor)).toEqual({ ok: false, reason: 'not-open' })
  expect(await db.selectFrom('mail').select('id').execute()).toEqual([])
})

test('the reminder of the site is still sent, but not within three days of a new link', async ({ db }) => {
  const day = 24 * 60
  const editor = await makeCaseworker(db, monday)
  const { reference, question } = await makeConfirmationRequest(db, monday)
  await sendNewLink(db, editor, origin, { reference, request: question }, after(9 * day))
  const count = async () => (await db.selectFrom('mail').select('id').execute()).length

  await moveDueNominations(db, origin, after(11 * day))
  expect(await count()).toBe(1)
  await moveDueNominations(db, origin, after(12 * day))
  expect(await count()).toBe(2)
})
