import { fromJson } from '#db/json.ts'
import type { Db } from '#db/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { personFrom } from '#features/cases/person.ts'
import { textOf, type Answers } from '#features/forms/questions.ts'
import type { Outcome } from '#features/outcome.ts'
import { addPerson, changePerson } from '#features/people/editing.server.ts'
import { findByNumber } from '#features/people/roll-queries.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import type { NominationKind } from './form.ts'
import { gradeOf, type NominatedGrade } from './process.ts'

export type AdmitRefusal = 'not-on-roll' | 'number-taken'

/** How many may still be elected: the constitution limits Fellows and Honorary Fellows. */
export async function capLeft(db: Db, grade: NominatedGrade): Promise<number> {
  const { capFellows, capHonoraryFellows } = await readSettings(db)
  const caps = { fellow: capFellows, 'honorary-fellow': capHonoraryFellows, 'associate-fellow': Infinity }
  return caps[grade] - (await countOnRoll(db, grade)) - (await countElected(db, grade))
}

async function countOnRoll(db: Db, grade: NominatedGrade): Promise<number> {
  const { count } = await db
    .selectFrom('person')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('grade', '=', grade)
    .where('died_year', 'is', null)
    .where('binned_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Elected, but not yet on the roll as such. */
async function countElected(db: Db, grade: NominatedGrade): Promise<number> {
  const { count } = await db
    .selectFrom('dossier')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('category', '=', grade)
    .where('process', '<>', 'membership')
    .where('state', 'in', ['elected', 'accepted'])
    .executeTakeFirstOrThrow()
  return count
}

/** Puts the grade on the roll, and shows it to visitors where the nominee agreed to that. */
export async function admitNominee(
  db: Db,
  actor: Actor,
  kind: NominationKind,
  { id, answers: typed, facts }: { id: string; answers: string; facts: Record<string, string | undefined> },
  now: Date,
): Promise<Outcome<AdmitRefusal>> {
  const answers = fromJson<Answers>(typed)
  const grade = gradeOf(kind, answers)
  const memberNo = facts['memberNo'] ?? textOf(answers, 'memberNo')
  const current = memberNo ? await findByNumber(db, memberNo) : undefined
  if (!current && grade !== 'honorary-fellow') return { ok: false, reason: 'not-on-roll' }

  const elected = {
    grade,
    fellowNo: facts['fellowNo'] ?? null,
    electedYear: Number((facts['electedOn'] ?? now.toISOString()).slice(0, 4)),
    citation: facts['citation'] ?? textOf(answers, 'citation'),
    listed: current?.listed === true || (await agreedToBeListed(db, id)),
  }
  // Honorary Fellows are chosen from outside too, so they may come onto the roll by this.
  const honorary = { category: 'honorary', memberNo: memberNo || (facts['fellowNo'] ?? '') } as const
  const written = current
    ? await changePerson(db, actor, current.id, current.version, { ...current, ...elected }, now)
    : await addPerson(db, actor, { ...personFrom(answers, now), ...honorary, ...elected }, now)
  if (!written.ok) return { ok: false, reason: 'number-taken' }
  const person_id = current?.id ?? ('id' in written ? String(written.id) : null)
  await db.updateTable('dossier').set({ person_id }).where('id', '=', id).execute()
  return { ok: true }
}

async function agreedToBeListed(db: Db, dossierId: string): Promise<boolean> {
  const row = await db
    .selectFrom('confirmation')
    .select('answer')
    .where('dossier_id', '=', dossierId)
    .where('purpose', '=', 'accept')
    .where('answered_at', 'is not', null)
    .orderBy('answered_at', 'desc')
    .executeTakeFirst()
  return row?.answer ? fromJson<{ listed?: string }>(row.answer).listed === 'yes' : false
}
