import { previewEntry } from '#features/content/reading/previews.server.ts'
import { drawContext } from '#server/http/context.server.ts'
import { shownInPrivate } from './shown-in-private.ts'
import { begin } from '#routes/request/begin.server.ts'
import type { Route } from './+types/preview-entry.ts'

/** The entry exactly as it would be published, for staff. */
export async function loader(args: Route.LoaderArgs) {
  const { db, now } = begin(args, 'routes/staff/content/preview-entry')
  const { context, params } = args
  return shownInPrivate(await previewEntry(db, params.id, now, context.get(drawContext)))
}
