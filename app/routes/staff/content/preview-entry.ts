import { previewEntry } from '#features/content/reading/previews.server.ts'
import { allowReading } from '#routes/request/guard.server.ts'
import { dbContext, drawContext, nowContext } from '#server/http/context.server.ts'
import { shownInPrivate } from './shown-in-private.ts'
import type { Route } from './+types/preview-entry.ts'

/** The entry exactly as it would be published, for staff. */
export async function loader(args: Route.LoaderArgs) {
  allowReading(args, 'routes/staff/content/preview-entry')
  const { context, params } = args
  const now = context.get(nowContext)
  return shownInPrivate(await previewEntry(context.get(dbContext), params.id, now, context.get(drawContext)))
}
