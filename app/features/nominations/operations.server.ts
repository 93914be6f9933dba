import { officeDay } from '#office-time.ts'
import { fromJson } from '#db/engine/json.ts'
import { lockWork } from '#db/engine/lock.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import type { CaseType } from '#features/cases/case-type.ts'
import { askConfirmation } from '#features/cases/confirmation-links.server.ts'
import { forgetConsent } from '#features/cases/one-open-case.server.ts'
import { lockCase, type CaseRow } from '#features/cases/operations.server.ts'
import {
  applyMove,
  refusalToMove,
  type CaseMoveRequest,
  type StaleMoveRefusal,
} from '#features/cases/move-operations.server.ts'
import { considerMove, storeJudgedMove } from '#features/cases/rules/decided-moves.server.ts'
import { clausesOn, setRulesOf } from '#features/cases/rules/ruled-case.server.ts'
import { sendForm, type SendRefusal, type SentCase } from '#features/cases/sending.server.ts'
import { certificateAddress } from '#features/certificates/certificate-content.ts'
import { findPresentAward } from '#features/content/addresses/redirects.server.ts'
import { findDraft } from '#features/forms/drafts/drafts.server.ts'
import { textOf, type Answers } from '#features/forms/questions.ts'
import { sendLetter } from '#features/letters/operations.server.tsx'
import type { Outcome } from '#outcome.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { callFor, callForAward, hasClosed, maySend, type CallNow } from '#features/calls/call.ts'
import { renewedInto, takeIntoCycle } from './cycles.server.ts'
import { admitNominee, capLeft, type AdmitRefusal } from './admission.server.ts'
import type { FellowshipKind, NominationKind } from './form.ts'
import { requestNext, askPerson, nextToAnswer } from './confirmation-requests.server.ts'
import { hasNomineesDetails } from './details/details.ts'
import { factsOf, movedFacts } from './facts.ts'
import { draftRecipient } from './awards/recipient.server.ts'
import { moveToCall } from './calls/call-answers.server.ts'
import { lettersFor } from './awards/letters-for.ts'
import { noticesOf } from './notices.ts'
import { gradeOf, nominations, nominationTypeOf, peopleOf } from './case-types.ts'
import { listCalls } from '#features/calls/queries.server.ts'
import { countDeferrals, factsOfNomination } from './rules/facts.server.ts'
import type { NominationMove } from './workflow.ts'

export type NominateRefusal = SendRefusal | 'closed' | 'other-parts'

/** Accepts a nomination of a fellow and asks its proposer to confirm it. Nobody else is emailed before that. */
export async function submitNomination(
  db: Db,
  actor: Actor,
  origin: string,
  kind: FellowshipKind,
  token: string,
  now: Date,
): Promise<Submitted> {
  return inTransaction(db, async (db) => {
    const draft = await findDraft(db, kind, token, now)
    const call = callFor(await listCalls(db, now), kind, textOf(draft?.answers ?? {}, 'call'))
    if (await moveToCall(db, kind, token, draft, call, now)) return { ok: false, reason: 'other-parts' }
    return submit(db, actor, origin, { caseType: nominations[kind], call }, token, now)
  })
}

/** The same for an award. */
export async function submitForAward(
  db: Db,
  actor: Actor,
  origin: string,
  award: string,
  token: string,
  now: Date,
): Promise<Submitted> {
  return inTransaction(db, async (db) => {
    const draft = await findDraft(db, 'award', token, now)
    const present = await findPresentAward(db, award)
    const call = callForAward(await listCalls(db, now), present, textOf(draft?.answers ?? {}, 'call'))
    if (await moveToCall(db, 'award', token, draft, call, now)) return { ok: false, reason: 'other-parts' }
    const submission = { caseType: nominations.award, call, award: present }
    return submit(db, actor, origin, submission, token, now)
  })
}

type Submitted = Outcome<NominateRefusal, { reference: string }>

