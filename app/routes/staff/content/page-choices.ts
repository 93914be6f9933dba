import { findPages } from '#features/search/queries.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { jsonWith } from '#routes/request/answers.server.ts'
import type { Route } from './+types/page-choices.ts'

/** Internal pages that a link may lead to, found by words. */
export async function loader(args: Route.LoaderArgs) {
  const { db } = begin(args, 'routes/staff/content/page-choices')
  const words = (args.url.searchParams.get('q') ?? '').slice(0, 100)
  return jsonWith(200, { pages: await findPages(db, words) })
}
