import { z } from 'zod'
import { readQuery, type QueryRead } from '#server/http/query-string.ts'
import { yearField } from '#server/input/list-query.ts'

const calendarForm = z.strictObject({ year: yearField })

/** The query of the calendar's address. */
export function readCalendarQuery(params: URLSearchParams): QueryRead<z.infer<typeof calendarForm>> {
  return readQuery(params, calendarForm)
}
