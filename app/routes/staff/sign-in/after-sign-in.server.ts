import { dataWith, redirectWith } from '#routes/request/answers.server.ts'

/**
 * To the next page after a sign-in. The sign-in script asks for its address instead, because a request of a script
 * follows redirects by itself, and the next page would be read twice.
 */
export function redirectAfterSignIn({ url }: { url: URL }, next: string, cookies: string[]) {
  return url.searchParams.get('show') === 'next' ? dataWith({ next }, cookies) : redirectWith(next, cookies)
}
