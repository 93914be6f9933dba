import type { Db, CaseTypeName } from '#db/schema/tables.ts'
import type { Answers } from '#features/forms/questions.ts'
import { numberKey, spellingsOfFellowNo } from '#features/people/register.ts'
import { claimsIn, doubtsAbout, type NumberClaim, type Holder } from './doubts.ts'

/** What is odd about the numbers that a case gives, and who has the nominee's number. */
export async function compareWithRegister(
  db: Db,
  caseType: CaseTypeName,
  answers: Answers,
): Promise<{ doubts: string[]; holder: Holder | undefined }> {
  const found: { claim: NumberClaim; holder: Holder | undefined }[] = []
  for (const claim of claimsIn(caseType, answers)) found.push({ claim, holder: await findHolder(db, claim) })
  return {
    doubts: found.flatMap(({ claim, holder }) => doubtsAbout(claim, holder)),
    holder: found.find(({ claim }) => claim.of === 'nominee' || claim.of === 'applicant')?.holder,
  }
}

function findHolder(db: Db, { kind, number }: NumberClaim): Promise<Holder | undefined> {
  return db
    .selectFrom('person')
    .select(['given_name as givenName', 'family_name as familyName', 'grade', 'died_year as diedYear'])
    .where('binned_at', 'is', null)
    .$if(kind === 'member', (people) => people.where('number_key', '=', numberKey(number)))
    .$if(kind === 'fellow', (people) => people.where('fellow_no', 'in', spellingsOfFellowNo(number)))
    .executeTakeFirst()
}
