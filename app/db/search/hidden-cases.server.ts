import { sql, type ExpressionBuilder } from 'kysely'
import type { Db, Tables } from '#db/schema/tables.ts'

/**
 * The cases that name a member of staff, as nominee, applicant, proposer, seconder or expert. Every query that reads
 * cases for that person leaves them out.
 */
export function casesHiddenFrom(db: Db, staffId: string) {
  return db
    .selectFrom('dossier_address')
    .innerJoin('staff_user', 'staff_user.email', 'dossier_address.address')
    .select('dossier_address.dossier_id')
    .where('staff_user.id', '=', staffId)
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
