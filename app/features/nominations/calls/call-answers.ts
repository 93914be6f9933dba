import { officeDay } from '#office-time.ts'
import type { CallWithProcedure } from '#features/calls/call.ts'

/**
 * What a call gives to a nomination when its form is started. The form and the stages follow from these answers, so a
 * nomination keeps them whatever later happens to the call.
 */
export const callAnswerNames = [
  'call',
  'closesOn',
  'award',
  'awardTitle',
  'callParts',
  'callStages',
  'panel',
  'rulebook',
] as const

type FixedAnswers = Record<(typeof callAnswerNames)[number], string | string[]>

/** What a form starts with. The award, if it is for one, and the panel are named as they are called on that day. */
export function toCallAnswers(
  { id, closesAt, award = '', procedure: { parts, stages, rulebook = '' } }: CallWithProcedure,
  names: { award: string; panel: string },
): FixedAnswers {
  const chosen = { callParts: parts, callStages: stages, rulebook }
  const closesOn = closesAt === undefined ? '' : officeDay(closesAt)
  return { call: id, closesOn, award, awardTitle: names.award, panel: names.panel, ...chosen }
}
