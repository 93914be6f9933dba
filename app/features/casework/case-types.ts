import type { CaseTypeName } from '#db/schema/tables.ts'
import { fromJson } from '#db/engine/json.ts'
import { memberships } from '#features/memberships/case-type.ts'
import { nominations, nominationTypeOf } from '#features/nominations/case-types.ts'
import type { CaseType } from '#features/cases/case-type.ts'
import type { Answers } from '#features/forms/questions.ts'

/** Every kind of case. */
export const caseTypes: Record<CaseTypeName, CaseType> = { ...nominations, membership: memberships }

export const caseTypeNames = Object.keys(caseTypes) as [CaseTypeName, ...CaseTypeName[]]

/** The case type as it is for one case: the call of an award decides its title, form and stages. */
export function caseTypeOf(name: CaseTypeName, answers: Answers): CaseType {
  return name === 'membership' ? memberships : nominationTypeOf(name, answers)
}

/** The same for a row, whose answers are still JSON. */
export function caseTypeOfRow({
  process: name,
  answers,
}: {
  process: CaseTypeName
  answers: string
}): CaseType {
  return caseTypeOf(name, fromJson<Answers>(answers))
}
