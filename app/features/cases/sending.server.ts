import { officeDay } from '#office-time.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { checkForm } from '#features/forms/check.ts'
import { spendDraft, type FormDraft } from '#features/forms/drafts/drafts.server.ts'
import { submittedAnswers } from '#features/forms/fields.ts'
import { undecidedIn } from '#features/forms/drafts/other-answers.ts'
import type { Answers } from '#features/forms/questions.ts'
import type { Outcome } from '#outcome.ts'
import type { Settings } from '#features/settings/settings.ts'
import { noteUnusualVolume } from './unusual-volume.server.ts'
import { openCase } from './operations.server.ts'
import type { CaseType } from './case-type.ts'
import { correctCase, type FormPurpose } from './reopening.server.ts'

/** What one case type adds to the submission of its form. */
export interface SubmissionRules<Reason extends string> {
  cycle: string
  /** Why it cannot be accepted, apart from errors in the answers. */
  refuse: (db: Db, draft: FormDraft) => Promise<Reason | undefined>
  /** Moves a case that was sent back and submitted again. */
  again: (db: Db, sent: SentCase, was: Resubmission) => Promise<void>
  /** What follows in the same transaction: letters and confirmation requests. */
  follow: (db: Db, sent: SentCase) => Promise<void>
}

export interface Resubmission {
  /** What the case said before. */
  before: Answers
  /** The request by which the form was opened. */
  purpose: FormPurpose
  confirmationId: string
}

export interface SentCase {
  id: string
  reference: string
  answers: Answers
  /** The form it came from; a corrected case comes from another one. */
  draftId: string
}

export type SendRefusal = 'not-found' | 'faulty'

/** Makes a case of a draft, only once. A repeated submission gets the same reference. */
export function sendForm<Reason extends string>(
  db: Db,
  actor: Actor,
  caseType: CaseType,
  token: string,
  settings: Settings,
  sending: SubmissionRules<Reason>,
  now: Date,
): Promise<Outcome<SendRefusal | Reason, { reference: string }>> {
  return inTransaction(db, async (db) => {
    const spent = await spendDraft(db, caseType.name, token, now)
    if (!spent.ok && spent.sentAs !== undefined) return { ok: true, reference: spent.sentAs }
    if (!spent.ok) return { ok: false, reason: 'not-found' }
    const { draft, spend } = spent
    const form = caseType.formFor(settings, draft.answers)
    const faults = checkForm(form, draft.answers, draft.files, officeDay(now), caseType.rules)
    const undecided = undecidedIn(form, draft)
    if (Object.keys({ ...faults, ...undecided }).length > 0) return { ok: false, reason: 'faulty' }
    const answers = submittedAnswers(form, draft.answers)
    const files = draft.files.filter(({ question }) => isStillApplicable(form.parts, question))
    if (draft.reopens) {
      const corrected = { answers, formVersion: form.version, files }
      const put = await correctCase(db, caseType, { ...draft, reopens: draft.reopens }, corrected, now)
      if (!put.ok) return put
      await spend(put.reference)
      await sending.again(
        db,
        { id: draft.reopens.caseId, reference: put.reference, answers: put.answers, draftId: draft.id },
        put,
      )
      return { ok: true, reference: put.reference }
    }
    const refusal = await sending.refuse(db, draft)
    if (refusal) return { ok: false, reason: refusal }
    const sent = { answers, formVersion: form.version, files, draftId: draft.id, cycle: sending.cycle }
    const opened = await openCase(db, actor, caseType, sent, now)
    await noteUnusualVolume(db, actor, { id: opened.id, sender: caseType.aboutOf(answers).senderEmail }, now)
    await spend(opened.reference)
    await sending.follow(db, { ...opened, answers, draftId: draft.id })
    return { ok: true, reference: opened.reference }
  })
}

function isStillApplicable(parts: { questions: { name: string }[] }[], question: string): boolean {
  return parts.some(({ questions }) => questions.some(({ name }) => name === question))
}
