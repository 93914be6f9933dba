import { redirect, type RouterContextProvider } from 'react-router'
import { findInLowerCase } from '#features/content/addresses/paths.server.ts'
import { findRedirect } from '#features/content/addresses/redirects.server.ts'
import { sessionContext } from './session-context.server.ts'
import { dbContext } from '#server/http/context.server.ts'
import { sharedByAll, storedNowhere } from '#server/http/shared-headers.ts'

/**
 * The redirect from a former address to its replacement, or undefined. Browsers ask again each time, because staff may
 * remove it; we cache it in memory like a page.
 */
export async function findMoved(context: Readonly<RouterContextProvider>, request: Request) {
  if (!isReading(request)) return undefined
  const { pathname, search, searchParams } = new URL(request.url)
  const to = await findRedirect(context.get(dbContext), pathname)
  if (to === undefined) return undefined
  // A mailed link has its token in the query.
  const isPersonal = context.get(sessionContext) !== undefined || searchParams.has('token')
  return redirect(to + search, { status: 301, headers: isPersonal ? storedNowhere : sharedByAll })
}

/**
 * The redirect from an address with capitals to the page that has it without them, or undefined. It is not cached: one
 * address has a great many such spellings.
 */
export async function findRespelled(context: Readonly<RouterContextProvider>, request: Request) {
  if (!isReading(request)) return undefined
  const { pathname, search } = new URL(request.url)
  const to = await findInLowerCase(context.get(dbContext), pathname)
  return to === undefined ? undefined : redirect(to + search, 308)
}

function isReading({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD'
}
