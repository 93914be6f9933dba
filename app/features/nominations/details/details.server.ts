import { toJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { CaseType } from '#features/cases/case-type.ts'
import { confirmSubject, refusingSecondOpenCase } from '#features/cases/one-open-case.server.ts'
import { lockCase, type CaseRow } from '#features/cases/operations.server.ts'
import { findCaseById } from '#features/cases/queries.server.ts'
import { sendForm, type SendRefusal, type SentCase } from '#features/cases/sending.server.ts'
import { findDraft, type FormDraft } from '#features/forms/drafts/drafts.server.ts'
import type { Outcome } from '#outcome.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { noteOtherOpenIn } from '#features/nominations/answering.server.ts'
import { consentIn, consentWording, isNomineesForm } from './details.ts'
import { continueNomination } from '#features/nominations/operations.server.ts'
import { readShownHash } from '#features/nominations/shown-nomination.server.ts'

export type DetailsRefusal = SendRefusal | 'changed' | 'other-open'

interface DetailsSent {
  /** Of the draft. */
  token: string
  /** The hash of what the nominee read of the nomination on the page with the button. */
  shown: string
}

/**
 * The nominee submits the details and agrees to the nomination. Both are saved together, so a nomination is never
 * considered with one of them missing. The consent is bound to what the nomination then says.
 */
export async function submitDetails(
  db: Db,
  actor: Actor,
  origin: string,
  caseType: CaseType,
  sent: DetailsSent,
  now: Date,
): Promise<Outcome<DetailsRefusal, { reference: string }>> {
  const draft = await findDraft(db, caseType.name, sent.token, now)
  const outcome = await refusingSecondOpenCase(() =>
    inTransaction(db, (db) => submit(db, actor, origin, caseType, { ...sent, draft }, now)),
  )
  if (!outcome.ok && outcome.reason === 'other-open' && draft?.reopens)
    await noteOtherOpenIn(db, draft.reopens.caseId, now)
  return outcome
}

async function submit(
  db: Db,
  actor: Actor,
  origin: string,
  caseType: CaseType,
  { token, shown, draft }: DetailsSent & { draft: FormDraft | undefined },
  now: Date,
): Promise<Outcome<SendRefusal | 'changed', { reference: string }>> {
  const settings = await readSettings(db)
  const caseRow = draft && draft.sentAs === undefined ? await lockCaseOf(db, draft) : undefined
  if (caseRow && (await readShownHash(db, 'consent', caseRow)) !== shown)
    return { ok: false, reason: 'changed' }
  return sendForm(
    db,
    actor,
    caseType,
    token,
    settings,
    {
      cycle: caseRow?.cycle ?? '',
      refuse: () => Promise.resolve('not-found' as const),
      again: async (db, sent, { purpose, confirmationId }) => {
        if (purpose !== 'consent' || !draft) throw new Error('Only a nominee submits details.')
        const wording = consentWording(caseType.formFor(settings, draft.answers))
        await bindConsent(db, sent, { id: confirmationId, answer: consentIn(draft.answers), wording })
        await record(db, actor, 'case.answered', `case:${sent.reference}`, { purpose }, now)
        await confirmSubject(db, sent.id, now)
        await continueNomination(db, actor, origin, sent, now)
      },
      follow: () => Promise.reject(new Error('Details belong to a nomination.')),
    },
    now,
  )
}

async function lockCaseOf(db: Db, { reopens, answers }: FormDraft): Promise<CaseRow | undefined> {
  const found = reopens && isNomineesForm(answers) ? await findCaseById(db, reopens.caseId) : undefined
  return found && (await lockCase(db, found.reference))
}

/** The answer to the request, as if it had been given on the page of the link. */
async function bindConsent(
  db: Db,
  { id }: SentCase,
  consent: { id: string; answer: object; wording: string },
) {
  const caseRow = await db
    .selectFrom('dossier')
    .select(['id', 'form_version', 'answers', 'facts'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('confirmation')
    .set({
      answer: toJson(consent.answer),
      wording: consent.wording,
      seen_hash: await readShownHash(db, 'consent', caseRow),
    })
    .where('id', '=', consent.id)
    .execute()
}
