import { z } from 'zod'
import { readQuery, type QueryRead } from '#server/http/query-string.ts'

export const maxQuestionLength = 200

/** Enough pages for the hits that the search counts. */
const maxPages = 50

const searchForm = z.strictObject({
  q: z.string().max(maxQuestionLength, `Shorten your search to ${maxQuestionLength} characters.`).default(''),
  page: z
    .string()
    .regex(/^([1-9]|[1-4]\d|50)$/, `The page in the address must be a number from 1 to ${maxPages}.`)
    .transform(Number)
    .default(1),
})

/** The query of the staff palette. */
export const findForm = z.strictObject({
  q: z.string().max(80, 'Shorten your search to 80 characters.').default(''),
})

export type SearchQuery = z.infer<typeof searchForm>

/** The query of the search page. */
export function readSearchQuery(params: URLSearchParams): QueryRead<SearchQuery> {
  return readQuery(params, searchForm)
}
