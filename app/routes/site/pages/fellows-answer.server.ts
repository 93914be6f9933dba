import { listFilterOptions } from '#features/people/queries.server.ts'
import { asksForFellows, mentions } from '#features/search/topics.ts'
import type { AnswerSource, TopAnswer } from './search-answers.server.ts'

/** Leads “fellows in chemistry”, “fellows from Nepal” or “fellows elected in 2024” to the list of them. */
export async function fellowsAnswer({ db }: AnswerSource, question: string): Promise<TopAnswer | undefined> {
  if (!asksForFellows(question)) return undefined
  const { disciplines, states, countries, years } = await listFilterOptions(db, 'fellows')
  const lists = [
    { filter: 'discipline', before: 'Fellows:', options: disciplines },
    { filter: 'state', before: 'Fellows from', options: states },
    { filter: 'country', before: 'Fellows from', options: countries },
    { filter: 'year', before: 'Fellows elected in', options: years },
  ]
  for (const { filter, before, options } of lists) {
    const found = options.find(({ value }) => mentions(question, String(value)))
    if (found) {
      const value = String(found.value)
      const href = `/fellowship/fellows?${new URLSearchParams({ [filter]: value })}`
      const line = found.people === 1 ? 'One Fellow is listed.' : `${found.people} Fellows are listed.`
      return { title: `${before} ${value}`, href, lines: [line] }
    }
  }
  return undefined
}
