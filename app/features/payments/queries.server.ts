import { sql } from 'kysely'
import { dayMs } from '#office-time.ts'
import { isVisibleTo, readerOn, type CaseReader } from '#features/case-access/case-access.server.ts'
import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import { textOf, type Answers } from '#features/forms/questions.ts'
import { feeOf } from '#features/memberships/case-type.ts'
import { readMoney } from '#features/memberships/money.ts'
import { settledStates } from '#features/memberships/workflow.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import type { Columns } from './columns.ts'
import type { ShownLines } from './lines.ts'
import { proposeMatches, type UnpaidApplication, type OpenLine, type Proposal } from './match.ts'

export const linesPerPage = 100

const statementsPerPage = 50

/** One page of the uploaded statements with how many of their lines were matched, newest first, and how many there are. */
export async function listStatements(db: Db, page: number) {
  const { total } = await db
    .selectFrom('payment_import')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('payment_import')
    .leftJoin('staff_user', 'staff_user.id', 'payment_import.created_by')
    .select([
      'payment_import.id',
      'file_name as fileName',
      'mapping',
      'payment_import.created_at as createdAt',
      'staff_user.name as by',
    ])
    .select((eb) => [
      eb
        .selectFrom('payment_line')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .whereRef('payment_line.import_id', '=', 'payment_import.id')
        .as('lines'),
      eb
        .selectFrom('payment_line')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .whereRef('payment_line.import_id', '=', 'payment_import.id')
        .where('settled_as', '=', 'matched')
        .as('matched'),
    ])
    .orderBy('payment_import.created_at', 'desc')
    .orderBy('payment_import.id', 'desc')
    .limit(statementsPerPage)
    .offset((page - 1) * statementsPerPage)
    .execute()
  const statements = rows.map(({ mapping, lines, matched, ...one }) => ({
    ...one,
    lines: lines ?? 0,
    matched: matched ?? 0,
    isMapped: mapping !== null,
  }))
  return { statements, total, pageSize: statementsPerPage }
}

export async function findStatement(db: Db, id: string) {
  const row = await db
    .selectFrom('payment_import')
    .select(['id', 'file_name', 'headings', 'mapping', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      fileName: row.file_name,
      headings: fromJson<string[]>(row.headings),
      columns: row.mapping === null ? undefined : fromJson<Columns>(row.mapping),
      createdAt: row.created_at,
    }
  )
}

/** The first lines, for mapping the columns. */
export async function listFirstCells(db: Db, id: string, max: number): Promise<string[][]> {
  const rows = await db
    .selectFrom('payment_line')
    .select('cells')
    .where('import_id', '=', id)
    .orderBy('number')
    .limit(max)
    .execute()
  return rows.map(({ cells }) => fromJson<string[]>(cells))
}

/** Whether an earlier line says the same: the first one counts. */
export const isDuplicate = sql<boolean>`exists (
  select 1 from payment_line as earlier
  where earlier.line_hash = payment_line.line_hash and earlier.id < payment_line.id
)`

function linesOf(db: Db, importId: string, show: ShownLines) {
  const lines = db.selectFrom('payment_line').where('payment_line.import_id', '=', importId)
  switch (show) {
    case 'open':
      return lines
        .where('settled_as', 'is', null)
        .where('problem', 'is', null)
        .where(sql<boolean>`not ${isDuplicate}`)
    case 'matched':
      return lines.where('settled_as', '=', 'matched')
    case 'aside':
      return lines.where('settled_as', '=', 'set-aside')
    case 'duplicate':
      return lines.where('settled_as', 'is', null).where('problem', 'is', null).where(isDuplicate)
    case 'useless':
      return lines.where('settled_as', 'is', null).where('problem', 'is not', null)
  }
}

export async function countLines(db: Db, importId: string): Promise<Record<ShownLines, number>> {
  const count = async (show: ShownLines) => {
    const { total } = await linesOf(db, importId, show)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return total
  }
  return {
    open: await count('open'),
    matched: await count('matched'),
    aside: await count('aside'),
    duplicate: await count('duplicate'),
    useless: await count('useless'),
  }
}

