import type { StaffActor } from '#features/audit/actor.ts'
import { fromJson } from '#db/engine/json.ts'
import type { Db, Tables } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { readerOn, type CaseReader } from '#features/case-access/case-access.server.ts'
import { record } from '#features/audit/operations.server.ts'
import { unseal } from '#features/forms/sealed.server.ts'
import type { Answers } from '#features/forms/questions.ts'
import { feeOfCase, listPayments } from '#features/memberships/ledger.server.ts'
import { listCorrectable } from '#features/nominations/address-correction.server.ts'
import { shownHash, type ShownPurpose } from '#features/nominations/shown-nomination.ts'
import type { FileStore } from '#server/files/files.server.ts'
import { listPossibleDuplicates } from './possible-duplicates.server.ts'
import {
  findCaseFile,
  findCase,
  listAssignable,
  listConflicts,
  listEarlierTexts,
  listFiles,
  listLettersAbout,
  listMoves,
  listNotes,
} from './case-queries.server.ts'
import { listConfirmations } from '#features/cases/confirmations.server.ts'
import { contentHash } from '#features/cases/content-hash.ts'
import { compareWithRegister } from './doubts.server.ts'
import { findDecision } from './decisions.server.ts'
import { ruleObjections } from './rules/objections.server.ts'
import type { CaseListQuery } from './casework-form.ts'
import {
  countCases,
  countQueues,
  eachCase,
  listCaseChoices,
  listCases,
  type CaseFilter,
} from './list-queries.server.ts'
import { caseTypes } from './case-types.ts'

/**
 * What staff read of cases. Cases are confidential, so each reading is recorded in the trail, and a case that names the
 * reader is not found.
 */

export function readCaseList(db: Db, actor: StaffActor, query: CaseListQuery, now: Date) {
  return inTransaction(db, async (db) => {
    const reader = readerOn(actor, now)
    const found = await listCases(db, query, reader)
    await record(db, actor, 'case-list.read', 'cases', { ...query, shown: found.cases.length }, now)
    return { ...found, queues: await countQueues(db, reader), ...(await listCaseChoices(db, reader)) }
  })
}

/** The matching cases that this person may read, for a file. */
export async function readCasesToExport(db: Db, actor: StaffActor, filter: CaseFilter, now: Date) {
  const reader = readerOn(actor, now)
  return { count: await countCases(db, filter, reader), cases: eachCase(db, filter, reader) }
}

/** Everything about one case. */
export function readCase(db: Db, actor: StaffActor, reference: string, now: Date) {
  return inTransaction(db, async (db) => {
    const read = await gatherCase(db, readerOn(actor, now), reference, now)
    if (read) await record(db, actor, 'case.read', `case:${reference}`, {}, now)
    return read
  })
}

/**
 * The same for an operation that has its own entry in the trail. The hash is computed again, so that a change made
 * outside the site is noticed too.
 */
export async function gatherCase(db: Db, reader: CaseReader, reference: string, now: Date) {
  const caseRow = await findCase(db, reader, reference)
  if (!caseRow) return undefined
  const { id } = caseRow
  const answers = fromJson<Answers>(caseRow.answers)
  const files = await listFiles(db, id)
  const answers_hash = contentHash(caseTypes[caseRow.process], caseRow.form_version, answers, files)
  return {
    caseRow,
    answers,
    files,
    isUnchanged: answers_hash === caseRow.answers_hash,
    confirmations: await listConfirmations(db, {
      id,
      answers_hash,
      seen: seenNow(caseRow, answers, files),
    }),
    correctable: await listCorrectable(db, { ...caseRow, answers }),
    earlier: await listEarlierTexts(db, id),
    moves: await listMoves(db, id),
    decision: await findDecision(db, id),
    notes: await listNotes(db, id),
    letters: await listLettersAbout(db, id),
    conflicts: await listConflicts(db, reader, caseRow),
    alike: await listPossibleDuplicates(db, reader, caseRow),
    register: await compareWithRegister(db, caseRow.process, answers),
    ruleObjections: await ruleObjections(db, id, now),
    staff: await listAssignable(db, id, reader.day),
    payments: caseRow.process === 'membership' ? await listPayments(db, id) : undefined,
    fee: caseRow.process === 'membership' ? await feeOfCase(db, caseRow) : undefined,
  }
}

/** What the nominee, the seconder and the elected person see of a nomination. */
function seenNow(
  { process: caseType, form_version: formVersion, facts: recorded }: Tables['dossier'],
  answers: Answers,
  files: Awaited<ReturnType<typeof listFiles>>,
) {
  if (caseType === 'membership') return {}
  const facts = fromJson<Record<string, string>>(recorded)
  const seen = (purpose: ShownPurpose) => shownHash(purpose, { formVersion, answers, facts, files })
  return { consent: seen('consent'), second: seen('second'), accept: seen('accept') }
}

export type ReadCase = NonNullable<Awaited<ReturnType<typeof gatherCase>>>

/** Opens one file of a case. The audit entry is written before the bytes are sent. */
export async function readCaseFile(
  db: Db,
  actor: StaffActor,
  store: FileStore,
  reference: string,
  id: string,
  now: Date,
): Promise<{ name: string; mediaType: string; bytes: Buffer } | undefined> {
  const file = await findCaseFile(db, readerOn(actor, now), reference, id)
  if (!file?.fileKey) return undefined
  const bytes = unseal(Buffer.from(file.fileKey, 'base64url'), await store.read(file.sha256))
  await inTransaction(db, (db) => record(db, actor, 'case-file.read', `case:${reference}`, { file: id }, now))
  return { name: file.name, mediaType: file.mediaType, bytes }
}
