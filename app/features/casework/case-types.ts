import type { CaseTypeName } from '#db/schema/tables.ts'
import { memberships } from '#features/memberships/case-type.ts'
import { nominations } from '#features/nominations/case-types.ts'
import type { CaseType } from '#features/cases/case-type.ts'

/** Every kind of case. */
export const caseTypes: Record<CaseTypeName, CaseType> = { ...nominations, membership: memberships }

export const caseTypeNames = Object.keys(caseTypes) as [CaseTypeName, ...CaseTypeName[]]
