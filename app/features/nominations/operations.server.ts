import { fromJson } from '#db/json.ts'
import { lockWork, lockWorkOn } from '#db/lock.server.ts'
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
import { sendForm, type SendRefusal, type SentCase } from '#features/cases/sending.server.ts'
import { certificateAddress } from '#features/certificates/operations.server.ts'
import { dayInWords } from '#features/forms/days.ts'
import type { Answers } from '#features/forms/questions.ts'
import { sendCaseLetter, type Facts } from '#features/letters/operations.server.tsx'
import type { Outcome } from '#features/outcome.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { callFor, maySend } from './cycle.ts'
import { countByProposer, renewedInto, takeIntoCycle } from './cycles.server.ts'
import { admitNominee, capLeft, type AdmitRefusal } from './admission.server.ts'
import type { NominationKind } from './form.ts'
import { endings, tellings } from './letters.ts'
import { forgetPhotograph } from './photograph.server.ts'
import { gradeNames, gradeOf, nominations, peopleOf } from './process.ts'
import { listCalls } from './queries.server.ts'
import type { Move } from './workflow.ts'

export type NominateRefusal = SendRefusal | 'closed' | 'too-many-by-proposer'

/** Takes a nomination and writes to the three people whom it concerns. */
export async function submitNomination(
  db: Db,
  actor: Actor,
  origin: string,
  kind: NominationKind,
  token: string,
  now: Date,
): Promise<Outcome<NominateRefusal, { reference: string }>> {
  const settings = await readSettings(db)
  const call = callFor(await listCalls(db, now), kind)
  const cycle = dayInIndia(new Date(call?.closesAt ?? now)).slice(0, 4)
  return sendForm(
    db,
    actor,
    nominations[kind],
    token,
    settings,
    {
      cycle,
      refuse: async (db, { begunAt, answers }) => {
        if (!maySend(call, begunAt, settings.graceMinutes, now)) return 'closed'
        const { email } = peopleOf(answers).proposer
        // Of two that one proposer sends at once, the second counts what the first has left.
        await lockWorkOn(db, 'proposer', email)
        const made = await countByProposer(db, kind, email, cycle)
        return made >= settings.mostPerProposer ? 'too-many-by-proposer' : undefined
      },
      again: async (db, sent, { before, purpose }) => {
        const others = newlyNamed(before, sent.answers)
        const on = purpose === 'renew' ? ('renew' as const) : ('correct' as const)
        const move = others.length > 0 ? 'ask-anew' : on
        const { reference } = sent
        const facts = purpose === 'renew' ? await takeIntoCycle(db, sent.id, renewedInto(call, now)) : {}
        await moveNomination(db, actor, origin, { reference, move, by: 'proposer', facts }, now)
        for (const one of others) await askPerson(db, origin, kind, sent, one, now)
      },
      follow: (db, sent) => askPeople(db, origin, kind, sent, now),
    },
    now,
  )
}

async function askPeople(db: Db, origin: string, kind: NominationKind, sent: SentCase, now: Date) {
  const { id, reference, answers } = sent
  const { proposer, seconder } = peopleOf(answers)
  const about = { facts: factsOf(kind, reference, answers), dossierId: id }
  await sendCaseLetter(db, proposer, 'nomination.received', about, now)
  await askPerson(db, origin, kind, sent, 'nominee', now)
  if (seconder.email) await askPerson(db, origin, kind, sent, 'seconder', now)
}

const asksOf = { nominee: 'consent', seconder: 'second' } as const

type Asking = keyof typeof asksOf

async function askPerson(
  db: Db,
  origin: string,
  kind: NominationKind,
  { id, reference, answers }: SentCase,
  who: Asking,
  now: Date,
) {
  const person = peopleOf(answers)[who]
  const purpose = asksOf[who]
  const link = await askConfirmation(db, origin, { dossierId: id, purpose, ...person }, now)
  const facts = factsOf(kind, reference, answers)
  await sendCaseLetter(db, person, `nomination.${purpose}`, { facts, link, dossierId: id }, now)
}

/** Who has not answered for themselves: what another address has confirmed is not this person's word. */
function newlyNamed(before: Answers, answers: Answers): Asking[] {
  const [earlier, named] = [peopleOf(before), peopleOf(answers)]
  return (['nominee', 'seconder'] as const).filter(
    (who) => named[who].email !== '' && named[who].email !== earlier[who].email,
  )
}

type RuleRefusal = 'cap-reached' | 'carried-too-often' | 'not-announced'
export type NominationRefusal = 'not-found' | MovingRefusal | RuleRefusal | AdmitRefusal

/** Moves a nomination, with all that hangs on the move: caps, letters, links and the roll. */
export function moveNomination(
  db: Db,
  actor: Actor,
  origin: string,
  moving: Moving & { move: Move },
  now: Date,
): Promise<Outcome<NominationRefusal, { to: string }>> {
  return inTransaction(db, async (db) => {
    const dossier = await lockDossier(db, moving.reference)
    if (!dossier || dossier.process === 'membership') return { ok: false, reason: 'not-found' }
    const kind = dossier.process
    const refusal =
      refusalToMove(dossier, nominations[kind], moving) ??
      (await refusalByRule(db, kind, dossier, moving, now))
    if (refusal) return { ok: false, reason: refusal }

    let { facts } = moving
    let link: string | undefined
    if (moving.move === 'admit') {
      const all = { ...fromJson<Record<string, string>>(dossier.facts), ...facts }
      const admitted = await admitNominee(db, actor, kind, { ...dossier, facts: all }, now)
      if (!admitted.ok) return admitted
      facts = { ...facts, certificate: admitted.certificate.number }
      link = certificateAddress(origin, admitted.certificate.code)
    }
    const moved = await moveDossier(db, actor, dossier, nominations[kind], { ...moving, facts }, now)
    await tell(db, origin, kind, moved, moving.move, link, now)
    return { ok: true, to: moved.state }
  })
}

