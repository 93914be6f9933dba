import type { StaffActor } from '#features/audit/actor.ts'
import { newId } from '#db/engine/id.ts'
import type { Db, CaseTypeName } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { moveCase } from '#features/casework/casework.server.ts'
import { findDecision } from '#features/casework/decisions.server.ts'
import { askConfirmation } from '#features/cases/confirmation-links.server.ts'
import { openCase } from '#features/cases/operations.server.ts'
import { caseTypes } from '#features/casework/case-types.ts'
import { textOf, type Answers } from '#features/forms/questions.ts'
import { newKey, seal } from '#features/forms/sealed.server.ts'
import { importStatement, mapStatement, matchLine } from '#features/payments/operations.server.ts'
import type { FileStore } from '#server/files/files.server.ts'
import { caseOrigin, passerBy, rightAnswers } from './cases.ts'
import { grantCapability } from './bodies.ts'
import { actorFor, makeStaff } from './staff.ts'

/** Cases for the tests of what staff do with them. */

interface CaseOptions {
  process?: CaseTypeName
  changes?: Answers
  cycle?: string
  /** Its state, as if everything leading there had happened. */
  state?: string
  files?: { question: string; name: string; mediaType: string; bytes: Buffer; store: FileStore }[]
}

/** A case as it is after its form was submitted; each named person has their own address by default. */
export async function makeCase(db: Db, now: Date, made: CaseOptions = {}): Promise<string> {
  const { process: caseType = 'fellow', changes = {}, cycle = '1995', state, files = [] } = made
  const answers = { ...rightAnswers[caseType], email: `${newId()}@example.org`, ...changes }
  const taken = await Promise.all(files.map((file) => storeFile(db, file, now)))
  const sent = { answers, formVersion: 1, files: taken, draftId: '', cycle }
  const opened = await inTransaction(db, (db) => openCase(db, passerBy, caseTypes[caseType], sent, now))
  const isEnd = caseTypes[caseType].workflow.states[state ?? '']?.isEnd
  if (state)
    await db
      .updateTable('dossier')
      .set({
        ...{ state, due_at: null, ended_at: isEnd ? now.getTime() : null },
        ...{ subject_confirmed_at: now.getTime(), sender_confirmed_at: now.getTime() },
      })
      .where('id', '=', opened.id)
      .execute()
  return opened.reference
}

/** A case that asked its nominee for consent a day ago and has no answer. */
export async function makeConfirmationRequest(db: Db, now: Date) {
  const reference = await makeCase(db, now, { cycle: '2026' })
  const caseRow = await db
    .selectFrom('dossier')
    .select(['id', 'subject_key as email'])
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  const requested = { caseId: caseRow.id, purpose: 'consent', name: 'Asha', email: caseRow.email } as const
  await askConfirmation(db, caseOrigin, requested, new Date(now.getTime() - 86_400_000))
  const { id: question } = await db
    .selectFrom('confirmation')
    .select('id')
    .where('dossier_id', '=', caseRow.id)
    .executeTakeFirstOrThrow()
  return { reference, question, email: caseRow.email }
}

/** Belongs to a draft at first, like people's files. */
async function storeFile(
  db: Db,
  { store, bytes, ...file }: NonNullable<CaseOptions['files']>[number],
  now: Date,
) {
  const [id, draftId] = [newId(), newId()]
  const fileKey = newKey()
  const sha256 = await store.put(seal(fileKey, bytes))
  const at = now.getTime()
  await db
    .insertInto('form_draft')
    .values({
      ...{ id: draftId, form: 'fellow', token_hash: draftId, sealed: '', version: 1 },
      ...{ begun_at: at, updated_at: at, expires_at: at + 1 },
    })
    .execute()
  await db
    .insertInto('attachment')
    .values({
      ...{ id, draft_id: draftId, question: '', name: '', media_type: '' },
      ...{ bytes: bytes.length, sha256, created_at: at },
    })
    .execute()
  return { ...file, id, bytes: bytes.length, sha256, fileKey: fileKey.toString('base64url') }
}

export async function makeCaseworker(
  db: Db,
  now: Date,
  made: Parameters<typeof makeStaff>[2] = {},
): Promise<StaffActor> {
  const person = await makeStaff(db, now, made)
  if (person.role === 'editor') await grantCapability(db, person.id, 'office', now)
  return actorFor(person)
}

/** Makes one move after the other, each of which must be open. */
export async function moveAlong(
  db: Db,
  actor: StaffActor,
  reference: string,
  moves: [move: string, typed?: Record<string, string>][],
  now: Date,
): Promise<void> {
  for (const [move, typed = {}] of moves) {
    const outcome = await moveCase(db, actor, caseOrigin, { reference, move, typed, released: {} }, now)
    if (!outcome.ok) throw new Error(`${move} was refused: ${outcome.reason}.`)
  }
}

/** A bank statement with these lines, its columns mapped. */
export async function bringLines(db: Db, actor: StaffActor, lines: string[], now: Date): Promise<string> {
  const bytes = Buffer.from(['Date,Credit,UTR,Description', ...lines, ''].join('\n'))
  const brought = await importStatement(db, actor, { name: 'statement.csv', bytes }, now)
  if (!brought.ok) throw new Error(brought.sentence)
  await mapStatement(db, actor, brought.id, { day: 0, amount: 1, number: 2, payer: 3 }, now)
  return brought.id
}

/** An application waiting for its payment. */
export function makePaying(db: Db, now: Date, changes: Answers = {}): Promise<string> {
  const paid = { payNumber: newId().replaceAll('-', '').slice(0, 20), payAmount: '500', payDay: '2026-11-01' }
  return makeCase(db, now, {
    process: 'membership',
    state: 'payment_check',
    changes: { ...paid, ...changes },
  })
}

/** An application whose fee arrived on 2 November 2026, with the key of the payment. */
export async function makeReceived(db: Db, now: Date, changes: Answers = {}) {
  const admin = await makeCaseworker(db, now, { role: 'admin' })
  const payNumber = textOf(changes, 'payNumber') || newId().slice(-12).toUpperCase()
  const reference = await makePaying(db, now, { ...changes, payNumber })
  const statement = await bringLines(db, admin, [`2026-11-02,500,${payNumber},${newId()}`], now)
  const matched = await matchLine(db, admin, caseOrigin, { importId: statement, number: 1 }, reference, now)
  if (!matched.ok) throw new Error(matched.sentence)
  const { id } = await db
    .selectFrom('case_payment')
    .innerJoin('dossier', 'dossier.id', 'case_payment.dossier_id')
    .select('case_payment.id')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  return { reference, id, statement }
}

export function receiptPath({ reference, id }: { reference: string; id: string }): string {
  return `/editor/cases/${reference}/receipts/${id}`
}

/** What an officer who has read the decision about a case sends to release it. */
export async function readDecisionHash(db: Db, reference: string): Promise<string> {
  const row = await db
    .selectFrom('dossier')
    .select('id')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  return (await findDecision(db, row.id))?.shownHash ?? '0'.repeat(40)
}
