import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import { contains } from '#db/search/contains.ts'
import { listDistinctValues } from '#db/search/distinct-values.server.ts'
import { isVisibleTo, type CaseReader } from '#features/case-access/case-access.server.ts'
import type { Db, CaseTypeName, Tables } from '#db/schema/tables.ts'
import { unindexed } from '#db/engine/unindexed.server.ts'
import { freshBounces } from '#server/mail/mail-bounces.server.ts'
import type { CaseListQuery } from './casework-form.ts'
import { statusesWaitingFor, type CaseStatus } from './queues.ts'

export const casesPerPage = 50

export type CaseLine = Awaited<ReturnType<typeof listCases>>['cases'][number]

export type CaseFilter = Omit<CaseListQuery, 'page' | 'sort' | 'dir'>

/** The matching cases, longest-waiting first unless another order is requested. */
export async function listCases(db: Db, query: CaseListQuery, viewer: CaseReader) {
  const { page, sort = 'age', dir, ...filter } = query
  const total = await countCases(db, filter, viewer)
  const found = await narrow(db, filter, viewer)
    .select('dossier.id')
    .orderBy(orders[sort], dir)
    .orderBy('dossier.reference')
    .limit(casesPerPage)
    .offset((page - 1) * casesPerPage)
    .execute()
  const lines = await readLines(
    db,
    found.map(({ id }) => id),
  )
  const cases = found.flatMap(({ id }) => lines.get(id) ?? [])
  return { cases, total, pages: Math.max(1, Math.ceil(total / casesPerPage)) }
}

/** Read for one page only: to put whole lines in order takes several times as long as their ids. */
async function readLines(db: Db, ids: string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const rows = await db
    .selectFrom('dossier')
    .leftJoin('staff_user', 'staff_user.id', 'dossier.assigned_to')
    .where('dossier.id', 'in', ids)
    .select([
      ...([
        'dossier.id',
        'dossier.reference',
        'dossier.version',
        'dossier.process',
        'dossier.state',
      ] as const),
      ...(['dossier.category', 'dossier.discipline', 'dossier.cycle'] as const),
      'dossier.subject_name as name',
      'dossier.received_at as receivedAt',
      'dossier.state_at as stateAt',
      'dossier.due_at as dueAt',
      'dossier.hold_at as holdAt',
      'dossier.sample_at as sampleAt',
      'staff_user.name as assignedTo',
    ])
    .execute()
  return new Map(rows.map(({ id, ...line }) => [id, line]))
}

