import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import { bodyPosts } from '#features/bodies/body.ts'
import { isTermOn } from '#features/bodies/queries.server.ts'
import { areNamesAlike, numberKey, spellingsOfFellowNo } from '#features/people/register.ts'
import type { RuleRole } from '#features/rulebook/facts.ts'
import { factsAbout, joinFacts, type SourcedFacts } from '#features/rulebook/sourced-facts.ts'

/** What the register, the bodies and the payments say about someone who takes part in a case. */

/** Whoever has a number in the register, with a name like the one given beside it. */
export async function findNamed(
  db: Db,
  { name, memberNo = '', fellowNo = '' }: { name: string; memberNo?: string; fellowNo?: string },
): Promise<string | undefined> {
  if (memberNo === '' && fellowNo === '') return undefined
  const row = await db
    .selectFrom('person')
    .select(['id', 'family_name'])
    .where('binned_at', 'is', null)
    .$if(memberNo !== '', (people) => people.where('number_key', '=', numberKey(memberNo)))
    .$if(fellowNo !== '', (people) => people.where('fellow_no', 'in', spellingsOfFellowNo(fellowNo)))
    .executeTakeFirst()
  return row && areNamesAlike(row.family_name, name) ? row.id : undefined
}

/** Nothing if nobody knows who it is. */
export async function factsAboutPerson(
  db: Db,
  role: RuleRole,
  personId: string | undefined,
  day: string,
): Promise<SourcedFacts> {
  const found = personId === undefined ? undefined : await findPersonRow(db, personId)
  if (!found) return joinFacts()
  const { category, grade, since, elected_year, valid_from, valid_to, died_year } = found
  const isValid = (valid_from === null || valid_from <= day) && (valid_to === null || day <= valid_to)
  const isMember = died_year === null && isValid
  return joinFacts(
    factsAbout(role, 'the register', {
      isMember: isMember,
      // Whether a membership of one year followed another without a break is not in the register.
      memberSince: isMember && valid_to === null ? exactly(since, valid_from) : undefined,
      grade: grade ?? category,
      gradeSince: grade === null || elected_year === null ? undefined : `${elected_year}`,
      institution: found.institution ?? undefined,
      discipline: found.discipline,
      country: found.country,
    }),
    factsAbout(role, 'the bodies', { offices: await listOffices(db, found.id, day) }),
    factsAbout(role, 'the payments', { duesPaidOn: await findDuesPaid(db, found.id, day) }),
  )
}

function findPersonRow(db: Db, id: string) {
  return db
    .selectFrom('person')
    .select(['id', 'category', 'grade', 'since', 'elected_year', 'valid_from', 'valid_to', 'died_year'])
    .select(['institution', 'discipline', 'country'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The day, if the membership began in the year of joining; otherwise the year. */
function exactly(since: number, validFrom: string | null): string {
  return validFrom?.startsWith(`${since}-`) ? validFrom : `${since}`
}

/**
 * The offices of a day by their titles, and by the bodies they belong to. Undefined if no council is recorded: then
 * nobody knows.
 */
async function listOffices(db: Db, personId: string, day: string): Promise<string[] | undefined> {
  const terms = db
    .selectFrom('body_term')
    .innerJoin('body', 'body.id', 'body_term.body_id')
    .select(['office', 'post', 'body.name'])
    .where(isTermOn(day))
  if (!(await terms.where('kind', '=', 'council').executeTakeFirst())) return undefined
  const own = await terms
    .where('person_id', '=', personId)
    .where('kind', '<>', 'electorate')
    .orderBy('body.name')
    .orderBy('body_term.id')
    .execute()
  const titles = own.flatMap(({ office, post, name }) => [
    ...(office === null ? [] : [office]),
    ...(post === 'member' ? [] : [`${bodyPosts[post]} of ${name}`]),
    name,
  ])
  return [...new Set(titles)]
}

/**
 * When the fee for the membership of a day was paid. Undefined if the site knows of no payment, which may have been
 * made elsewhere, or if money went back.
 */
async function findDuesPaid(db: Db, personId: string, day: string): Promise<string | undefined> {
  const payments = await db
    .selectFrom('case_payment')
    .innerJoin('dossier', 'dossier.id', 'case_payment.dossier_id')
    .select(['dossier_id', 'kind', 'paid_on', 'facts'])
    .where('process', '=', 'membership')
    .where('state', '=', 'enrolled')
    .where('person_id', '=', personId)
    .orderBy('paid_on', 'desc')
    .orderBy('case_payment.id')
    .execute()
  const ofDay = payments.filter(({ facts }) => {
    const { validFrom = '', validTo = day } = fromJson<{ validFrom?: string; validTo?: string }>(facts)
    return validFrom <= day && day <= validTo
  })
  const refunded = new Set(
    ofDay.filter(({ kind }) => kind === 'refunded').map(({ dossier_id }) => dossier_id),
  )
  return ofDay.find(({ dossier_id }) => !refunded.has(dossier_id))?.paid_on
}
