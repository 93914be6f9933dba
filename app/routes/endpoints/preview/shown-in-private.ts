import type { PreviewOutcome } from '#features/content/reading/previews.server.ts'
import { notThere, plainAnswer } from '#routes/endpoints/answers.ts'

/** A rendered preview as an answer that nobody caches, indexes or shares; or what is missing for it. */
export function shownInPrivate(outcome: PreviewOutcome, missing: string[] = []): Response {
  if (!outcome.ok)
    return outcome.reason === 'not-found'
      ? notThere(nothing)
      : plainAnswer([incomplete, ...missing].join('\n'), 409)
  const { page } = outcome
  page.headers.set('cache-control', 'no-store')
  page.headers.set('x-robots-tag', 'noindex, nofollow')
  page.headers.set('referrer-policy', 'no-referrer')
  return page
}

/** Lets the editing page show it in a frame, which no other page of the site allows (decision 051). */
export function shownInFrame(answer: Response): Response {
  const policy = answer.headers.get('content-security-policy') ?? ''
  answer.headers.set(
    'content-security-policy',
    policy.replace(`frame-ancestors 'none'`, `frame-ancestors 'self'`),
  )
  return answer
}

export const nothing = 'There is no page at this address.'
const incomplete = 'This entry is not complete, so there is no preview yet.'
