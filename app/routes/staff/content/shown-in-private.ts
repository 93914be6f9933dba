import { data } from 'react-router'
import type { Outcome } from '#features/outcome.ts'
import { noSuchPage } from './not-there.ts'

/** A drawn preview as an answer that nobody keeps, indexes or hands on. */
export function shownInPrivate(outcome: Outcome<'not-found' | 'incomplete', { page: Response }>): Response {
  if (!outcome.ok) {
    if (outcome.reason === 'not-found') throw noSuchPage()
    throw data({ sentence: incomplete }, { status: 409 })
  }
  const { page } = outcome
  page.headers.set('cache-control', 'no-store')
  page.headers.set('x-robots-tag', 'noindex, nofollow')
  page.headers.set('referrer-policy', 'no-referrer')
  return page
}

const incomplete = 'This is not complete yet, so it cannot be shown as it would be published.'
