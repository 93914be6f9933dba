import { listFilterOptions } from '#features/people/queries.server.ts'
import { asksForFellows, mentions } from '#features/search/topics.ts'
import type { AnswerSource, TopAnswer } from './search-answers.server.ts'

/** Leads "fellows in chemistry" or "fellows from Nepal" to the list of them. */
export async function fellowsAnswer({ db }: AnswerSource, question: string): Promise<TopAnswer | undefined> {
  if (!asksForFellows(question)) return undefined
  const { disciplines, states, countries } = await listFilterOptions(db, 'fellows')
  const all = Object.entries({ discipline: disciplines, state: states, country: countries })
  for (const [filter, options] of all) {
    const found = options.find(({ value }) => mentions(question, value))
    if (found) {
      const { value, people } = found
      const href = `/fellowship/fellows?${new URLSearchParams({ [filter]: value })}`
      const line = people === 1 ? 'One Fellow is listed.' : `${people} Fellows are listed.`
      return {
        title: filter === 'discipline' ? `Fellows: ${value}` : `Fellows from ${value}`,
        href,
        lines: [line],
      }
    }
  }
  return undefined
}
