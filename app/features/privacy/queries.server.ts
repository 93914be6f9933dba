import { sql } from 'kysely'
import { contains } from '#db/search/contains.ts'
import { casesHiddenFrom } from '#db/search/hidden-cases.server.ts'
import { fromJson } from '#db/engine/json.ts'
import type { Db, CaseTypeName } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { rowsOf, textOf, type Answers } from '#features/forms/questions.ts'
import type { PersonRole } from './roles.ts'

/** A case that names someone. */
export interface NamedIn {
  id: string
  reference: string
  process: CaseTypeName
  state: string
  roles: PersonRole[]
  isEnded: boolean
  isHeld: boolean
  personId: string | null
}

/** Work by the site itself, or repeated after a restore, covers all cases. */
export function idOfReader(reader: Actor | undefined): string {
  return reader?.kind === 'staff' ? reader.id : ''
}

/**
 * Every case in which an address occurs, oldest first. Erased ones name nobody. A member of staff does not find those
 * that name the reader.
 */
export async function listNamedIn(db: Db, email: string, reader?: Actor): Promise<NamedIn[]> {
  const address = email.toLowerCase()
  const rows = await db
    .selectFrom('dossier')
    .select(['id', 'reference', 'process', 'state', 'answers', 'subject_key', 'sender_email'])
    .select(['ended_at', 'hold_at', 'person_id'])
    .where('erased_at', 'is', null)
    .where('id', 'not in', casesHiddenFrom(db, idOfReader(reader)))
    // The answers contain every address that a form asks for; which one it is, is read from them.
    .where((eb) =>
      eb.or([
        eb('subject_key', '=', address),
        eb('sender_email', '=', address),
        contains(sql.ref('answers'), address),
      ]),
    )
    .orderBy('received_at')
    .execute()
  return rows
    .map((row) => ({
      id: row.id,
      reference: row.reference,
      process: row.process,
      state: row.state,
      roles: rolesOf(row.process, fromJson<Answers>(row.answers), row.subject_key, address),
      isEnded: row.ended_at !== null,
      isHeld: row.hold_at !== null,
      personId: row.person_id,
    }))
    .filter(({ roles }) => roles.length > 0)
}

function rolesOf(
  caseType: CaseTypeName,
  answers: Answers,
  subjectKey: string,
  address: string,
): PersonRole[] {
  const is = (name: string) => textOf(answers, name).toLowerCase() === address
  const isExpert = rowsOf(answers, 'experts').some((row) => row['email']?.toLowerCase() === address)
  const isNomination = caseType !== 'membership'
  return [
    ...(subjectKey === address || is('otherEmail') ? (['subject'] as const) : []),
    ...(isNomination && is('proposerEmail') ? (['proposer'] as const) : []),
    ...(isNomination && is('seconderEmail') ? (['seconder'] as const) : []),
    ...(isExpert ? (['expert'] as const) : []),
  ]
}

/** Closed cases whose retention ends before a day, spam before another, the first due first. */
export function listDueForErasure(
  db: Db,
  { ended, spam }: { ended: Date; spam: Date },
  limit: number,
  reader?: Actor,
) {
  return db
    .selectFrom('dossier')
    .select(['id', 'reference', 'process', 'state', 'ended_at'])
    .where('ended_at', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('ended_at', '<', ended.getTime()),
        eb.and([eb('state', '=', 'spam'), eb('ended_at', '<', spam.getTime())]),
      ]),
    )
    .where('erased_at', 'is', null)
    .where('hold_at', 'is', null)
    .where('id', 'not in', casesHiddenFrom(db, idOfReader(reader)))
    .orderBy('ended_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}
