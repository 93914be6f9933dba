import { officeDay } from '#office-time.ts'
import { fromJson } from '#db/engine/json.ts'
import { lockWork } from '#db/engine/lock.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { askConfirmation } from '#features/cases/confirmation-links.server.ts'
import { confirmSender, findOtherOpen } from '#features/cases/confirmed.server.ts'
import { lockCase, type CaseRow } from '#features/cases/operations.server.ts'
import {
  applyMove,
  refusalToMove,
  type Moving,
  type MovingRefusal,
} from '#features/cases/move-operations.server.ts'
import { sendForm, type SendRefusal, type SentCase } from '#features/cases/sending.server.ts'
import { certificateAddress } from '#features/certificates/statement.ts'
import { dayInWords } from '#features/forms/days.ts'
import type { Answers } from '#features/forms/questions.ts'
import { sendLetter } from '#features/letters/operations.server.tsx'
import type { Outcome } from '#outcome.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { callFor, maySend } from '#features/calls/call.ts'
import { renewedInto, takeIntoCycle } from './cycles.server.ts'
import { admitNominee, capLeft, type AdmitRefusal } from './admission.server.ts'
import type { NominationKind } from './form.ts'
import { nominationLetters, type NominationFacts } from './letters.ts'
import { endings, notices } from './notices.ts'
import { gradeNames, gradeOf, nominations, peopleOf } from './case-types.ts'
import { hasDeclinedToSecond } from './declining.server.ts'
import { listCalls } from '#features/calls/queries.server.ts'
import type { NominationMove } from './workflow.ts'

export type NominateRefusal = SendRefusal | 'closed'

/** Accepts a nomination and emails the three people it concerns for their answers. */
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
  const cycle = officeDay(new Date(call?.closesAt ?? now)).slice(0, 4)
  return sendForm(
    db,
    actor,
    nominations[kind],
    token,
    settings,
    {
      cycle,
      // Nothing else may be refused here: the sender has not proved an address and must not learn about anyone.
      refuse: (_db, { startedAt }) =>
        Promise.resolve(maySend(call, startedAt, settings.graceMinutes, now) ? undefined : 'closed'),
      again: async (db, sent, { before, purpose }) => {
        const isWaiting = await waitsForPeople(db, sent.id)
        const others = newlyNamed(before, sent.answers)
        if (isWaiting && (await mustAskAgain(db, sent, others))) others.push('seconder')
        const on = purpose === 'renew' ? ('renew' as const) : ('correct' as const)
        const move = isWaiting || others.length > 0 ? 'ask-anew' : on
        const { reference } = sent
        const facts = purpose === 'renew' ? await takeIntoCycle(db, sent.id, renewedInto(call, now)) : {}
        await moveNomination(db, actor, origin, { reference, move, by: 'proposer', facts }, now)
        for (const one of others) await askPerson(db, origin, kind, sent, one, now)
        if (isWaiting) await completeIfAnswered(db, actor, origin, sent, now)
      },
      follow: (db, sent) => askPeople(db, origin, kind, sent, now),
    },
    now,
  )
}

async function askPeople(db: Db, origin: string, kind: NominationKind, sent: SentCase, now: Date) {
  await askPerson(db, origin, kind, sent, 'proposer', now)
  await askPerson(db, origin, kind, sent, 'nominee', now)
  if (peopleOf(sent.answers).seconder.email) await askPerson(db, origin, kind, sent, 'seconder', now)
}

const asksOf = {
  proposer: { purpose: 'verify', letter: nominationLetters.received },
  nominee: { purpose: 'consent', letter: nominationLetters.consent },
  seconder: { purpose: 'second', letter: nominationLetters.second },
} as const

type ConfirmingRole = keyof typeof asksOf

