import { choicesQuery } from '#features/media/form.ts'
import { listLibrary, toChosen } from '#features/media/library.server.ts'
import { readQuery } from '#server/http/query-string.ts'
import { begin } from '#routes/request/begin.server.ts'
import { jsonWith } from '#routes/request/answers.server.ts'
import type { Route } from './+types/media-choices.ts'

const pageSize = 24

/** The files that the picker offers, newest first. */
export async function loader(args: Route.LoaderArgs) {
  const { db } = begin(args, 'routes/staff/media/media-choices')
  const requested = readQuery(args.url.searchParams, choicesQuery)
  if (!requested.ok) return jsonWith(400, { sentence: requested.error })
  const query = { ...requested.query, sort: 'added', dir: 'desc' } as const
  const { files, total } = await listLibrary(db, query, pageSize)
  return jsonWith(200, { files: files.map(toChosen), pages: Math.ceil(total / pageSize), total })
}
