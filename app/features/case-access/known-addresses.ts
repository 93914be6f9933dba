import { sql, type RawBuilder } from 'kysely'

/**
 * Everything by which a case may name a member of staff, as `dossier_address` stores it: the address of the account,
 * and the addresses and numbers of the person in the register to whom the account belongs.
 */
export function knownAddresses(staffId: RawBuilder<unknown>): RawBuilder<string> {
  const isOwn = sql`in (${peopleOf(staffId)})`
  return sql<string>`(
    select account.email from staff_user as account where account.id = ${staffId}
    union select seat.email from body_term as seat where seat.staff_id = ${staffId} and seat.email is not null
    union select reached.email from person_contact as reached
      where reached.person_id ${isOwn} and reached.email is not null
    union select earlier.subject_key from dossier as earlier where earlier.person_id ${isOwn}
    union select 'member:' || own.number_key from person as own where own.id ${isOwn}
    union select 'fellow:' || lower(replace(replace(own.fellow_no, '-', ''), ' ', ''))
      from person as own where own.id ${isOwn} and own.fellow_no is not null
    union select 'orcid:' || lower(own.orcid) from person as own where own.id ${isOwn} and own.orcid is not null
  )`
}

/**
 * The person in the register: reached at the address of the account, in a body through the account, or enrolled or
 * admitted from that address. Where several people share it, all of them count.
 */
function peopleOf(staffId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select contact.person_id from person_contact as contact
      join staff_user as holder on holder.email = contact.email where holder.id = ${staffId}
    union select term.person_id from body_term as term
      where term.staff_id = ${staffId} and term.person_id is not null and term.withdrawn_at is null
    union select enrolled.person_id from dossier as enrolled
      join staff_user as holder on holder.email = enrolled.subject_key
      where holder.id = ${staffId} and enrolled.person_id is not null`
}