export async function countCases(db: Db, filter: CaseFilter, viewer: CaseReader): Promise<number> {
  const { total } = await narrow(db, filter, viewer)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

const exportAtOnce = 500

export type ExportedCase = Awaited<ReturnType<typeof listToExport>>[number]

/** All matching cases by reference, some at a time. */
export async function* eachCase(
  db: Db,
  filter: CaseFilter,
  viewer: CaseReader,
): AsyncGenerator<ExportedCase> {
  let rows: ExportedCase[] = []
  do {
    rows = await listToExport(db, filter, viewer, rows.at(-1)?.reference ?? '')
    yield* rows
  } while (rows.length === exportAtOnce)
}

function listToExport(db: Db, filter: CaseFilter, viewer: CaseReader, after: string) {
  return narrow(db, filter, viewer)
    .leftJoin('staff_user', 'staff_user.id', 'dossier.assigned_to')
    .select([
      ...(['dossier.reference', 'dossier.process', 'dossier.state', 'dossier.category'] as const),
      ...(['dossier.discipline', 'dossier.cycle', 'dossier.institution'] as const),
      'dossier.subject_name as name',
      'dossier.sender_name as sender',
      'dossier.received_at as receivedAt',
      'dossier.state_at as stateAt',
      'dossier.due_at as dueAt',
      'dossier.ended_at as endedAt',
      'staff_user.name as assignedTo',
    ])
    .where('dossier.reference', '>', after)
    .orderBy('dossier.reference')
    .limit(exportAtOnce)
    .execute()
}

const orders = {
  age: 'dossier.state_at',
  received: 'dossier.received_at',
  reference: 'dossier.reference',
  name: 'dossier.subject_name',
} as const

function narrow(db: Db, filter: CaseFilter, viewer: CaseReader) {
  const { q, process: caseType, state, waits, assigned, release, cycle, discipline } = filter
  let found = db.selectFrom('dossier').where(isVisibleTo(viewer))
  // One index covers all that a list needs; SQLite would prefer the one for open cases and read their long rows.
  const endedAt = unindexed<number | null>(db, 'dossier.ended_at')
  if (state === 'ended') found = found.where(endedAt, 'is not', null)
  else if (state) found = found.where('dossier.state', '=', state)
  else found = found.where(endedAt, 'is', null)
  if (caseType) found = found.where('dossier.process', '=', caseType)
  if (waits) found = found.where((eb) => isIn(eb, statusesWaitingFor(waits)))
  if (assigned === 'me') found = found.where('dossier.assigned_to', '=', viewer.id)
  if (assigned === 'nobody') found = found.where('dossier.assigned_to', 'is', null)
  if (assigned === 'somebody') found = found.where('dossier.assigned_to', 'is not', null)
  if (release)
    found = found.where((eb) =>
      eb.exists(eb.selectFrom('case_decision').select('move').whereRef('dossier_id', '=', 'dossier.id')),
    )
  if (cycle) found = found.where('dossier.cycle', '=', cycle)
  if (discipline) found = found.where('dossier.discipline', '=', discipline)
  if (q)
    found = found.where((eb) =>
      eb.or([
        contains(sql.ref('dossier.reference'), q, 'start'),
        contains(sql.ref('dossier.subject_name'), q),
        contains(sql.ref('dossier.subject_key'), q),
        contains(sql.ref('dossier.sender_name'), q),
        contains(sql.ref('dossier.sender_email'), q),
        contains(sql.ref('dossier.institution'), q),
      ]),
    )
  return found
}

function isIn(eb: ExpressionBuilder<Tables, 'dossier'>, caseStatuses: CaseStatus[]): Expression<SqlBool> {
  const byCaseType = Map.groupBy(caseStatuses, ({ process: caseType }) => caseType)
  return eb.or(
    [...byCaseType].map(([caseType, own]) =>
      eb.and([
        eb('dossier.process', '=', caseType),
        eb(
          'dossier.state',
          'in',
          own.map(({ state }) => state),
        ),
      ]),
    ),
  )
}

export interface CaseQueue {
  process: CaseTypeName
  state: string
  count: number
  /** Since when the longest-waiting one has been there. */
  oldestAt: number
}

/** How many open cases are in which state, and since when. */
export function countQueues(db: Db, viewer: CaseReader): Promise<CaseQueue[]> {
  return db
    .selectFrom('dossier')
    .select((eb) => [
      'process',
      'state',
      eb.fn.countAll<number>().as('count'),
      eb.fn.min('state_at').as('oldestAt'),
    ])
    .where('ended_at', 'is', null)
    .where(isVisibleTo(viewer))
    .groupBy(['process', 'state'])
    .orderBy('process')
    .orderBy('state')
    .execute()
}

/** Open cases by type and status, for the counts of the rail. */
export function waitingCases(db: Db, viewer: CaseReader) {
  return db
    .selectFrom('dossier')
    .select((eb) => [
      sql<string>`'case'`.as('area'),
      sql<string>`process || ' ' || state`.as('name'),
      eb.fn.countAll<number>().as('count'),
    ])
    .where('ended_at', 'is', null)
    .where(isVisibleTo(viewer))
    .groupBy(['process', 'state'])
}

/** The existing cycles, newest first, and disciplines. */
export async function listCaseChoices(db: Db, viewer: CaseReader) {
  const isShown = isVisibleTo(viewer)
  const cycles = await listDistinctValues(db, sql.table('dossier'), sql.ref('cycle'), isShown)
  const disciplines = await listDistinctValues(db, sql.table('dossier'), sql.ref('discipline'), isShown)
  return { cycles: cycles.toReversed(), disciplines: disciplines.filter(Boolean) }
}

/** Open cases of a member of staff: how many, and since when the longest has waited. */
export async function countAssigned(db: Db, viewer: CaseReader) {
  const { count, oldestAt } = await db
    .selectFrom('dossier')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('state_at').as('oldestAt')])
    .where('ended_at', 'is', null)
    .where('assigned_to', '=', viewer.id)
    .where(isVisibleTo(viewer))
    .executeTakeFirstOrThrow()
  return { count, oldestAt }
}

/** What is due before a given time, soonest first; overdue ones come before it. */
export async function listDue(db: Db, viewer: CaseReader, until: Date, max: number) {
  const rows = await db
    .selectFrom('dossier')
    .select(['reference', 'process', 'state', 'due_at as dueAt'])
    .select((eb) => eb.fn.countAll<number>().over().as('total'))
    .where('ended_at', 'is', null)
    .where('due_at', 'is not', null)
    .where('due_at', '<=', until.getTime())
    .where(isVisibleTo(viewer))
    .orderBy('due_at')
    .orderBy('reference')
    .limit(max)
    .execute()
  return { total: rows[0]?.total ?? 0, lines: rows.map(({ total: _, ...line }) => line) }
}

/** Open cases with a bounced letter whose recipient nothing has reached since, newest first. */
export async function listUnreached(db: Db, viewer: CaseReader, now: Date, max: number) {
  const cases = freshBounces(db, now)
    .innerJoin('dossier', 'dossier.id', 'mail.dossier_id')
    .where('dossier.ended_at', 'is', null)
    .where(isVisibleTo(viewer))
  const { total } = await cases
    .select((eb) => eb.fn.count<number>('dossier.id').distinct().as('total'))
    .executeTakeFirstOrThrow()
  const lines = await cases
    .select((eb) => ['dossier.reference', eb.fn.max<number>('mail.bounced_at').as('at')])
    .groupBy('dossier.reference')
    .orderBy('at', 'desc')
    .orderBy('dossier.reference')
    .limit(max)
    .execute()
  return { total, lines }
}

/** When cases arrived since a given time, for plots; without spam. */
export async function listArrivals(db: Db, since: number): Promise<number[]> {
  const rows = await db
    .selectFrom('dossier')
    .select('received_at')
    .where('received_at', '>=', since)
    .where('state', '<>', 'spam')
    .execute()
  return rows.map(({ received_at }) => received_at)
}

/** Bounced letters that are about no open case; the others are on the dashboard with their case. */
export async function countOtherBounces(db: Db, now: Date): Promise<number> {
  const { count } = await freshBounces(db, now)
    .leftJoin('dossier', 'dossier.id', 'mail.dossier_id')
    .where((eb) => eb.or([eb('dossier.id', 'is', null), eb('dossier.ended_at', 'is not', null)]))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
