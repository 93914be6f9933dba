import { z } from 'zod'
import { readQuery, type QueryRead } from '#server/http/query-string.ts'

export const longestQuestion = 200

/** As many as hold the hits that the search counts. */
const mostPages = 50

const searchForm = z.strictObject({
  q: z.string().max(longestQuestion, `Shorten your search to ${longestQuestion} characters.`).default(''),
  page: z
    .string()
    .regex(/^([1-9]|[1-4]\d|50)$/, `The page in the address must be a number from 1 to ${mostPages}.`)
    .transform(Number)
    .default(1),
})

/** What the palette of the staff area may ask for. */
export const findForm = z.strictObject({
  q: z.string().max(80, 'Shorten your search to 80 characters.').default(''),
})

export type SearchQuery = z.infer<typeof searchForm>

/** What the address of the search page may ask for. */
export function readSearchQuery(params: URLSearchParams): QueryRead<SearchQuery> {
  return readQuery(params, searchForm)
}
