import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { findConfirmation, voidConfirmations } from '#features/cases/confirmations.server.ts'
import { contentHash } from '#features/cases/content-hash.ts'
import { applyMove } from '#features/cases/move-operations.server.ts'
import { lockCase, type CaseRow } from '#features/cases/operations.server.ts'
import { addressKey } from '#features/cases/people.ts'
import { findCaseById } from '#features/cases/queries.server.ts'
import { rewriteCase } from '#features/cases/reopening.server.ts'
import type { Answers } from '#features/forms/questions.ts'
import type { Outcome } from '#outcome.ts'
import { dropUnsentAbout } from '#server/mail/mail.server.ts'
import { askPerson, hasOpenCorrection } from './confirmation-requests.server.ts'
import { nominationTypeOf, peopleOf } from './case-types.ts'
import { hasReachedOther } from './not-me/queries.server.ts'
import { continueNomination } from './operations.server.ts'

/**
 * A wrong address of a nominee, seconder or proposer who has not answered, or of one whom our email did not reach. The
 * office corrects any of them, the proposer only those of the others. The link that went to it stops working, and the new
 * address gets its own letter.
 */

const addressOwners = ['nominee', 'seconder', 'proposer'] as const

type AddressOwner = (typeof addressOwners)[number]

/** The answer that holds the address, and the purpose of the request that is sent to it. */
const held = {
  nominee: { question: 'email', purpose: 'consent' },
  seconder: { question: 'seconderEmail', purpose: 'second' },
  proposer: { question: 'proposerEmail', purpose: 'verify' },
} as const

/** How often a proposer may do so in one nomination: each time a stranger may get an email. */
const maxCorrections = 5

export type AddressCorrectionRefusal = 'not-found' | 'not-open' | 'as-it-was' | 'has-other-role' | 'too-often'

export const addressRefusals: Record<Exclude<AddressCorrectionRefusal, 'not-found'>, string> = {
  'not-open':
    'This address can no longer be corrected here: the person has answered, or the form is open for correction.',
  'as-it-was': 'This is the address that the nomination already has. Enter the right one.',
  'has-other-role': 'This address belongs to someone else in this nomination. Enter another one.',
  'too-often': 'You have corrected addresses in this nomination too often. Contact the office.',
}

export interface AddressCorrection {
  whose: AddressOwner
  email: string
}

export interface CorrectableAddress extends AddressCorrection {
  /** Whether someone who got our email there says that they are not this person. */
  isWrong: boolean
}

interface Nomination extends Pick<CaseRow, 'id' | 'process' | 'state' | 'erased_at'> {
  answers: Answers
}

/** Whose address can still be corrected, with the address that the nomination has now. */
export async function listCorrectable(db: Db, caseRow: Nomination): Promise<CorrectableAddress[]> {
  if (caseRow.process === 'membership' || caseRow.state !== 'submitted' || caseRow.erased_at !== null)
    return []
  // The form that the proposer has open would bring the former address back.
  if (await hasOpenCorrection(db, caseRow.id)) return []
  const people = peopleOf(caseRow.answers)
  const open: CorrectableAddress[] = []
  for (const whose of addressOwners) {
    const { email } = people[whose]
    if (email === '') continue
    const isWrong = await hasReachedOther(db, caseRow.id, held[whose].purpose, email)
    if (isWrong || !(await hasAnswered(db, caseRow.id, whose, email))) open.push({ whose, email, isWrong })
  }
  return open
}

async function hasAnswered(db: Db, caseId: string, whose: AddressOwner, email: string): Promise<boolean> {
  const answered = await db
    .selectFrom('confirmation')
    .select('id')
    .where('dossier_id', '=', caseId)
    .where('purpose', '=', held[whose].purpose)
    .where('email', '=', email)
    .where('answered_at', 'is not', null)
    .executeTakeFirst()
  return answered !== undefined
}

/** The proposer corrects it on the page that shows the status. */
export function correctAddressByLink(
  db: Db,
  actor: Actor,
  origin: string,
  token: string,
  correction: AddressCorrection,
  now: Date,
): Promise<Outcome<AddressCorrectionRefusal>> {
  return inTransaction(db, async (db) => {
    const confirmation = await findConfirmation(db, 'status', token, now)
    if (!confirmation || confirmation.isOver || confirmation.answeredAt)
      return { ok: false, reason: 'not-found' }
    const found = await findCaseById(db, confirmation.caseId)
    const caseRow = found && (await lockCase(db, found.reference))
    if (!caseRow) return { ok: false, reason: 'not-found' }
    // Whoever has this link has it from the proposer’s own address.
    if (correction.whose === 'proposer') return { ok: false, reason: 'not-open' }
    if ((await countByProposer(db, caseRow.id)) >= maxCorrections) return { ok: false, reason: 'too-often' }
    return correctAddress(db, actor, origin, caseRow, correction, now)
  })
}

async function countByProposer(db: Db, caseId: string): Promise<number> {
  const { count } = await db
    .selectFrom('dossier_move')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('dossier_id', '=', caseId)
    .where('move', '=', 'correct-address')
    .where('made_by', '=', 'proposer')
    .executeTakeFirstOrThrow()
  return count
}

/** Corrects it in a locked case. The audit trail says whose address it was; the case has both. */
export async function correctAddress(
  db: Db,
  actor: Actor,
  origin: string,
  caseRow: CaseRow,
  { whose, email: typed }: AddressCorrection,
  now: Date,
): Promise<Outcome<AddressCorrectionRefusal>> {
  if (caseRow.process === 'membership') return { ok: false, reason: 'not-open' }
  const answers = fromJson<Answers>(caseRow.answers)
  const former = (await listCorrectable(db, { ...caseRow, answers })).find((one) => one.whose === whose)
  if (!former) return { ok: false, reason: 'not-open' }
  const email = addressKey(typed)
  // The office may know better than whoever answered.
  const isAgain = email === former.email && former.isWrong && actor.kind === 'staff'
  if (email === former.email && !isAgain) return { ok: false, reason: 'as-it-was' }
  const caseType = nominationTypeOf(caseRow.process, answers)
  const named = caseType.namedIn(answers).filter(({ part }) => part !== whose)
  if (named.some(({ emails }) => emails.includes(email))) return { ok: false, reason: 'has-other-role' }

  const corrected = { ...answers, [held[whose].question]: email }
  const files = await db
    .selectFrom('attachment')
    .select(['question', 'name', 'sha256'])
    .where('dossier_id', '=', caseRow.id)
    .execute()
  const formVersion = caseRow.form_version
  const hash = contentHash(caseType, formVersion, corrected, files)
  await rewriteCase(db, caseType, caseRow, { answers: corrected, formVersion, hash }, now)
  await dropUnsentAbout(db, caseRow.id, former.email)
  if (whose === 'proposer') await voidConfirmations(db, caseRow.id, 'status', now)
  const by = actor.kind === 'staff' ? ('system' as const) : ('proposer' as const)
  const moving = { reference: caseRow.reference, move: 'correct-address', by, facts: { whose } }
  await applyMove(db, actor, caseRow, caseType, moving, now)
  // Only someone who is emailed now gets the full time to answer.
  await db.updateTable('dossier').set({ due_at: caseRow.due_at }).where('id', '=', caseRow.id).execute()
  if (isAgain) await askPerson(db, origin, caseRow.id, whose, now)
  else await continueNomination(db, actor, origin, caseRow, now)
  return { ok: true }
}
