import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { noteOtherAddress } from '#features/cases/one-open-case.server.ts'
import { personFrom } from '#features/cases/person.ts'
import { issueCertificate, type Issued } from '#features/certificates/operations.server.ts'
import { textOf, type Answers } from '#features/forms/questions.ts'
import type { Outcome } from '#outcome.ts'
import { learnFromCase } from '#features/people/contacts/operations.server.ts'
import { addPerson, changePerson } from '#features/people/editing.server.ts'
import { findByNumber } from '#features/people/register-queries.server.ts'
import { queueJob } from '#server/jobs/jobs.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import type { FellowshipKind } from './form.ts'
import { type ShowPhotograph } from './photograph.server.ts'
import { gradeOf, type NominatedGrade } from './case-types.ts'
import { showPhotographJob } from './jobs.ts'
import { doubtsAboutEntry } from './nominee/register-entry.ts'

export type AdmitRefusal = 'not-in-register' | 'number-taken' | 'other-person'

/** How many may still be elected: the constitution limits Fellows and Honorary Fellows. */
export async function capLeft(db: Db, grade: NominatedGrade): Promise<number> {
  const { capFellows, capHonoraryFellows } = await readSettings(db)
  const caps = { fellow: capFellows, 'honorary-fellow': capHonoraryFellows, 'associate-fellow': Infinity }
  return caps[grade] - (await countHolders(db, grade))
}

/** How many hold a grade, with those who are elected and not yet in the register as such. */
export async function countHolders(db: Db, grade: NominatedGrade): Promise<number> {
  return (await countInRegister(db, grade)) + (await countElected(db, grade))
}

async function countInRegister(db: Db, grade: NominatedGrade): Promise<number> {
  const { count } = await db
    .selectFrom('person')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('grade', '=', grade)
    .where('sample_at', 'is', null)
    .where('died_year', 'is', null)
    .where('binned_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Elected, but not yet in the register as such. */
async function countElected(db: Db, grade: NominatedGrade): Promise<number> {
  const { count } = await db
    .selectFrom('dossier')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('category', '=', grade)
    .where('process', '<>', 'membership')
    .where('state', 'in', ['elected', 'accepted'])
    .executeTakeFirstOrThrow()
  return count
}

interface Accepted {
  id: string
  answers: string
  facts: Record<string, string | undefined>
  /** What the officer has read of the doubts about the person in the register, and answered with a reason. */
  knownObjections: string
}

/** Adds the grade to the register, and shows it to visitors if the nominee agreed. */
export async function admitNominee(
  db: Db,
  actor: Actor,
  kind: FellowshipKind,
  { id, answers: typed, facts, knownObjections }: Accepted,
  now: Date,
): Promise<Outcome<AdmitRefusal, { certificate: Issued }>> {
  const answers = fromJson<Answers>(typed)
  const grade = gradeOf(kind, answers)
  const memberNo = facts['memberNo'] ?? textOf(answers, 'memberNo')
  const current = memberNo ? await findByNumber(db, memberNo) : undefined
  if (!current && grade !== 'honorary-fellow') return { ok: false, reason: 'not-in-register' }
  const doubts = current ? doubtsAboutEntry(current, answers) : []
  if (doubts.some((doubt) => !knownObjections.includes(doubt))) return { ok: false, reason: 'other-person' }

  const accepted = await findAcceptance(db, id)
  const elected = {
    grade,
    fellowNo: facts['fellowNo'] ?? null,
    electedYear: Number((facts['electedOn'] ?? now.toISOString()).slice(0, 4)),
    citation: facts['citation'] ?? textOf(answers, 'citation'),
    // The lists of members and of fellows are one consent here, and the last answer to it is this one.
    listed: accepted.listed === 'yes',
  }
  // Honorary Fellows are also elected from outside, so this may add them to the register.
  const honorary = { category: 'honorary', memberNo: memberNo || (facts['fellowNo'] ?? '') } as const
  const written = current
    ? await changePerson(db, actor, current.id, current.version, { ...current, ...elected }, now)
    : await addPerson(db, actor, { ...personFrom(answers, now), ...honorary, ...elected }, now)
  if (!written.ok) return { ok: false, reason: 'number-taken' }
  const person_id = current?.id ?? ('id' in written ? written.id : '')
  await db.updateTable('dossier').set({ person_id }).where('id', '=', id).execute()
  await learnNominee(db, { caseId: id, person_id, answers }, now)
  const certificateRequest = { kind: 'fellowship', name: accepted.certificateName } as const
  const certificate = await issueCertificate(db, actor, person_id, certificateRequest, now)
  if (!certificate.ok) throw new Error(`The person ${person_id} got no certificate: ${certificate.reason}.`)
  if (accepted.listed === 'yes' && accepted.showPhotograph === 'yes')
    await queueJob(db, showPhotographJob, { dossierId: id } satisfies ShowPhotograph, now)
  return { ok: true, certificate }
}

/** How to reach the elected person, who has accepted by a link that we mailed to the address in the nomination. */
async function learnNominee(
  db: Db,
  { caseId, person_id, answers }: { caseId: string; person_id: string; answers: Answers },
  now: Date,
) {
  const said = { phone: textOf(answers, 'phone'), postalAddress: textOf(answers, 'officeAddress') }
  const email = textOf(answers, 'email').toLowerCase()
  const registered = await learnFromCase(db, person_id, { ...said, provedEmail: email }, now)
  if (registered !== email) await noteOtherAddress(db, caseId, now)
}

/** What the elected person answered. */
async function findAcceptance(db: Db, caseId: string) {
  const row = await db
    .selectFrom('confirmation')
    .select('answer')
    .where('dossier_id', '=', caseId)
    .where('purpose', '=', 'accept')
    .where('answered_at', 'is not', null)
    .orderBy('answered_at', 'desc')
    .executeTakeFirst()
  return fromJson<{ listed?: string; certificateName?: string; showPhotograph?: string }>(row?.answer ?? '{}')
}