/** The lines of one kind, in the order of the statement, with their outcome. */
export function listLines(db: Db, reader: CaseReader, importId: string, show: ShownLines, page: number) {
  return linesOf(db, importId, show)
    .leftJoin('dossier', (join) =>
      join.onRef('dossier.id', '=', 'payment_line.dossier_id').on(isVisibleTo(reader)),
    )
    .leftJoin('staff_user', 'staff_user.id', 'payment_line.settled_by')
    .select((eb) =>
      eb
        .selectFrom('case_payment')
        .select('case_payment.id')
        .whereRef('case_payment.line_id', '=', 'payment_line.id')
        .as('paymentId'),
    )
    .select([
      'payment_line.id',
      'payment_line.number',
      'paid_on as paidOn',
      'amount',
      'pay_number as payNumber',
      'payer',
      'problem',
      'settled_at as settledAt',
      'dossier.reference as reference',
      'staff_user.name as settledBy',
    ])
    .orderBy('payment_line.number')
    .limit(linesPerPage)
    .offset((page - 1) * linesPerPage)
    .execute()
}

/** What the site proposes for the lines that are still open. */
export async function listProposals(
  db: Db,
  staffId: string,
  importId: string,
  now: Date,
): Promise<Proposal[]> {
  const lines = await linesOf(db, importId, 'open')
    .select(['payment_line.id', 'paid_on', 'amount', 'pay_number', 'payer'])
    .orderBy('payment_line.number')
    .execute()
  const open = lines.map(({ id, paid_on, amount, pay_number, payer }): OpenLine => ({
    ...{ id, amount, paidOn: paid_on, payNumber: pay_number ?? '', payer: payer ?? '' },
  }))
  if (open.length === 0) return []
  return proposeMatches(open, await listAwaited(db, staffId, now), await listOtherNames(db, now))
}

/** Applications whose fee is not paid yet, in any other status: money may come early, and after a case was closed. */
async function listAwaited(db: Db, staffId: string, now: Date): Promise<UnpaidApplication[]> {
  const rows = await db
    .selectFrom('dossier')
    .select(['id', 'reference', 'subject_name', 'answers', 'fee', 'pay_reference'])
    .where('process', '=', 'membership')
    .where('state', 'not in', unawaited)
    .where('erased_at', 'is', null)
    .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>', now.getTime() - aYear)]))
    .where(isVisibleTo(readerOn({ id: staffId }, now)))
    .orderBy('state_at')
    .orderBy('reference')
    .execute()
  const settings = await readSettings(db)
  const paid = await sumPayments(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, reference, subject_name, answers: stored, fee, pay_reference }) => {
    const answers = fromJson<Answers>(stored)
    const due = readMoney(fee ?? feeOf(settings, answers) ?? '')
    return {
      reference,
      payReference: pay_reference ?? '',
      name: subject_name,
      payNumber: textOf(answers, 'payNumber'),
      amount: textOf(answers, 'payAmount'),
      payDay: textOf(answers, 'payDay'),
      fee: due,
      missing: due && { ...due, minor: Math.max(0, due.minor - (paid.get(`${id} ${due.currency}`) ?? 0)) },
    }
  })
}

/** A line that names one of these is not certain for somebody else: a case may be closed as spam by mistake. */
async function listOtherNames(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('dossier')
    .select('subject_name')
    .where('process', '=', 'membership')
    .where('state', 'in', unawaited)
    .where('erased_at', 'is', null)
    .where('state_at', '>', now.getTime() - aYear)
    .execute()
  return rows.map(({ subject_name }) => subject_name)
}

const aYear = 366 * dayMs
/** Nobody expects a fee for these applications. */
const unawaited = [...settledStates, 'spam']
const casesAtOnce = 500

/** What was received and not refunded, by case and currency. */
async function sumPayments(db: Db, caseIds: string[]): Promise<Map<string, number>> {
  const sums = new Map<string, number>()
  for (let start = 0; start < caseIds.length; start += casesAtOnce) {
    const entries = await db
      .selectFrom('case_payment')
      .select(['dossier_id', 'kind', 'currency', 'minor'])
      .where('dossier_id', 'in', caseIds.slice(start, start + casesAtOnce))
      .execute()
    for (const { dossier_id, kind, currency, minor } of entries) {
      const key = `${dossier_id} ${currency}`
      sums.set(key, (sums.get(key) ?? 0) + (kind === 'received' ? minor : -minor))
    }
  }
  return sums
}
