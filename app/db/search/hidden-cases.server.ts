import { sql, type ExpressionBuilder } from 'kysely'
import type { Db, Tables } from '#db/schema/tables.ts'

/**
 * The cases that name somebody of staff, as nominee, applicant, proposer, seconder or expert. For that person they are
 * not there: every query that reads cases for somebody leaves these out.
 */
export function casesHiddenFrom(db: Db, staffId: string) {
  return db
    .selectFrom('dossier_address')
    .innerJoin('staff_user', 'staff_user.email', 'dossier_address.address')
    .select('dossier_address.dossier_id')
    .where('staff_user.id', '=', staffId)
}

/** Of a letter: whether it is about none of them. */
export function isAboutOther(db: Db, staffId: string) {
  const hidden = casesHiddenFrom(db, staffId)
  const together = db.selectFrom('letter_case').select('mail_id').where('dossier_id', 'in', hidden)
  return (eb: ExpressionBuilder<Tables, 'mail'>) =>
    eb.and([
      eb.or([eb('mail.dossier_id', 'is', null), eb('mail.dossier_id', 'not in', hidden)]),
      eb('mail.id', 'not in', together),
    ])
}

/** What the audit trail calls them. They are few, mostly none. */
export async function subjectsHiddenFrom(db: Db, staffId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('dossier')
    .select('reference')
    .where('id', 'in', casesHiddenFrom(db, staffId))
    .execute()
  return rows.map(({ reference }) => `case:${reference}`)
}

/** What they say and are called, to know words that were taken from them. */
export async function textsHiddenFrom(db: Db, staffId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('dossier')
    .select(['reference', 'subject_name', 'sender_name', 'sender_email', 'answers'])
    .where('id', 'in', casesHiddenFrom(db, staffId))
    .execute()
  return rows.map((row) => Object.values(row).join(' '))
}

/** How many open cases name every administrator, so that nobody is left who may decide them. */
export async function countCasesWithoutAdministrator(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select dossier.id from dossier
      join dossier_address on dossier_address.dossier_id = dossier.id
      join staff_user on staff_user.email = dossier_address.address
      where dossier.ended_at is null and staff_user.state = 'active' and staff_user.role = 'admin'
      group by dossier.id
      having count(*) = (select count(*) from staff_user where state = 'active' and role = 'admin')
    ) as blocked`.execute(db)
  return rows[0]!.count
}