interface Submission {
  caseType: CaseType
  call: CallNow | undefined
  award?: string
}

async function submit(
  db: Db,
  actor: Actor,
  origin: string,
  { caseType, call, award = '' }: Submission,
  token: string,
  now: Date,
): Promise<Submitted> {
  const settings = await readSettings(db)
  const cycle = officeDay(new Date(call?.closesAt ?? now)).slice(0, 4)
  return sendForm(
    db,
    actor,
    caseType,
    token,
    settings,
    {
      cycle,
      // Nothing else may be refused here: the sender has not proved an address and must not learn about anyone.
      refuse: (_db, { startedAt, answers }) => {
        // An award may have been renamed since the form was started.
        const isRenamed = call?.award === award && textOf(answers, 'call') === call.id
        const isOfCall = textOf(answers, 'award') === award || isRenamed
        const isOpen = isOfCall && maySend(call, startedAt, settings.graceMinutes, now)
        return Promise.resolve(isOpen ? undefined : 'closed')
      },
      again: async (db, sent, { purpose }) => {
        if (purpose === 'consent') throw new Error('A nominee submits the details and the consent together.')
        const { reference } = sent
        await askForDetailsAgain(db, sent)
        const on = purpose === 'renew' ? ('renew' as const) : ('correct' as const)
        const isWaiting = (await waitsForPeople(db, sent.id)) || (await nextToAnswer(db, sent.id))
        const facts = purpose === 'renew' ? await takeIntoCycle(db, sent.id, renewedInto(call, now)) : {}
        const next = call && hasClosed(call) ? undefined : call
        if (purpose === 'renew') await setRulesOf(db, sent.id, openingOf(next, now))
        const move = isWaiting ? 'ask-again' : on
        await moveNomination(db, actor, origin, { reference, move, by: 'proposer', facts }, now)
        if (isWaiting) await continueNomination(db, actor, origin, sent, now)
      },
      follow: async (db, sent) => {
        await setRulesOf(db, sent.id, openingOf(call, now))
        await askPerson(db, origin, sent.id, 'proposer', now)
      },
    },
    now,
  )
}

/** When a call opened or will open: the rules of that moment judge its nominations. */
function openingOf(call: CallNow | undefined, now: Date): number {
  return call?.opensAt ?? call?.publishedAt ?? now.getTime()
}

/** What the office sent back, or a year carried forward, may be a matter of what the nominee filled in. */
async function askForDetailsAgain(db: Db, { id, answers }: SentCase) {
  if (hasNomineesDetails(answers) && !(await waitsForPeople(db, id))) await forgetConsent(db, id)
}

/** Whether it was never complete: its proposer corrects it meanwhile. */
async function waitsForPeople(db: Db, id: string): Promise<boolean> {
  const { state } = await db
    .selectFrom('dossier')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return state === 'submitted'
}

/** Asks the next person, or starts scrutiny when everyone has answered. */
export async function continueNomination(
  db: Db,
  actor: Actor,
  origin: string,
  { id, reference }: { id: string; reference: string },
  now: Date,
) {
  if ((await requestNext(db, origin, id, now)) === 'complete')
    await moveNomination(db, actor, origin, { reference, move: 'complete', by: 'system', facts: {} }, now)
}

type NominationLimitRefusal = 'cap-reached' | 'carried-too-often' | 'not-announced'
export type NominationRefusal = 'not-found' | StaleMoveRefusal | NominationLimitRefusal | AdmitRefusal

/** A limit that a clause of the published rules sets too. */
interface LimitReached {
  reason: NominationLimitRefusal
  /** The clauses with their words; left out if only the settings say it. */
  clauses?: string[]
}

export type NominationMoved =
  | { ok: true; to: string; version: number }
  | { ok: false; reason: NominationRefusal; clauses?: string[] }

