import { fromJson } from '#db/json.ts'
import type { Db } from '#db/tables.ts'
import { inTransaction } from '#db/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { takeAnswer } from '#features/cases/answering.server.ts'
import { askConfirmation, type Answered } from '#features/cases/confirmations.server.ts'
import {
  lockDossier,
  moveDossier,
  refusalToMove,
  type Dossier,
  type Moving,
  type MovingRefusal,
} from '#features/cases/operations.server.ts'
import { dayInIndia } from '#features/cases/references.server.ts'
import { sendForm, type SendRefusal } from '#features/cases/sending.server.ts'
import { certificateAddress } from '#features/certificates/operations.server.ts'
import { validityOf } from '#features/certificates/statement.ts'
import { textOf, type Answers } from '#features/forms/questions.ts'
import { sendCaseLetter, type Facts } from '#features/letters/operations.server.tsx'
import { callFor, maySend } from '#features/nominations/cycle.ts'
import { listCalls } from '#features/nominations/queries.server.ts'
import type { Outcome } from '#features/outcome.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { joinNewsletter } from '#features/subscribers/operations.server.ts'
import { enrolApplicant, type EnrolRefusal } from './enrolment.server.ts'
import { applicationCategories, type ApplicationCategory } from './form.ts'
import { endings, tellings } from './letters.ts'
import { memberships } from './process.ts'
import type { Move } from './workflow.ts'

/** Takes an application and asks the applicant to confirm the address. Without a call it is always open. */
export async function submitApplication(
  db: Db,
  actor: Actor,
  origin: string,
  token: string,
  now: Date,
): Promise<Outcome<SendRefusal | 'closed' | 'payment-used', { reference: string }>> {
  const settings = await readSettings(db)
  const call = callFor(await listCalls(db, now), 'membership')
  return sendForm(
    db,
    actor,
    memberships,
    token,
    settings,
    {
      cycle: dayInIndia(now).slice(0, 4),
      refuse: async (db, { begunAt, answers }) => {
        if (call && !maySend(call, begunAt, settings.graceMinutes, now)) return 'closed'
        return (await isPaymentUsed(db, textOf(answers, 'payNumber'))) ? 'payment-used' : undefined
      },
      again: async (db, { reference }) => {
        const moving = { reference, move: 'answer', by: 'applicant', facts: {} } as const
        await moveApplication(db, actor, origin, moving, now)
      },
      follow: async (db, { id, reference, answers }) => {
        const { subjectEmail: email, senderName: name } = memberships.aboutOf(answers)
        const asked = { dossierId: id, purpose: 'verify', name, email } as const
        const link = await askConfirmation(db, origin, asked, now)
        const about = { facts: factsOf(reference, answers), link, dossierId: id }
        await sendCaseLetter(db, { name, email }, 'membership.verify', about, now)
      },
    },
    now,
  )
}

/** One payment stands for one application. */
async function isPaymentUsed(db: Db, number: string): Promise<boolean> {
  if (number === '') return false
  const used = await db
    .selectFrom('dossier')
    .select('id')
    .where('payment_key', '=', number.toUpperCase())
    .where('state', 'not in', ['withdrawn', 'lapsed'])
    .executeTakeFirst()
  return used !== undefined
}

export type ApplicationRefusal = 'not-found' | MovingRefusal | EnrolRefusal

/** Moves an application, with all that hangs on the move: letters, links and the roll. */
export function moveApplication(
  db: Db,
  actor: Actor,
  origin: string,
  moving: Moving & { move: Move },
  now: Date,
): Promise<Outcome<ApplicationRefusal, { to: string }>> {
  return inTransaction(db, async (db) => {
    const dossier = await lockDossier(db, moving.reference)
    if (dossier?.process !== 'membership') return { ok: false, reason: 'not-found' }
    const refusal = refusalToMove(dossier, memberships, moving)
    if (refusal) return { ok: false, reason: refusal }
    let { facts } = moving
    let link: string | undefined
    if (moving.move === 'enrol') {
      const { validFrom, validTo } = facts
      const enrolled = await enrolApplicant(db, actor, dossier, { validFrom, validTo }, now)
      if (!enrolled.ok) return enrolled
      const { memberNo, certificate } = enrolled
      facts = { ...facts, number: memberNo, certificate: certificate.number }
      link = certificateAddress(origin, certificate.code)
    }
    const moved = await moveDossier(db, actor, dossier, memberships, { ...moving, facts }, now)
    await tell(db, origin, moved, moving.move, link, now)
    return { ok: true, to: moved.state }
  })
}

async function tell(
  db: Db,
  origin: string,
  dossier: Dossier,
  move: Move,
  certificate: string | undefined,
  now: Date,
) {
  const telling = tellings[move]
  if (!telling) return
  const answers = fromJson<Answers>(dossier.answers)
  const to = { name: dossier.sender_name, email: dossier.sender_email }
  const purpose = telling.asks
  const asked = { dossierId: dossier.id, dueAt: dossier.due_at, ...to }
  const link = purpose ? await askConfirmation(db, origin, { ...asked, purpose }, now) : certificate
  const facts = { ...factsOf(dossier.reference, answers), ...movedFacts(move, dossier.facts) }
  await sendCaseLetter(db, to, telling.letter, { facts, link, dossierId: dossier.id }, now)
}

export function factsOf(reference: string, answers: Answers): Facts {
  const category = textOf(answers, 'category') as ApplicationCategory
  return { reference, category: applicationCategories[category] }
}

export function movedFacts(move: Move, facts: string): Facts {
  const known = fromJson<Record<string, string | undefined>>(facts)
  const { reason, publicReason, number, validFrom, validTo } = known
  const told = move === 'decline' ? (publicReason ?? '') : (reason ?? '')
  return {
    reason: endings[move] ?? told,
    number: number ?? '',
    validity: validityOf('membership', validFrom ?? null, validTo ?? null) ?? 'from now on',
  }
}

/** The applicant confirms the address by a mailed link. */
export function verifyApplication(
  db: Db,
  actor: Actor,
  origin: string,
  token: string,
  answered: Answered,
  now: Date,
): Promise<Outcome<'not-found' | 'changed'>> {
  return inTransaction(db, async (db) => {
    const taken = await takeAnswer(db, actor, 'verify', token, answered, now)
    if (!taken.ok) return taken
    const { reference, sender_email, sender_name, answers } = taken.dossier
    await moveApplication(db, actor, origin, { reference, move: 'verify', by: 'applicant', facts: {} }, now)
    if (textOf(fromJson<Answers>(answers), 'newsletter') === 'yes')
      await joinNewsletter(db, origin, sender_email, sender_name, now)
    return { ok: true }
  })
}
