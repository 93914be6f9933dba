import { retryAfterSeconds, type FailureAnswer } from './failure-answer.server.ts'

/** A page reports its own failure; requests by scripts get the same sentence as data. */
export function afterFailure(response: Response, failure: FailureAnswer | undefined): Response {
  if (!failure || response.status !== 500) return response
  const { status, sentence } = failure
  const headers = new Headers(response.headers)
  headers.set('retry-after', retryAfterSeconds)
  if (!headers.get('content-type')?.startsWith('text/plain'))
    return new Response(response.body, { status, headers })
  headers.set('content-type', 'application/json')
  return new Response(JSON.stringify({ sentence }), { status, headers })
}

/** The router's own message when a route has no loader or no action is for developers. */
export async function replaceRouterError(response: Response, method: string): Promise<Response> {
  const isRouterError =
    (response.status === 400 || response.status === 405) &&
    response.headers.get('content-type')?.startsWith('application/json') &&
    (await response.clone().text()).includes('Unexpected Server Error')
  const headers = { 'content-type': 'text/plain; charset=utf-8' }
  const clear = isRouterError
    ? new Response(`This address does not support ${method} requests.\n`, { status: 405, headers })
    : response
  if (!clear.headers.has('cache-control')) clear.headers.set('cache-control', 'no-store')
  return clear
}
