import type { Db } from '#db/schema/tables.ts'
import type { RuledCase } from '#features/cases/rules/ruled-case.server.ts'
import { factsOfApplication } from '#features/memberships/rule-facts.server.ts'
import { factsOfNomination } from '#features/nominations/rules/facts.server.ts'
import type { SourcedFacts } from '#features/rulebook/sourced-facts.ts'

/** What the rules can know about a case of any type. */
export function factsOfCase(db: Db, one: RuledCase, now: Date): Promise<SourcedFacts> {
  return one.process === 'membership' ? factsOfApplication(db, one, now) : factsOfNomination(db, one, now)
}
