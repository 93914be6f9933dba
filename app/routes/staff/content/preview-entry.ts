import { labelOf } from '#features/content/kinds/field-labels.ts'
import { fields } from '#features/content/kinds/fields.ts'
import { readTyped } from '#features/content/entry/typed.ts'
import { findCurrentCopy } from '#features/content/entry/working-copies.server.ts'
import { previewEntry } from '#features/content/reading/previews.server.ts'
import { findForStaff } from '#features/content/reading/staff-queries.server.ts'
import { renderPageContext } from '#server/http/context.server.ts'
import { notThere } from '#routes/endpoints/answers.ts'
import { begin } from '#routes/request/begin.server.ts'
import { nothing, shownInFrame, shownInPrivate } from '#routes/endpoints/preview/shown-in-private.ts'
import type { Route } from './+types/preview-entry.ts'

/** The entry exactly as it would be published, with what this person has typed and not saved. */
export async function loader(args: Route.LoaderArgs) {
  const { db, actor, now } = begin(args, 'routes/staff/content/preview-entry')
  const { context, params, url } = args
  const entry = await findForStaff(db, params.id)
  if (!entry) return notThere(nothing)
  const { kind } = entry
  const copy = await findCurrentCopy(db, actor, entry)
  const read = copy.typedAt === undefined ? undefined : readTyped(kind, copy.values)
  const typed = read?.ok ? read.typed.data : undefined
  const outcome = await previewEntry(db, params.id, now, context.get(renderPageContext), typed)
  const gaps = !outcome.ok && outcome.reason === 'incomplete' ? Object.entries(outcome.gaps) : []
  const missing = gaps.map(([path, sentence]) => `${labelOf(fields[kind], path.split('.'))}: ${sentence}`)
  const answer = shownInPrivate(outcome, missing)
  return url.searchParams.has('show') ? withoutStyles(answer) : shownInFrame(answer)
}

/** The sheet beside a list has the styles already, and the policy of its page allows no others. */
async function withoutStyles(answer: Response): Promise<Response> {
  const [first = '', ...rest] = (await answer.text()).split('<style')
  const page = first + rest.map((part) => part.slice(part.indexOf(end) + end.length)).join('')
  const headers = new Headers(answer.headers)
  headers.delete('content-length')
  return new Response(page, { status: answer.status, headers })
}

const end = '</style>'
