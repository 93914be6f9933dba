/**
 * For what is the same for everyone without a session: a browser asks each time, a cache in front of the site after a
 * second (decision 70).
 */
export const sharedByAll = {
  'cache-control': 'public, max-age=0, s-maxage=1, must-revalidate',
  vary: 'accept-encoding',
}

/** For what is made for one visitor, or fails. */
export const storedNowhere = { 'cache-control': 'no-store', vary: 'accept-encoding' }

export function isSharedByAll(headers: Headers): boolean {
  return headers.get('cache-control') === sharedByAll['cache-control']
}
