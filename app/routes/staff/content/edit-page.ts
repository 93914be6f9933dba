import { redirect } from 'react-router'
import { z } from 'zod'
import { findPublicBody } from '#features/bodies/queries.server.ts'
import { findEntryAt } from '#features/content/addresses/entry-at.server.ts'
import { findPerson } from '#features/people/queries.server.ts'
import { listPublicRulebooks } from '#features/rulebook/queries.server.ts'
import { begin, type RequestContext } from '#routes/request/begin.server.ts'
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
  return redirect((await findOneAt(db, path)) ?? listFor(path))
}

/** Where staff change the one thing that a page shows. */
async function findOneAt(db: RequestContext['db'], path: string): Promise<string | undefined> {
  const fellow = after('/fellowship/fellows/', path)
  if (fellow !== undefined) {
    const person = await findPerson(db, fellow)
    return person && `/editor/people/${person.id}`
  }
  const slug = after('/iaps/bodies/', path)
  if (slug !== undefined) {
    const body = await findPublicBody(db, slug)
    return body && `/admin/bodies/${body.id}`
  }
  if (path === '/fellowship/rules') {
    const [rulebook, other] = await listPublicRulebooks(db)
    return rulebook && !other ? `/admin/rulebooks/${rulebook.id}` : undefined
  }
  const entry = await findEntryAt(db, path)
  return entry && `/editor/entries/${entry}`
}

function after(folder: string, path: string): string | undefined {
  return path.startsWith(folder) ? path.slice(folder.length) : undefined
}

/** Pages that are made from many things lead to the list of those. */
const lists: [start: string, list: string][] = [
  ['/fellowship/f', '/editor/people'],
  ['/membership/life-members', '/editor/people'],
  ['/iaps/bodies', '/admin/bodies'],
  ['/iaps/executive-council', '/editor/content/council-term'],
  ['/fellowship/rules', '/admin/rulebooks'],
  ['/awards', '/editor/content/award'],
  ['/news', '/editor/content/news'],
  ['/newsletter', '/editor/content/newsletter'],
  ['/conferences', '/editor/content/conference'],
  ['/activities', '/editor/content/activity'],
  ['/calendar', '/editor/content/activity'],
  ['/gallery', '/editor/content/album'],
  ['/archive', '/editor/content/archive-item'],
]

function listFor(path: string): string {
  // The longest start first: /newsletter is not a part of /news.
  const fitting = lists.filter(([start]) => path.startsWith(start))
  const [longest] = fitting.toSorted(([one], [other]) => other.length - one.length)
  return longest?.[1] ?? '/editor/content/page'
}
