import { fromJson } from '#db/engine/json.ts'
import type { CaseTypeName, Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { hasProcedure, type CallNow } from '#features/calls/call.ts'
import { findConfirmation } from '#features/cases/confirmations.server.ts'
import { listDraftFiles } from '#features/cases/reopening.server.ts'
import { beginCounted, type NotStarted } from '#features/forms/drafts/beginning.server.ts'
import { fillDraft } from '#features/forms/drafts/draft-files.server.ts'
import { findDraft } from '#features/forms/drafts/drafts.server.ts'
import type { Answers, FormPart } from '#features/forms/questions.ts'
import { readCallAnswers } from '#features/nominations/calls/call-answers.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import type { Outcome } from '#outcome.ts'
import { caseTypes } from './case-types.ts'

/** Cases that ended without a decision of the Academy: their senders may submit the same again. */
const endedByPeople: readonly string[] = ['lapsed', 'withdrawn']

interface EndedCase {
  process: CaseTypeName
  state: string
  erased_at: number | null
}

export function canStartAgain({ process: caseType, state, erased_at }: EndedCase): boolean {
  // Applications are declined by the Academy, nominations by the nominee.
  const isOfNominee = state === 'declined' && caseType !== 'membership'
  return (endedByPeople.includes(state) || isOfNominee) && erased_at === null
}

export interface StartAgainRequest {
  /** The token of the link that shows the status. */
  link: string
  network: string
  /** The token of the draft that the browser has of a form. */
  draftOf: (form: CaseTypeName, answers: Answers) => string | undefined
  /** The open call, under which the new form starts. */
  call?: CallNow | undefined
}

export type AgainRefusal = 'not-found' | 'has-other-form' | NotStarted

/**
 * Starts a new form with the answers and files of a lapsed, withdrawn or declined one. Declarations, consents and
 * signatures are not copied: the person gives them again.
 */
export function startAgain(
  db: Db,
  { link, network, draftOf, call }: StartAgainRequest,
  now: Date,
): Promise<Outcome<AgainRefusal, { form: CaseTypeName; token: string }>> {
  return inTransaction(db, async (db) => {
    const confirmation = await findConfirmation(db, 'status', link, now)
    if (!confirmation || confirmation.isOver || confirmation.answeredAt)
      return { ok: false, reason: 'not-found' }
    const caseRow = await db
      .selectFrom('dossier')
      .select(['id', 'process', 'state', 'answers', 'erased_at'])
      .where('id', '=', confirmation.caseId)
      .executeTakeFirst()
    if (!caseRow || !canStartAgain(caseRow)) return { ok: false, reason: 'not-found' }
    const { process: form } = caseRow
    const answers = fromJson<Answers>(caseRow.answers)
    const own = draftOf(form, answers)
    const draft = own === undefined ? undefined : await findDraft(db, form, own, now)
    if (draft && draft.sentAs === undefined) return { ok: false, reason: 'has-other-form' }

    const started = await beginCounted(db, form, network, now)
    if (!started.ok) return started
    const { formFor, shares } = caseTypes[form]
    const fromCall = call && hasProcedure(call) ? await readCallAnswers(db, call) : {}
    const copied = { ...(shares?.copy(answers) ?? answers), ...fromCall }
    const { parts } = formFor(await readSettings(db), copied)
    const current = new Set(parts.flatMap(({ questions }) => questions.map(({ name }) => name)))
    const files = (await listDraftFiles(db, caseRow.id)).filter(({ question }) => current.has(question))
    const filled = await fillDraft(
      db,
      form,
      started.token,
      { answers: withoutDeclarations(parts, copied), files },
      now,
    )
    if (!filled.ok) throw new Error(`A new form was not filled: ${filled.reason}.`)
    return { ok: true, form, token: started.token }
  })
}

/** What someone answered, without what they agreed to or signed. */
function withoutDeclarations(parts: readonly FormPart[], answers: Answers): Answers {
  const given = new Set(
    parts.flatMap(({ questions }) =>
      questions.filter(({ kind, name }) => kind === 'tick' || name === 'signature').map(({ name }) => name),
    ),
  )
  return Object.fromEntries(Object.entries(answers).filter(([name]) => !given.has(name)))
}