/** Moves a nomination, with everything that depends on the move: caps, letters, links and the register. */
export function moveNomination(
  db: Db,
  actor: Actor,
  origin: string,
  moving: CaseMoveRequest & { move: NominationMove },
  now: Date,
): Promise<NominationMoved> {
  return inTransaction(db, async (db): Promise<NominationMoved> => {
    const caseRow = await lockCase(db, moving.reference)
    if (!caseRow || caseRow.process === 'membership') return { ok: false, reason: 'not-found' }
    const kind = caseRow.process
    const caseType = nominationTypeOf(kind, answersOf(caseRow))
    const refusal = refusalToMove(caseRow, caseType, moving)
    if (refusal) return { ok: false, reason: refusal }
    const limit = await refusalByRule(db, kind, caseRow, moving, now)
    if (limit) return { ok: false, ...limit }
    const about = { workflow: caseType.workflow, move: moving.move }
    const readFacts = () => factsOfNomination(db, caseRow, now)
    const judged = await considerMove(db, caseRow, about, readFacts, now)

    let { facts } = moving
    let link: string | undefined
    const all = { ...fromJson<Record<string, string>>(caseRow.facts), ...facts }
    if (moving.move === 'admit' && kind === 'award') {
      const recipient = await draftRecipient(db, actor, { ...caseRow, facts: all }, now)
      if (recipient !== undefined) facts = { ...facts, recipient }
    } else if (moving.move === 'admit' && kind !== 'award') {
      const { knownObjections = '' } = facts
      const accepted = { ...caseRow, facts: all, knownObjections }
      const admitted = await admitNominee(db, actor, kind, accepted, now)
      if (!admitted.ok) return admitted
      facts = { ...facts, certificate: admitted.certificate.number }
      link = certificateAddress(origin, admitted.certificate.code)
    }
    const moved = await applyMove(db, actor, caseRow, caseType, { ...moving, facts }, now)
    await storeJudgedMove(db, judged, now)
    await notify(db, origin, kind, moved, moving.move, link, now)
    return { ok: true, to: moved.state, version: moved.version }
  })
}

/** What the table cannot know. */
async function refusalByRule(
  db: Db,
  kind: NominationKind,
  caseRow: CaseRow,
  { move, facts }: CaseMoveRequest,
  now: Date,
): Promise<LimitReached | undefined> {
  const grade = gradeOf(kind, answersOf(caseRow))
  if (!grade) return undefined
  if (move === 'elect') {
    // If two people elect simultaneously, the second counts what the first has left.
    await lockWork(db, 'register')
    if ((await capLeft(db, grade)) > 0) return undefined
    return { reason: 'cap-reached', ...(await clausesOn(db, caseRow, 'cap', grade, now)) }
  }
  if (move === 'defer' && (await isSpent(db, caseRow.id)))
    return { reason: 'carried-too-often', ...(await clausesOn(db, caseRow, 'valid-cycles', grade, now)) }
  if (move === 'admit' && facts['announceEarly'] !== 'yes' && isEmbargoed(caseRow, now))
    return { reason: 'not-announced' }
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
  return (await countDeferrals(db, caseId)) + 1 >= validCycles
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
    ...noticesOf(kind, move, caseRow.state),
    ...(alsoNominee ? [{ to: 'nominee', letter: 'notElected' } as const] : []),
  ]
  const facts = { ...factsOf(kind, caseRow.reference, answers), ...movedFacts(move, caseRow.facts) }
  for (const notice of all) {
    const to = people[notice.to]
    if (!to.email) continue
    const purpose = 'asks' in notice ? notice.asks : undefined
    const confirmation = { caseId: caseRow.id, dueAt: caseRow.due_at, ...to }
    const link = purpose ? await askConfirmation(db, origin, { ...confirmation, purpose }, now) : certificate
    await sendLetter(db, to, lettersFor(kind)[notice.letter], { facts, link, caseId: caseRow.id }, now)
  }
}

function answersOf({ answers }: { answers: string }): Answers {
  return fromJson<Answers>(answers)
}
