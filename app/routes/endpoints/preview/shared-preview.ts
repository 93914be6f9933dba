import { findPreviewed, previewEntry } from '#features/content/reading/previews.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { nothing, shownInPrivate } from './shown-in-private.ts'
import { renderPageContext } from '#server/http/context.server.ts'
import { notThere } from '#routes/endpoints/answers.ts'
import type { Route } from './+types/shared-preview.ts'

/** The entry of a secret link, as it would be published. An expired link looks like one that never existed. */
export async function loader(args: Route.LoaderArgs) {
  const { db, now } = begin(args, 'routes/endpoints/preview/shared-preview')
  const { context, params } = args
  const id = /^[\w-]{43}$/.test(params.token) ? await findPreviewed(db, params.token, now) : undefined
  if (id === undefined) return notThere(nothing)
  return shownInPrivate(await previewEntry(db, id, now, context.get(renderPageContext)))
}
