import { data } from 'react-router'
import type { z } from 'zod'
import { readQuery } from '#server/http/query-string.ts'
import { queryOf } from './answers.server.ts'

/**
 * What every list of the staff area loads: its query, the rows and the number of pages. For a page beyond the last one
 * it loads the last one, because somebody may just have deleted all rows of that page.
 */
export async function listPage<
  Query extends { page: number },
  Found extends { total: number; pageSize: number },
>(url: URL, form: z.ZodType<Query>, find: (query: Query) => Promise<Found>) {
  const read = readQuery(queryOf(url), form)
  if (!read.ok) throw data({ sentence: read.error }, { status: 400 })
  const { query } = read
  const found = await find(query)
  const pages = Math.max(1, Math.ceil(found.total / found.pageSize))
  if (query.page <= pages) return { ...found, query, pages }
  const last = { ...query, page: pages }
  return { ...(await find(last)), query: last, pages }
}
