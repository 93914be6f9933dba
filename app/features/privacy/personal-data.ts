import type { CaseTypeName } from '#db/schema/tables.ts'
import type { CaseType } from '#features/cases/case-type.ts'
import type { PersonalData } from '#features/erasures/personal-data.ts'
import type { ExpiryTask } from './expiry.ts'

/** The personal data of all features; the list is assembled above them. */
export interface AllPersonalData {
  caseTypes: Record<CaseTypeName, CaseType>
  features: readonly PersonalData[]
  /** What removes all that is stored for a limited time, in this order. */
  expiry: readonly ExpiryTask[]
}
