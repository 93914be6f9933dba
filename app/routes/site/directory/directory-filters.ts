import type { listFilterOptions } from '#features/people/queries.server.ts'
import type { Filter } from './directory.tsx'

type Options = Awaited<ReturnType<typeof listFilterOptions>>

export function disciplineFilter({ disciplines }: Options, chosen: string | undefined): Filter {
  return {
    name: 'discipline',
    label: 'Discipline',
    any: 'All disciplines',
    chosen,
    choices: disciplines.map(counted),
  }
}

export function countryFilter({ countries }: Options, chosen: string | undefined): Filter {
  return { name: 'country', label: 'Country', any: 'All countries', chosen, choices: countries.map(counted) }
}

export function stateFilter({ states }: Options, chosen: string | undefined): Filter {
  return { name: 'state', label: 'State', any: 'All states', chosen, choices: states.map(counted) }
}

export function yearFilter({ years }: Options, chosen: number | undefined, label: string): Filter {
  return { name: 'year', label, any: 'All years', chosen: chosen?.toString(), choices: years.map(counted) }
}

function counted({ value, people }: { value: string | number; people: number }) {
  return { value: String(value), label: String(value), people }
}
