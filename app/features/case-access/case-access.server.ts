import { sql, type ExpressionBuilder, type RawBuilder, type SqlBool } from 'kysely'
import { officeDay } from '#office-time.ts'
import type { Db, Tables } from '#db/schema/tables.ts'
import { knownAddresses } from './known-addresses.ts'

/**
 * The cases that name a member of staff, as nominee, applicant, proposer, seconder or expert, by any address or number
 * that we know of that person. Every query that reads cases for that person leaves them out.
 */
export function casesHiddenFrom(db: Db, staffId: string) {
  return db
    .selectFrom('dossier_address')
    .select('dossier_address.dossier_id')
    .where('address', 'in', knownAddresses(sql`${staffId}`))
}

/** A member of staff on a day; the terms of that day say which cases they may work on. */
export interface CaseReader {
  id: string
  day: string
}

export function readerOn({ id }: { id: string }, now: Date): CaseReader {
  return { id, day: officeDay(now) }
}

/**
 * Whether the reader may work on a case: as an administrator or through a body that works on its type, call and
 * discipline, and only if it does not name them. For queries that read `dossier` by that name.
 */
export function isVisibleTo({ id, day }: CaseReader): RawBuilder<SqlBool> {
  const ownOffice = sql`${caseworkersOn(day)} and term.staff_id = ${id}`
  const isScoped = sql`exists (select 1 from body_scope as scope where scope.body_id = own.body_id)`
  // Three short queries that do not depend on the row, so that a list asks them once; bodies with a scope come last.
  return sql<SqlBool>`(
    dossier.id not in (
      select named.dossier_id from dossier_address as named where named.address in ${knownAddresses(sql`${id}`)}
    ) and (
      exists (select 1 from staff_user as reader where reader.id = ${id} and reader.role = 'admin')
      or exists (select 1 from ${ownOffice} and own.case_type = '' and not ${isScoped})
      or dossier.process in (select own.case_type from ${ownOffice} and not ${isScoped})
      or exists (select 1 from ${ownOffice} and ${isScoped} and ${isInScopeOfBody})
    )
  )`
}

/** Whether the cases that a body works on include the row of `dossier`. */
const isInScopeOfBody = sql`own.case_type in ('', dossier.process)
  and ${isInScope('call', sql`dossier.call_id`)} and ${isInScope('discipline', sql`dossier.discipline`)}`

function isInScope(kind: 'call' | 'discipline', value: RawBuilder<unknown>): RawBuilder<unknown> {
  const scopes = sql`body_scope as scope where scope.body_id = own.body_id and scope.kind = ${kind}`
  return sql`(
    ${value} in (select scope.value from ${scopes}) or not exists (select 1 from ${scopes})
  )`
}

/** The members of bodies that work on cases that day, each with the types of cases. */
function caseworkersOn(day: string): RawBuilder<unknown> {
  return sql`body_capability as own join body_term as term on term.body_id = own.body_id
    where own.capability = 'office' and term.withdrawn_at is null and term.starts_on <= ${day}
    and (term.ends_on is null or term.ends_on >= ${day})`
}

/** Who may work on a case: not named in it, and an administrator or in a body that works on such cases. */
export function canWorkOn(caseId: string, day: string) {
  const office = sql<string>`(
    select term.staff_id from dossier, ${caseworkersOn(day)} and term.staff_id is not null
    and dossier.id = ${caseId} and ${isInScopeOfBody}
  )`
  return (eb: ExpressionBuilder<Tables, 'staff_user'>) =>
    eb.and([
      eb('staff_user.state', '=', 'active'),
      eb.or([
        eb('staff_user.role', '=', 'admin'),
        eb.and([eb('staff_user.role', '=', 'editor'), eb('staff_user.id', 'in', office)]),
      ]),
      eb.not(
        eb.exists(
          eb
            .selectFrom('dossier_address')
            .select('dossier_address.dossier_id')
            .where('dossier_id', '=', caseId)
            .where('address', 'in', knownAddresses(sql.ref('staff_user.id'))),
        ),
      ),
    ])
}

/** Whether a letter is about none of them. */
export function isAboutOther(db: Db, staffId: string) {
  const hidden = casesHiddenFrom(db, staffId)
  const together = db.selectFrom('letter_case').select('mail_id').where('dossier_id', 'in', hidden)
  return (eb: ExpressionBuilder<Tables, 'mail'>) =>
    eb.and([
      eb.or([eb('mail.dossier_id', 'is', null), eb('mail.dossier_id', 'not in', hidden)]),
      eb('mail.id', 'not in', together),
    ])
}

/** Their names in the audit trail. They are few, mostly none. */
export async function subjectsHiddenFrom(db: Db, staffId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('dossier')
    .select('reference')
    .where('id', 'in', casesHiddenFrom(db, staffId))
    .execute()
  return rows.map(({ reference }) => `case:${reference}`)
}

/** Their texts and names, to recognise words that were taken from them. */
export async function textsHiddenFrom(db: Db, staffId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('dossier')
    .select(['reference', 'subject_name', 'sender_name', 'sender_email', 'answers'])
    .where('id', 'in', casesHiddenFrom(db, staffId))
    .execute()
  return rows.map((row) => Object.values(row).join(' '))
}

/** How many open cases name every administrator, so that nobody is left to decide them. */
export async function countCasesWithoutAdministrator(db: Db): Promise<number> {
  const admins = await db
    .selectFrom('staff_user')
    .select('id')
    .where('state', '=', 'active')
    .where('role', '=', 'admin')
    .execute()
  if (admins.length === 0) return 0
  const { count } = await db
    .selectFrom('dossier')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('ended_at', 'is', null)
    .where((eb) => eb.and(admins.map(({ id }) => eb('id', 'in', casesHiddenFrom(db, id)))))
    .executeTakeFirstOrThrow()
  return count
}
