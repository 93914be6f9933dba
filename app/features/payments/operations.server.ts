import type { StaffActor } from '#features/audit/actor.ts'
import { newId } from '#db/engine/id.ts'
import { fromJson, toJson } from '#db/engine/json.ts'
import { lockRows } from '#db/engine/lock.server.ts'
import { liftDeadline } from '#db/engine/deadline.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { record } from '#features/audit/operations.server.ts'
import type { BulkMoved } from '#features/casework/bulk-moves.server.ts'
import { caseRefusals, type CaseRefusal } from '#features/casework/casework.server.ts'
import { payApplication, type ArrivedRefusal } from '#features/memberships/arrived-payment.server.ts'
import type { Outcome } from '#outcome.ts'
import { BadTable } from '#server/tables/bad-table.ts'
import { openTable } from '#server/tables/read-table.server.ts'
import { findHeadings, type Columns } from './columns.ts'
import { isDuplicate, listProposals } from './queries.server.ts'
import { hashLines, readLine } from './read-line.ts'

/** What staff do with a bank statement. */

const maxLines = 5000
const linesAtOnce = 100

/** Reads a statement into lines; staff map the columns afterwards. */
export async function importStatement(
  db: Db,
  actor: StaffActor,
  { name, bytes }: { name: string; bytes: Buffer },
  now: Date,
): Promise<{ ok: true; id: string } | { ok: false; sentence: string }> {
  const read = await readTable(bytes).catch((error: unknown) => {
    if (error instanceof BadTable) return error
    throw error
  })
  if (read instanceof BadTable) return { ok: false, sentence: read.message }
  return inTransaction(db, async (db) => {
    const id = newId()
    const file_name = name.toWellFormed().replaceAll('\0', '').slice(0, 200)
    await db
      .insertInto('payment_import')
      .values({
        ...{ id, file_name, headings: toJson(read.headings), mapping: null },
        ...{ created_by: actor.id, created_at: now.getTime() },
      })
      .execute()
    const lines = read.lines.map((cells, at) => ({
      id: newId(),
      import_id: id,
      number: at + 1,
      cells: toJson(cells),
    }))
    for (let start = 0; start < lines.length; start += linesAtOnce)
      await db
        .insertInto('payment_line')
        .values(lines.slice(start, start + linesAtOnce))
        .execute()
    await record(db, actor, 'payments.brought', `payments:${id}`, { count: lines.length }, now)
    return { ok: true as const, id }
  })
}

async function readTable(bytes: Buffer): Promise<{ headings: string[]; lines: string[][] }> {
  const rows: string[][] = []
  for await (const cells of (await openTable(bytes)).rows(0)) {
    // PostgreSQL rejects NUL in a text.
    const stored = cells.map((cell) => cell.replaceAll('\0', '').toWellFormed())
    if (stored.some((cell) => cell.trim() !== '')) rows.push(stored)
    if (rows.length > maxLines)
      throw new BadTable('This statement has more than 5,000 lines. Split it into smaller files.')
  }
  const at = findHeadings(rows)
  const headings = rows[at]
  if (!headings) throw new BadTable('This file has no header row. Add headings such as “Date” and “Credit”.')
  const lines = rows.slice(at + 1)
  if (lines.length === 0) throw new BadTable('This file has headings but no lines below them.')
  return { headings: headings.map((heading) => heading.trim()), lines }
}

/** Maps the columns and reads every line accordingly. Not once a line is settled. */
export function mapStatement(
  db: Db,
  actor: StaffActor,
  id: string,
  columns: Columns,
  now: Date,
): Promise<Outcome<'not-found' | 'settled'>> {
  return changeUnsettled(db, id, async (db) => {
    const rows = await db
      .selectFrom('payment_line')
      .select(['id', 'cells'])
      .where('import_id', '=', id)
      .orderBy('number')
      .execute()
    const lines = rows.map(({ cells }) => readLine(fromJson<string[]>(cells), columns))
    const hashes = hashLines(lines)
    for (const [at, { paidOn, amount, payNumber, payer, problem }] of lines.entries())
      await db
        .updateTable('payment_line')
        .set({
          ...{ paid_on: paidOn, amount, pay_number: payNumber, payer, problem },
          line_hash: problem === null ? (hashes[at] ?? null) : null,
        })
        .where('id', '=', rows[at]?.id ?? '')
        .execute()
    await db
      .updateTable('payment_import')
      .set({ mapping: toJson(columns) })
      .where('id', '=', id)
      .execute()
    await record(db, actor, 'payments.read-by-columns', `payments:${id}`, { count: lines.length }, now)
  })
}

/** Deletes a statement, as long as nothing in it was matched. */
export function undoStatement(
  db: Db,
  actor: StaffActor,
  id: string,
  now: Date,
): Promise<Outcome<'not-found' | 'settled'>> {
  return changeUnsettled(db, id, async (db) => {
    await db.deleteFrom('payment_import').where('id', '=', id).execute()
    await record(db, actor, 'payments.undone', `payments:${id}`, {}, now)
  })
}

function changeUnsettled(
  db: Db,
  id: string,
  change: (db: Db) => Promise<void>,
): Promise<Outcome<'not-found' | 'settled'>> {
  liftDeadline()
  return inTransaction(db, async (db) => {
    if (!(await lockStatement(db, id))) return { ok: false, reason: 'not-found' }
    const matched = await db
      .selectFrom('payment_line')
      .select('id')
      .where('import_id', '=', id)
      .where('settled_as', '=', 'matched')
      .executeTakeFirst()
    if (matched) return { ok: false, reason: 'settled' }
    await change(db)
    return { ok: true }
  })
}

