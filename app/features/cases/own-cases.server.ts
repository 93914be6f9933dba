import { fromJson } from '#db/engine/json.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { CaseTypeName, ConfirmationPurpose, Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { NamedIn, PersonRole } from '#features/erasures/personal-data.ts'
import type { Answers } from '#features/forms/questions.ts'
import type { CaseType } from './case-type.ts'
import { addOwnLink } from './confirmation-links.server.ts'
import { rolesOf } from './own-answers.ts'
import { addressKey, saysNotMe } from './people.ts'

/** What someone in the register may know about the cases they take part in. */

export interface OwnReader {
  personId: string
  email: string
  /** Whether other people share the address: then it does not say whose a case is. */
  isShared: boolean
}

export type OwnRole = Exclude<PersonRole, 'expert'>

export interface OwnCase {
  reference: string
  title: string
  /** Of the nominee or applicant. */
  about: string
  roles: OwnRole[]
  status: string
  since: number
}

export interface WaitingRequest {
  id: string
  purpose: ConfirmationPurpose
  reference: string
  title: string
  about: string
  dueAt: number | null
}

type CaseTypes = Record<CaseTypeName, CaseType>

/** Their cases, newest first, and the confirmation requests that wait for them. */
export async function listOwnCases(
  db: Db,
  caseTypeOf: (name: CaseTypeName, answers: Answers) => CaseType,
  reader: OwnReader,
): Promise<{ cases: OwnCase[]; waiting: WaitingRequest[] }> {
  const rows = await readCases(db, reader)
  const requests = await readRequests(
    db,
    rows.map(({ id }) => id),
    reader,
  )
  const cases: OwnCase[] = []
  const waiting: WaitingRequest[] = []
  for (const row of rows) {
    const caseType = caseTypeOf(row.process, fromJson<Answers>(row.answers))
    const own = requests.filter(({ caseId }) => caseId === row.id)
    const about = { reference: row.reference, title: caseType.title, about: row.subject_name }
    const roles = knownRoles(caseType, row, own, reader)
    if (roles.length > 0) cases.push({ ...about, roles, ...statusFor(caseType, row, roles) })
    if (row.ended_at === null)
      for (const { id, purpose, isOpen } of own)
        if (isOpen) waiting.push({ id, purpose, ...about, dueAt: row.due_at })
  }
  return { cases, waiting }
}

/** The cases for the copy of their data: in the roles and with the status that their page shows, and no others. */
export async function listOwnNamedIn(db: Db, caseTypes: CaseTypes, reader: OwnReader): Promise<NamedIn[]> {
  const rows = await readCases(db, reader)
  const ids = rows.map(({ id }) => id)
  const requests = await readRequests(db, ids, reader)
  return rows.flatMap((row) => {
    const { id, reference, process: caseTypeName, ended_at, hold_at, person_id: personId } = row
    const caseType = caseTypes[caseTypeName]
    const own = requests.filter(({ caseId }) => caseId === id)
    const roles = knownRoles(caseType, row, own, reader)
    if (roles.length === 0) return []
    const { status: state } = statusFor(caseType, row, roles)
    const [isEnded, isHeld] = [ended_at !== null, hold_at !== null]
    return [{ id, reference, process: caseTypeName, state, roles, isEnded, isHeld, personId }]
  })
}

type Row = Awaited<ReturnType<typeof readCases>>[number]
type Requested = Awaited<ReturnType<typeof readRequests>>[number]

function readCases(db: Db, { personId, email, isShared }: OwnReader) {
  return db
    .selectFrom('dossier')
    .select(['id', 'reference', 'process', 'state', 'state_at', 'due_at', 'ended_at', 'answers'])
    .select(['received_at', 'hold_at'])
    .select(['subject_name', 'subject_key', 'sender_email', 'sender_confirmed_at', 'person_id'])
    .where('erased_at', 'is', null)
    .where('state', '<>', 'spam')
    .where((eb) =>
      eb.or([
        eb('person_id', '=', personId),
        ...(isShared
          ? []
          : [
              eb(
                'id',
                'in',
                eb.selectFrom('dossier_address').select('dossier_id').where('address', '=', email),
              ),
            ]),
      ]),
    )
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
}

