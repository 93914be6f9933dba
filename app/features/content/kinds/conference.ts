import type { Data } from './kinds.ts'

type Conference = Data<'conference'>

/** The lists of conferences, by the page text that heads them. */
export const conferenceLists = {
  'conferences-international': { series: 'coniaps', scope: 'international' },
  'conferences-other-international': { series: 'other', scope: 'international' },
  'conferences-other-national': { series: 'other', scope: 'national' },
} as const

export type ConferenceList = keyof typeof conferenceLists

export function belongsTo(conference: Conference, list: ConferenceList): boolean {
  const { series, scope } = conferenceLists[list]
  return conference.series === series && (series === 'coniaps' || conference.scope === scope)
}

export function listOf(conference: Conference): ConferenceList {
  if (conference.series === 'coniaps') return 'conferences-international'
  return conference.scope === 'national' ? 'conferences-other-national' : 'conferences-other-international'
}

/** A conference is upcoming until its last day is over, in Indian time. */
export function isToCome(conference: Conference, today: string): boolean {
  const last = conference.endsOn ?? conference.startsOn
  return last === undefined ? (conference.year ?? 0) > Number(today.slice(0, 4)) : last >= today
}

export function venueOf(conference: Conference): string {
  const { host, city, state, country } = conference
  const venue = [host, city, state, country].filter((part) => part !== undefined)
  // "University of Delhi, Delhi" says the name of the city twice.
  const once = venue.filter((part, at) => !venue[at - 1]?.endsWith(part))
  return once.join(', ') || (conference.mode === 'online' ? 'Online' : '')
}

/** The Academy writes the number of its own series both ways: CONIAPS-XVI, 30th CONIAPS. */
export function numberOf({ series, number }: Conference): string | undefined {
  if (number === undefined) return undefined
  return series === 'coniaps'
    ? `CONIAPS-${roman(number)} (${ordinal(number)})`
    : `${ordinal(number)} of its series`
}

export function roman(number: number): string {
  let rest = number
  let text = ''
  for (const [letters, value] of romanLetters) {
    while (rest >= value) {
      text += letters
      rest -= value
    }
  }
  return text
}

const romanLetters: [string, number][] = [
  ['M', 1000],
  ['CM', 900],
  ['D', 500],
  ['CD', 400],
  ['C', 100],
  ['XC', 90],
  ['L', 50],
  ['XL', 40],
  ['X', 10],
  ['IX', 9],
  ['V', 5],
  ['IV', 4],
  ['I', 1],
]

export function ordinal(number: number): string {
  const teen = number % 100 >= 11 && number % 100 <= 13
  const ending = teen ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th')
  return `${number}${ending}`
}