/** What the table cannot know. */
async function refusalByRule(
  db: Db,
  kind: NominationKind,
  dossier: Dossier,
  { move, facts }: Moving,
  now: Date,
): Promise<RuleRefusal | undefined> {
  if (move === 'elect') {
    // Of two who elect at once, the second counts what the first has left.
    await lockWork(db, 'roll')
    const left = await capLeft(db, gradeOf(kind, answersOf(dossier)))
    return left > 0 ? undefined : 'cap-reached'
  }
  if (move === 'defer') return (await isSpent(db, dossier.id)) ? 'carried-too-often' : undefined
  if (move === 'admit' && facts['announceEarly'] !== 'yes')
    return isEmbargoed(dossier, now) ? 'not-announced' : undefined
  return undefined
}

/** Admission shows the new fellow to visitors, which must not come before the day that was recorded. */
function isEmbargoed({ facts }: Dossier, now: Date): boolean {
  const { embargo = '' } = fromJson<{ embargo?: string }>(facts)
  return embargo > dayInIndia(now)
}

/** Whether a nomination has stood for all the cycles that the settings give it. */
async function isSpent(db: Db, dossierId: string): Promise<boolean> {
  const { validCycles } = await readSettings(db)
  const { count } = await db
    .selectFrom('dossier_move')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('dossier_id', '=', dossierId)
    .where('move', '=', 'defer')
    .executeTakeFirstOrThrow()
  return count + 1 >= validCycles
}

async function tell(
  db: Db,
  origin: string,
  kind: NominationKind,
  dossier: Dossier,
  move: Move,
  certificate: string | undefined,
  now: Date,
) {
  const answers = answersOf(dossier)
  const people = peopleOf(answers)
  const { tellNominee } = await readSettings(db)
  const alsoNominee = move === 'not-elect' && tellNominee
  const all = [
    ...(tellings[move] ?? []),
    ...(alsoNominee ? [{ to: 'nominee', letter: 'nomination.not-elected' } as const] : []),
  ]
  const facts = { ...factsOf(kind, dossier.reference, answers), ...movedFacts(move, dossier.facts) }
  for (const telling of all) {
    const to = people[telling.to]
    if (!to.email) continue
    const purpose = 'asks' in telling ? telling.asks : undefined
    const asked = { dossierId: dossier.id, dueAt: dossier.due_at, ...to }
    const link = purpose ? await askConfirmation(db, origin, { ...asked, purpose }, now) : certificate
    await sendCaseLetter(db, to, telling.letter, { facts, link, dossierId: dossier.id }, now)
  }
}

/** What every letter about a nomination may tell. */
export function factsOf(kind: NominationKind, reference: string, answers: Answers): Facts {
  const { proposer, nominee } = peopleOf(answers)
  const grade = gradeNames[gradeOf(kind, answers)]
  return { reference, grade, nominee: nominee.name, proposer: proposer.name }
}

/** What a letter about a move may tell, as the case recorded it last. */
export function movedFacts(move: Move, facts: string): Facts {
  const { reason, rule, due = '', fellowNo, embargo } = fromJson<Record<string, string | undefined>>(facts)
  return {
    reason: endings[move] ?? rule ?? reason ?? '',
    due: dayInWords(due),
    number: fellowNo ?? '',
    announced: `the Academy has announced it${embargo ? `, not before ${dayInWords(embargo)}` : ''}`,
  }
}

/** What the nominee and the seconder answer, and the nominee who is elected. */
export type AnswerPurpose = 'consent' | 'second' | 'accept'

/**
 * Keeps an answer that came by a mailed link, and moves the nomination where that was the last it waited for. A
 * nominee who says no ends it.
 */
export function answerNomination(
  db: Db,
  actor: Actor,
  origin: string,
  purpose: AnswerPurpose,
  token: string,
  answered: Answered & { agrees: boolean },
  now: Date,
): Promise<Outcome<'not-found' | 'changed'>> {
  return inTransaction(db, async (db) => {
    const taken = await takeAnswer(db, actor, purpose, token, answered, now)
    if (!taken.ok) return taken
    const { dossier } = taken
    const move = await moveAfter(db, dossier.id, purpose, answered.agrees)
    if (move) {
      const by = move === 'complete' ? ('system' as const) : ('nominee' as const)
      await moveNomination(db, actor, origin, { reference: dossier.reference, move, by, facts: {} }, now)
    }
    return { ok: true }
  })
}

async function moveAfter(
  db: Db,
  dossierId: string,
  purpose: AnswerPurpose,
  agrees: boolean,
): Promise<Move | undefined> {
  if (purpose === 'accept' && !agrees) await forgetPhotograph(db, dossierId)
  if (purpose === 'accept') return agrees ? 'accept' : 'decline'
  if (purpose === 'consent' && !agrees) return 'decline'
  const open = await db
    .selectFrom('confirmation')
    .select('id')
    .where('dossier_id', '=', dossierId)
    .where('purpose', 'in', ['consent', 'second'])
    .where('answered_at', 'is', null)
    .where('voided_at', 'is', null)
    .executeTakeFirst()
  return open ? undefined : 'complete'
}

function answersOf({ answers }: { answers: string }): Answers {
  return fromJson<Answers>(answers)
}