async function readRequests(db: Db, caseIds: string[], { email, isShared }: OwnReader) {
  if (caseIds.length === 0 || isShared) return []
  const rows = await db
    .selectFrom('confirmation')
    .select(['id', 'dossier_id as caseId', 'purpose', 'email', 'answer', 'answered_at', 'voided_at'])
    .where('dossier_id', 'in', caseIds)
    .where('purpose', '<>', 'status')
    .orderBy('asked_at')
    .execute()
  return (
    rows
      // Whoever is not the person whom the case means has no part in it.
      .filter((row) => addressKey(row.email) === email && !saysNotMe(row.answer))
      .map(({ id, caseId, purpose, answered_at, voided_at }) => ({
        ...{ id, caseId, purpose, isOpen: answered_at === null && voided_at === null },
        isAnswered: answered_at !== null,
      }))
  )
}

const purposesOf: Record<OwnRole, readonly ConfirmationPurpose[]> = {
  subject: ['consent', 'accept', 'verify', 'answer'],
  proposer: ['verify', 'correct', 'renew'],
  seconder: ['second'],
}

/** Only roles that we have asked the person about, or that the person has confirmed: anyone may name an address. */
function knownRoles(caseType: CaseType, row: Row, requests: Requested[], reader: OwnReader): OwnRole[] {
  const named = reader.isShared
    ? []
    : rolesOf(caseType, fromJson<Answers>(row.answers), row.subject_key, reader.email)
  const isInvited = (role: OwnRole) => requests.some(({ purpose }) => purposesOf[role].includes(purpose))
  const isSender = row.sender_confirmed_at !== null && addressKey(row.sender_email) === reader.email
  // Someone else in the register may have had the address before.
  const isOfOther = row.person_id !== null && row.person_id !== reader.personId
  const known = named.filter(
    (role): role is OwnRole =>
      role !== 'expert' &&
      !(role === 'subject' && isOfOther) &&
      (isInvited(role) || (role === 'proposer' && isSender)),
  )
  return row.person_id === reader.personId && !known.includes('subject') ? ['subject', ...known] : known
}

/**
 * The sender reads the public status; a nominee learns an election, a seconder only whether it is closed. The others
 * do not see when the case moved on either: that would reveal the day of a decision.
 */
function statusFor(
  { name, workflow }: CaseType,
  row: Row,
  roles: OwnRole[],
): Pick<OwnCase, 'status' | 'since'> {
  const { state, state_at, received_at, ended_at } = row
  const { publicLabel = 'Closed', isEnd } = workflow.states[state] ?? {}
  const isSender = roles.includes('proposer') || (name === 'membership' && roles.includes('subject'))
  const isGood = roles.includes('subject') && goodNews.has(state)
  if (isSender || isGood) return { status: publicLabel, since: state_at }
  return isEnd
    ? { status: 'Closed', since: ended_at ?? state_at }
    : { status: 'In progress', since: received_at }
}

const goodNews = new Set(['elected', 'accepted', 'admitted'])

/** Opens a waiting request from the own page. The link that we mailed works as before. */
export function openOwnRequest(
  db: Db,
  actor: Actor & { kind: 'person'; helper?: never },
  origin: string,
  { email, requestId }: { email: string; requestId: string },
  now: Date,
): Promise<string | undefined> {
  return inTransaction(db, async (db) => {
    const request = await db
      .selectFrom('confirmation')
      .innerJoin('dossier', 'dossier.id', 'confirmation.dossier_id')
      .select(['confirmation.id', 'purpose', 'confirmation.email', 'reference', 'due_at as dueAt'])
      .select('confirmation.expires_at as expiresAt')
      .where('confirmation.id', '=', requestId)
      .where('purpose', '<>', 'status')
      .where('answered_at', 'is', null)
      .where('voided_at', 'is', null)
      .where('ended_at', 'is', null)
      .where('erased_at', 'is', null)
      .executeTakeFirst()
    if (!request || addressKey(request.email) !== email) return undefined
    const { purpose, reference } = request
    const link = await addOwnLink(db, origin, request, now)
    await record(db, actor, 'case.link-opened', `case:${reference}`, { purpose }, now)
    return link
  })
}
