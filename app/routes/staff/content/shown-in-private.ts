import type { Outcome } from '#outcome.ts'
import { notThere } from '#routes/endpoints/answers.ts'

/** A rendered preview as an answer that nobody caches, indexes or shares. */
export function shownInPrivate(outcome: Outcome<'not-found' | 'incomplete', { page: Response }>): Response {
  if (!outcome.ok)
    return outcome.reason === 'not-found' ? notThere(nothing) : new Response(incomplete, refused)
  const { page } = outcome
  page.headers.set('cache-control', 'no-store')
  page.headers.set('x-robots-tag', 'noindex, nofollow')
  page.headers.set('referrer-policy', 'no-referrer')
  return page
}

export const nothing = 'There is no page at this address.'
const incomplete = 'This entry is not complete, so there is no preview yet.\n'
const refused = {
  status: 409,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
}
