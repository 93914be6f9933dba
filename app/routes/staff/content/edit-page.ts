import { redirect } from 'react-router'
import { z } from 'zod'
import { findEntryAt } from '#features/content/addresses/entry-at.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { readQuery } from '#server/http/query-string.ts'
import { noSuchPage } from './not-there.ts'
import type { Route } from './+types/edit-page.ts'

const editQuery = z.strictObject({ path: z.string().max(500).startsWith('/').optional() })

/** From a public page to where staff change what it shows. */
export async function loader(args: Route.LoaderArgs) {
  const { db } = begin(args, 'routes/staff/content/edit-page')
  const read = readQuery(args.url.searchParams, editQuery)
  if (!read.ok) throw noSuchPage()
  const { path = '' } = read.query
  const id = await findEntryAt(db, path)
  return redirect(id ? `/editor/entries/${id}` : listFor(path))
}

/** Pages that are made from many things lead to the list of those. */
const lists: [start: string, list: string][] = [
  ['/fellowship/f', '/editor/people'],
  ['/membership/life-members', '/editor/people'],
  ['/iaps/executive-council', '/editor/content/council-term'],
  ['/awards', '/editor/content/award'],
  ['/news', '/editor/content/news'],
  ['/newsletter', '/editor/content/newsletter'],
  ['/conferences', '/editor/content/conference'],
  ['/activities', '/editor/content/activity'],
  ['/gallery', '/editor/content/album'],
  ['/archive', '/editor/content/archive-item'],
]

function listFor(path: string): string {
  // The longest start first: /newsletter is not a part of /news.
  const fitting = lists.filter(([start]) => path.startsWith(start))
  const [longest] = fitting.toSorted(([one], [other]) => other.length - one.length)
  return longest?.[1] ?? '/editor/content/page'
}
