import type { RequestFailure, Moment } from './failure.ts'

/** The failure that the page shows right now, if any. */

let shown: (RequestFailure & { count: number }) | undefined
const followers = new Set<() => void>()

export function readFailure() {
  return shown
}

export function followFailure(listener: () => void): () => void {
  followers.add(listener)
  return () => followers.delete(listener)
}

export function showFailure(failure: RequestFailure) {
  // Otherwise a page that reloads every second would be read out every second.
  if (failure.moment === 'refresh' && shown?.moment === 'refresh' && shown.cause === failure.cause) return
  change({ ...failure, count: (shown?.count ?? 0) + 1 })
}

export function clearFailure() {
  if (shown) change(undefined)
}

/** A successful reload does not mean that a form would get through by now. */
export function clearFailureAfter(moment: Moment) {
  const isOver = moment !== 'refresh' || shown?.moment === 'refresh' || shown?.cause === 'signed-out'
  if (isOver) clearFailure()
}

function change(failure: typeof shown) {
  shown = failure
  for (const listener of followers) listener()
}
