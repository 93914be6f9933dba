import type { CaseTypeName } from '#db/schema/tables.ts'
import { caseTypes } from '#features/casework/case-types.ts'
import { stateLabel } from '#features/casework/queues.ts'
import type { CycleCounts } from './statistics.server.ts'
import type { GroupCount } from './statistics.ts'

/** The statistics of a cycle as rows, for the page and the export. */

export interface CaseStatistics {
  received: number
  /** Closed as spam, and in none of the other counts. */
  spam: number
  decided: number
  medianDays: number | null
  states: GroupCount[]
  disciplines: GroupCount[]
  genders: GroupCount[]
  months: { label: string; value: number }[]
}

export function statisticsOf(caseType: CaseTypeName, counts: CycleCounts): CaseStatistics {
  const { received, spam, decided, medianDays, states, disciplines, genders, months } = counts
  const order = Object.keys(caseTypes[caseType].workflow.states)
  return {
    received,
    spam,
    decided,
    medianDays: medianDays === undefined ? null : Math.round(medianDays * 10) / 10,
    states: states
      .map(({ state, count }) => ({ name: state, label: stateLabel(caseType, state), count }))
      .toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name)),
    disciplines: disciplines.map(({ discipline, count }) => ({
      name: discipline,
      label: discipline || 'Not specified',
      count,
    })),
    genders,
    months,
  }
}

export interface StatisticsRow {
  group: string
  what: string
  value: number | string
}

export function statisticsRows(statistics: CaseStatistics): StatisticsRow[] {
  const lines = (group: string, shares: GroupCount[]) =>
    shares.map(({ label, count }) => ({
      group,
      what: label,
      value: count ?? 'hidden for privacy',
    }))
  return [
    { group: 'All', what: 'Received', value: statistics.received },
    { group: 'All', what: 'Closed as spam', value: statistics.spam },
    { group: 'All', what: 'Decided', value: statistics.decided },
    { group: 'All', what: 'Median days to a decision', value: statistics.medianDays ?? '' },
    ...lines('Status', statistics.states),
    ...lines('Discipline', statistics.disciplines),
    ...lines('Gender', statistics.genders),
    ...statistics.months.map(({ label, value }) => ({ group: 'Month', what: label, value })),
  ]
}
