import { formOfCall, pageOfCall } from '#features/content/kinds/call.ts'
import { labelOf } from '#features/content/kinds/field-labels.ts'
import { fields } from '#features/content/kinds/fields.ts'
import type { Advice } from './checks.ts'
import type { Draft } from './drafts.ts'

/** What a call names that is no content. */
export interface KnownRecords {
  /** Whether there is a body with this slug. */
  hasBody: (slug: string) => boolean
  /** Whether a version of the rulebook is in force. */
  isInForce: (rulebook: string) => boolean
}

/** What to look at before a call is published. */
export function checkCall(call: Draft<'call'>, known: KnownRecords): Advice[] {
  if (call.subject === 'membership') return []
  return [...(call.subject === 'award' ? silencesIn(call) : []), ...procedureIn(call, known)]
}

/** What readers of a call look for. */
function silencesIn({ award, eligibility, nominators, href, howToApply, form }: Draft<'call'>): Advice[] {
  const named = { subject: 'award', award, href, form } as const
  // Without these nobody could take part, or nobody could decide.
  const blocks = form?.online === true
  const advise = (path: string, sentence: string): Advice => ({
    blocks,
    path,
    where: labelOf(fields.call, [path]),
    sentence,
  })
  return [
    ...(pageOfCall(named) !== '/awards'
      ? []
      : [advise('award', 'Choose the award, so that its page shows the call.')]),
    ...(eligibility ? [] : [advise('eligibility', 'Enter who may be nominated.')]),
    ...(nominators ? [] : [advise('nominators', 'Enter who may nominate.')]),
    ...(formOfCall(named) || howToApply || blocks
      ? []
      : [advise('howToApply', 'There is no form. Enter how to apply.')]),
  ]
}

/**
 * Without a panel nobody could recommend; without rules in force every nomination would be accepted. For a fellowship
 * the office names the section when it refers the nomination, and whoever is elected has to accept.
 */
function procedureIn(
  { subject, form, stages, panel, rulebook }: Draft<'call'>,
  { hasBody, isInForce }: KnownRecords,
): Advice[] {
  if (!form?.online) return []
  const advise = (path: string, sentence: string): Advice => ({
    ...{ blocks: true, path, where: labelOf(fields.call, [path]), sentence },
  })
  return [
    ...(subject !== 'award' && !stages?.acceptance
      ? [
          advise(
            'stages',
            'Choose Yes for “The selected person accepts”: we always ask an elected Fellow to accept.',
          ),
        ]
      : []),
    ...(subject === 'award' && stages?.panel && !panel
      ? [advise('panel', 'Choose the panel, or choose No for “The panel recommends”.')]
      : []),
    ...(panel && !hasBody(panel) ? [advise('panel', 'This panel no longer exists. Choose another.')] : []),
    ...(rulebook && !isInForce(rulebook)
      ? [advise('rulebook', 'No version of this rulebook is in force. Publish it, or choose another.')]
      : []),
  ]
}
