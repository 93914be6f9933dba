import type { RuleCheck } from './check.ts'
import { meetingChecks } from './meeting-checks.ts'
import { nominationChecks } from './nomination-checks.ts'
import { personChecks } from './person-checks.ts'

/** All checks there are. A rule chooses one and gives it values; no rule is code. */
export const checks = { ...personChecks, ...nominationChecks, ...meetingChecks } satisfies Record<
  string,
  RuleCheck
>

export type CheckName = keyof typeof checks

export const checkNames = Object.keys(checks) as CheckName[]

export function checkOf(name: CheckName): RuleCheck {
  return checks[name]
}