export type MatchRefusal = CaseRefusal | ArrivedRefusal | 'no-such-line' | 'line-settled' | 'line-known'

export const matchRefusals: Record<MatchRefusal, string> = {
  ...caseRefusals,
  'other-currency':
    'The fee is in another currency. Compare the amounts, then record the payment on the page of the case.',
  'no-such-line': 'This statement has no such line. Check the line number.',
  'line-settled': 'Someone has already handled this line.',
  'line-known': 'An earlier statement has the same line. It counts only once.',
}

/** Records a line as the payment of an application and moves the application, both or neither. */
export function matchLine(
  db: Db,
  actor: StaffActor,
  origin: string,
  line: { importId: string; number: number },
  reference: string,
  now: Date,
): Promise<{ ok: true } | { ok: false; sentence: string }> {
  return inTransaction(db, async (db) => {
    const refuse = (reason: MatchRefusal) => ({ ok: false as const, sentence: matchRefusals[reason] })
    await lockStatement(db, line.importId)
    const found = await db
      .selectFrom('payment_line')
      .select(['id', 'paid_on', 'amount', 'pay_number', 'problem', 'settled_as'])
      .select(isDuplicate.as('isDuplicate'))
      .where('import_id', '=', line.importId)
      .where('number', '=', line.number)
      .executeTakeFirst()
    if (!found?.amount || !found.paid_on || found.problem) return refuse('no-such-line')
    if (found.settled_as) return refuse('line-settled')
    if (found.isDuplicate) return refuse('line-known')
    const payment = { amount: found.amount, paidOn: found.paid_on, payNumber: found.pay_number ?? '' }
    const paid = await payApplication(db, actor, origin, reference, { ...payment, lineId: found.id }, now)
    if (!paid.ok) return refuse(paid.reason)
    await db
      .updateTable('payment_line')
      .set({ dossier_id: paid.caseId, ...settled('matched', actor, now) })
      .where('id', '=', found.id)
      .execute()
    return { ok: true }
  })
}

/**
 * Confirms the site's proposals for the chosen lines, or for all certain ones. Each line is a transaction of its own, so
 * that thousands of them do not keep everyone else from writing (decision 080).
 */
export async function confirmProposals(
  db: Db,
  actor: StaffActor,
  origin: string,
  importId: string,
  chosen: ReadonlySet<string> | 'certain',
  now: Date,
): Promise<BulkMoved> {
  const proposals = await listProposals(db, actor.id, importId, now)
  const wanted = proposals.filter(({ lineId, isCertain }) =>
    chosen === 'certain' ? isCertain : chosen.has(lineId),
  )
  const numbers = await numbersOf(db, importId)
  const left: BulkMoved['left'] = []
  for (const { lineId, reference } of wanted) {
    const line = { importId, number: numbers.get(lineId) ?? 0 }
    const outcome = await matchLine(db, actor, origin, line, reference, now)
    if (!outcome.ok) left.push({ reference, sentence: outcome.sentence })
  }
  const moved = wanted.length - left.length
  const without =
    chosen === 'certain' ? [] : [...chosen].filter((id) => wanted.every((one) => one.lineId !== id))
  return {
    moved,
    left: [
      ...left,
      ...without.map((id) => ({ reference: `Line ${numbers.get(id) ?? '?'}`, sentence: noMatch })),
    ],
  }
}

const noMatch = 'No application matches. Match it by hand or set it aside.'

async function numbersOf(db: Db, importId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('payment_line')
    .select(['id', 'number'])
    .where('import_id', '=', importId)
    .execute()
  return new Map(rows.map(({ id, number }) => [id, number]))
}

/** Sets aside lines that are for no application, or restores them. Matched ones stay. */
export function setLinesAside(
  db: Db,
  actor: StaffActor,
  importId: string,
  ids: string[],
  isAside: boolean,
  now: Date,
): Promise<{ count: number }> {
  return inTransaction(db, async (db) => {
    await lockStatement(db, importId)
    const { numUpdatedRows } = await db
      .updateTable('payment_line')
      .set(
        isAside ? settled('set-aside', actor, now) : { settled_as: null, settled_at: null, settled_by: null },
      )
      .where('import_id', '=', importId)
      .where('id', 'in', ids)
      .$if(isAside, (query) => query.where('settled_as', 'is', null))
      .$if(!isAside, (query) => query.where('settled_as', '=', 'set-aside'))
      .executeTakeFirstOrThrow()
    const count = Number(numUpdatedRows)
    const act = isAside ? 'payments.set-aside' : 'payments.taken-back'
    if (count > 0) await record(db, actor, act, `payments:${importId}`, { count }, now)
    return { count }
  })
}

function settled(settled_as: 'matched' | 'set-aside', { id }: StaffActor, now: Date) {
  return { settled_as, settled_at: now.getTime(), settled_by: id }
}

/** One person at a time works on a statement, so that no line is settled twice. */
function lockStatement(db: Db, id: string) {
  return db
    .selectFrom('payment_import')
    .select('id')
    .where('id', '=', id)
    .$call(lockRows(db))
    .executeTakeFirst()
}
