import type { Call } from './call.ts'

/** What is said of a call wherever it is announced, besides its title, summary and dates. */

/** Who may be nominated, and who may nominate. */
export function factsOf({ subject, eligibility, nominators }: Call): { label: string; value: string }[] {
  const label = subject === 'membership' ? 'Who may apply' : 'Who may be nominated'
  return [
    ...(eligibility === undefined ? [] : [{ label, value: eligibility }]),
    ...(nominators === undefined ? [] : [{ label: 'Who may nominate', value: nominators }]),
  ]
}

/** The same as text, with how to apply; a form of this site is found on the page of the call. */
export function linesOf(call: Call): string[] {
  return [...factsOf(call), ...howToApply(call)].map(({ label, value }) => `${label}: ${value}`)
}

function howToApply({ howToApply, form }: Call): { label: string; value: string }[] {
  if (howToApply !== undefined) return [{ label: 'How to apply', value: howToApply }]
  if (form === undefined || form.startsWith('/')) return []
  return [{ label: 'How to apply', value: form.replace(/^mailto:/, '') }]
}