async function askPerson(
  db: Db,
  origin: string,
  kind: NominationKind,
  { id, reference, answers }: SentCase,
  who: ConfirmingRole,
  now: Date,
) {
  const person = peopleOf(answers)[who]
  const { purpose, letter } = asksOf[who]
  const { due_at: dueAt, ...subject } = await db
    .selectFrom('dossier')
    .select(['id', 'process', 'subject_key', 'due_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const link = await askConfirmation(db, origin, { caseId: id, purpose, dueAt, ...person }, now)
  const other = await findOtherOpen(db, subject)
  const facts = {
    ...factsOf(kind, reference, answers),
    other: other && who === 'nominee' ? otherSentence(other.reference) : '',
  }
  await sendLetter(db, person, letter, { facts, link, caseId: id }, now)
}

/** What only a nominee who agreed to it may learn. */
function otherSentence(reference: string): string {
  return `You have already agreed to another nomination, ${reference}, that is still open. We can consider only one at a time.`
}

/** Who has not answered for themselves: a confirmation from another address is not this person's. */
function newlyNamed(before: Answers, answers: Answers): ConfirmingRole[] {
  const [earlier, named] = [peopleOf(before), peopleOf(answers)]
  return (['proposer', 'nominee', 'seconder'] as const).filter(
    (who) => named[who].email !== '' && named[who].email !== earlier[who].email,
  )
}

/** Whether it was never complete: its proposer names another seconder meanwhile. */
async function waitsForPeople(db: Db, id: string): Promise<boolean> {
  const { state } = await db
    .selectFrom('dossier')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return state === 'submitted'
}

/** A seconder who said no and is named again may think better of it. */
async function mustAskAgain(db: Db, { id, answers }: SentCase, others: ConfirmingRole[]): Promise<boolean> {
  const { email } = peopleOf(answers).seconder
  return email !== '' && !others.includes('seconder') && (await hasDeclinedToSecond(db, id, email))
}

/** Scrutiny starts when everyone who was asked has answered. */
export async function completeIfAnswered(
  db: Db,
  actor: Actor,
  origin: string,
  { id, reference }: { id: string; reference: string },
  now: Date,
) {
  const open = await db
    .selectFrom('confirmation')
    .select('id')
    .where('dossier_id', '=', id)
    .where('purpose', 'in', ['consent', 'second', 'verify', 'correct'])
    .where('answered_at', 'is', null)
    .where('voided_at', 'is', null)
    .executeTakeFirst()
  if (open) return
  // Nominations from before proposers were asked count from here on.
  await confirmSender(db, id, now)
  await moveNomination(db, actor, origin, { reference, move: 'complete', by: 'system', facts: {} }, now)
}

type RuleRefusal = 'cap-reached' | 'carried-too-often' | 'not-announced'
export type NominationRefusal = 'not-found' | MovingRefusal | RuleRefusal | AdmitRefusal

/** Moves a nomination, with everything that depends on the move: caps, letters, links and the register. */
export function moveNomination(
  db: Db,
  actor: Actor,
  origin: string,
  moving: Moving & { move: NominationMove },
  now: Date,
): Promise<Outcome<NominationRefusal, { to: string }>> {
  return inTransaction(db, async (db) => {
    const caseRow = await lockCase(db, moving.reference)
    if (!caseRow || caseRow.process === 'membership') return { ok: false, reason: 'not-found' }
    const kind = caseRow.process
    const refusal =
      refusalToMove(caseRow, nominations[kind], moving) ??
      (await refusalByRule(db, kind, caseRow, moving, now))
    if (refusal) return { ok: false, reason: refusal }

    let { facts } = moving
    let link: string | undefined
    if (moving.move === 'admit') {
      const all = { ...fromJson<Record<string, string>>(caseRow.facts), ...facts }
      const admitted = await admitNominee(db, actor, kind, { ...caseRow, facts: all }, now)
      if (!admitted.ok) return admitted
      facts = { ...facts, certificate: admitted.certificate.number }
      link = certificateAddress(origin, admitted.certificate.code)
    }
    const moved = await applyMove(db, actor, caseRow, nominations[kind], { ...moving, facts }, now)
    await notify(db, origin, kind, moved, moving.move, link, now)
    return { ok: true, to: moved.state }
  })
}

/** What the table cannot know. */
async function refusalByRule(
  db: Db,
  kind: NominationKind,
  caseRow: CaseRow,
  { move, facts }: Moving,
  now: Date,
): Promise<RuleRefusal | undefined> {
  if (move === 'elect') {
    // If two people elect simultaneously, the second counts what the first has left.
    await lockWork(db, 'register')
    const left = await capLeft(db, gradeOf(kind, answersOf(caseRow)))
    return left > 0 ? undefined : 'cap-reached'
  }
  if (move === 'defer') return (await isSpent(db, caseRow.id)) ? 'carried-too-often' : undefined
  if (move === 'admit' && facts['announceEarly'] !== 'yes')
    return isEmbargoed(caseRow, now) ? 'not-announced' : undefined
  return undefined
}

/** Admission shows the new fellow to visitors, which must not happen before the recorded day. */
function isEmbargoed({ facts }: CaseRow, now: Date): boolean {
  const { embargo = '' } = fromJson<{ embargo?: string }>(facts)
  return embargo > officeDay(now)
}

/** Whether a nomination has used all the cycles that the settings allow. */
async function isSpent(db: Db, caseId: string): Promise<boolean> {
  const { validCycles } = await readSettings(db)
  const { count } = await db
    .selectFrom('dossier_move')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('dossier_id', '=', caseId)
    .where('move', '=', 'defer')
    .executeTakeFirstOrThrow()
  return count + 1 >= validCycles
}

async function notify(
  db: Db,
  origin: string,
  kind: NominationKind,
  caseRow: CaseRow,
  move: NominationMove,
  certificate: string | undefined,
  now: Date,
) {
  const answers = answersOf(caseRow)
  const people = peopleOf(answers)
  const { tellNominee } = await readSettings(db)
  const alsoNominee = move === 'not-elect' && tellNominee
  const all = [
    ...(notices[move] ?? []),
    ...(alsoNominee ? [{ to: 'nominee', letter: nominationLetters.notElected } as const] : []),
  ]
  const facts = { ...factsOf(kind, caseRow.reference, answers), ...movedFacts(move, caseRow.facts) }
  for (const notice of all) {
    const to = people[notice.to]
    if (!to.email) continue
    const purpose = 'asks' in notice ? notice.asks : undefined
    const confirmation = { caseId: caseRow.id, dueAt: caseRow.due_at, ...to }
    const link = purpose ? await askConfirmation(db, origin, { ...confirmation, purpose }, now) : certificate
    await sendLetter(db, to, notice.letter, { facts, link, caseId: caseRow.id }, now)
  }
}

/** What every letter about a nomination may contain. */
export function factsOf(kind: NominationKind, reference: string, answers: Answers): NominationFacts {
  const { proposer, nominee } = peopleOf(answers)
  const grade = gradeNames[gradeOf(kind, answers)]
  return { reference, grade, nominee: nominee.name, proposer: proposer.name }
}

/** What a letter about a move may contain, as recorded last in the case. */
export function movedFacts(move: NominationMove, facts: string): NominationFacts {
  const { reason, rule, due = '', fellowNo, embargo } = fromJson<Record<string, string | undefined>>(facts)
  return {
    reason: endings[move] ?? rule ?? reason ?? '',
    due: dayInWords(due),
    number: fellowNo ?? '',
    announced: `the Academy has announced it${embargo ? `, not before ${dayInWords(embargo)}` : ''}`,
  }
}

function answersOf({ answers }: { answers: string }): Answers {
  return fromJson<Answers>(answers)
}
