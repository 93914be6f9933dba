/**
 * Which file a script goes into. What only one page uses stays with it. What several use is in one of four files: for
 * public forms, for the staff area, for both, or for the page where entries are written. So a page needs a handful of
 * requests and the next one hardly any.
 */

export interface ModuleGraph {
  getModuleInfo(id: string): {
    importers: readonly string[]
    importedIds: readonly string[]
    code: string | null
  } | null
}

const entry = /\?__react-router-build-client-route$|[\\/]entry\.client/
const ofStaff = /[\\/]app[\\/]routes[\\/]staff[\\/]/
/** Pages on the way into the staff area, outside its frame, have no React. */
const wayIn = /[\\/]app[\\/]routes[\\/]staff[\\/]sign-in[\\/](?!confirm\.tsx)/
/** Where entries are written; nothing else in the staff area shows their texts as readers see them. */
const ofWriting = /[\\/]routes[\\/]staff[\\/]content[\\/]entry-page\.tsx/
/** The frame of the site is around that of the staff area as well. */
const ofAll = /[\\/](app[\\/]root\.tsx|entry\.client|site[\\/]frame[\\/]layout\.tsx)/

/** Libraries that few pages need. Code that uses one of them stays out of the files that every page loads. */
const heavy = /node_modules[\\/](katex|zod|@tiptap|prosemirror-)/

export function groupOf(id: string, graph: ModuleGraph): 'forms' | 'site' | 'staff' | 'writing' | null {
  const entries = reachedFrom(id, (one) => graph.getModuleInfo(one)?.importers).filter((one) =>
    entry.test(one),
  )
  const fetched = entries.filter((one) => isFetched(one, graph))
  if (entry.test(id) || entries.length < 2 || fetched.length === 0) return null
  if (reachedFrom(id, (one) => graph.getModuleInfo(one)?.importedIds).some((one) => heavy.test(one)))
    return null
  if (fetched.every((one) => ofWriting.test(one))) return 'writing'
  if (fetched.every((one) => ofStaff.test(one))) return 'staff'
  return fetched.some((one) => ofStaff.test(one) || ofAll.test(one)) ? 'site' : 'forms'
}

/** Reading pages have scripts too, which no browser loads: only pages that hydrate do. */
function isFetched(route: string, graph: ModuleGraph): boolean {
  if (wayIn.test(route)) return false
  if (ofStaff.test(route) || ofAll.test(route)) return true
  const file = route.replace(/\?.*/, '')
  return graph.getModuleInfo(file)?.code?.includes('hydrate: true') === true
}

function reachedFrom(id: string, next: (id: string) => readonly string[] | undefined): string[] {
  const reached = new Set([id])
  for (const one of reached) for (const other of next(one) ?? []) reached.add(other)
  return [...reached]
}
