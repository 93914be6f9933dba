import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import { enteredFacts } from '#features/cases/rules/entered-facts.server.ts'
import { factsAboutPerson, findNamed } from '#features/cases/rules/register-facts.server.ts'
import type { RuledCase } from '#features/cases/rules/ruled-case.server.ts'
import { isDay } from '#features/forms/days.ts'
import { fullTitle } from '#features/forms/pieces.ts'
import { textOf, type Answers } from '#features/forms/questions.ts'
import { factsFrom, joinFacts, type SourcedFacts } from '#features/rulebook/sourced-facts.ts'
import { officeDay } from '#office-time.ts'
import { readBalance } from './ledger.server.ts'

/** What the rules can know about an application for membership, and what the office has entered. */
export async function factsOfApplication(db: Db, one: RuledCase, now: Date): Promise<SourcedFacts> {
  const answers = fromJson<Answers>(one.answers)
  const day = officeDay(now)
  const birthDay = textOf(answers, 'birthDay')
  const degree = textOf(answers, 'degree')
  const introducers = ['proposerName', 'seconderName'].filter((name) => textOf(answers, name) !== '')
  return joinFacts(
    await registerFacts(db, answers, day),
    factsFrom('this case', {
      today: day,
      receivedOn: officeDay(one.received_at),
      cycleYear: Number(one.cycle),
    }),
    factsFrom('the form', {
      proposedGrade: textOf(answers, 'category'),
      'applicant.birthDay': isDay(birthDay) ? birthDay : undefined,
      'applicant.institution': textOf(answers, 'institution'),
      'applicant.discipline': textOf(answers, 'discipline'),
      'applicant.country': textOf(answers, 'country'),
      'applicant.degrees': degree === '' ? undefined : [degree],
      supporters: introducers.length,
    }),
    factsFrom('the payments', { feePaid: await isFeePaid(db, one) }),
    await enteredFacts(db, one.id),
  )
}

/** The applicant has a number already if a membership is renewed or changed. */
async function registerFacts(db: Db, answers: Answers, day: string): Promise<SourcedFacts> {
  const people = [
    ['applicant', textOf(answers, 'organisation') || fullTitle(answers), textOf(answers, 'memberNo')],
    ['proposer', textOf(answers, 'proposerName'), textOf(answers, 'proposerNo')],
    ['seconder', textOf(answers, 'seconderName'), textOf(answers, 'seconderNo')],
  ] as const
  const found: SourcedFacts[] = []
  for (const [role, name, memberNo] of people)
    found.push(await factsAboutPerson(db, role, await findNamed(db, { name, memberNo }), day))
  return joinFacts(...found)
}

/** Undefined if no fee is set: then somebody has to say whether one is due. */
async function isFeePaid(db: Db, one: RuledCase): Promise<boolean | undefined> {
  const { missing } = await readBalance(db, one)
  return missing && missing.minor === 0
}
