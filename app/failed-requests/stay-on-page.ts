import { data, type DataRouter, type DataStrategyResult } from 'react-router'
import { signInPath } from '#routes/request/paths.ts'
import { causeOf, isOurRefusal, type RequestFailure, type Moment } from './failure.ts'
import { clearFailure, clearFailureAfter, showFailure } from './shown-failure.ts'
import { forgetTyped, isTyped } from './typed.ts'

/**
 * The router replaces a page with the error page as soon as one of its requests fails, and the typed text is lost. This
 * middleware of the root keeps the page and shows a notice instead.
 */

type Results = Record<string, DataStrategyResult>

let router: DataRouter | undefined
let shownIndex = 0

export function followRouter(given: DataRouter): () => void {
  router = given
  const note = () => {
    if (given.state.navigation.state === 'idle') shownIndex = indexInHistory()
  }
  note()
  return given.subscribe(note)
}

export async function stayOnPage(
  { request }: { request: Request },
  next: () => Promise<Results>,
): Promise<Results> {
  const results = await next()
  if (!router || request.signal.aborted || Object.keys(results).length === 0) return results
  const moment = momentOf(router, request)
  const errors = Object.values(results).flatMap((one) => (one.type === 'error' ? [errorIn(one)] : []))
  const redirect = errors.find((error) => error instanceof Response)
  if (redirect) return followRedirect(router, request, moment, redirect, results)
  const [error] = errors
  const isNext = moment === 'open'
  if (isNext && isOfOtherBuild(results)) return openDocument(new URL(request.url))
  if (error === undefined) {
    if (moment === 'send' && isAccepted(results)) forgetTyped()
    clearFailureAfter(moment)
    return results
  }
  // The error page has a document of its own, with its status and without scripts.
  if (isOurRefusal(error) && isNext) return openDocument(new URL(request.url))
  if (isOurRefusal(error) && !mustStay(moment, error)) return results
  return stay(router, request, { ...causeOf(error), moment }, results)
}

/** After an upgrade the data may not fit the scripts of this document. */
function isOfOtherBuild({ root }: Results): boolean {
  const { build } = (root?.result ?? {}) as { build?: string }
  // oxlint-disable-next-line no-underscore-dangle -- The router's own name.
  return build !== undefined && build !== window.__reactRouterManifest.version
}

/** The router wraps what an action threw together with a status. */
function errorIn({ result }: DataStrategyResult): unknown {
  const { data } = (result ?? {}) as { data?: unknown }
  return data instanceof Error ? data : result
}

function momentOf({ state }: DataRouter, { method, url }: Request): Moment {
  if (method !== 'GET') return 'send'
  const { navigation, location } = state
  if (navigation.state !== 'loading') return 'refresh'
  const { pathname, search } = new URL(url)
  if (pathname === location.pathname && search === location.search) return 'refresh'
  if (!navigation.formMethod || navigation.formMethod === 'GET') return 'open'
  const { _isRedirect: isRedirected } = (navigation.location.state ?? {}) as { _isRedirect?: boolean }
  return isRedirected ? 'open-next' : 'refresh'
}

function isAccepted(results: Results): boolean {
  return Object.values(results).every(({ result }) => {
    const { init } = (result ?? {}) as { init?: ResponseInit | null }
    return (init?.status ?? 200) < 400
  })
}

/** A refused page shows the error page, unless that would discard typed text. */
function mustStay(moment: Moment, error: unknown): boolean {
  if (moment === 'send') return true
  if (moment !== 'refresh') return false
  return isTyped() || (error as { status: number }).status === 403
}

function followRedirect(
  router: DataRouter,
  request: Request,
  moment: Moment,
  redirect: Response,
  results: Results,
): Results | Promise<Results> {
  const target = new URL(redirect.headers.get('location') ?? '', request.url)
  const { pathname } = window.location
  // With the page to return to, as for anyone without a session; someone who signs out has none.
  if (target.pathname === signInPath && target.searchParams.has('next')) {
    const stays = moment === 'send' || (moment === 'refresh' && isTyped())
    if (stays) return stay(router, request, { cause: 'signed-out', moment }, results)
  }
  // The page it leads to may not be one that opens in place, such as the sign-in page.
  if (moment === 'open') return openDocument(target)
  if (moment !== 'send' || redirect.headers.has('X-Remix-Reload-Document')) return results
  forgetTyped()
  clearFailure()
  // A full page load needs no scripts that might fail to load, and it shows what went wrong.
  const { isPlain } = (router.state.navigation.location?.state ?? {}) as { isPlain?: boolean }
  return isPlain || target.pathname !== pathname ? openDocument(target) : results
}

function openDocument(target: URL): Promise<Results> {
  const { pathname, search } = window.location
  if (target.pathname === pathname && target.search === search) {
    // Otherwise the browser would only scroll to the anchor.
    window.history.replaceState(window.history.state, '', target)
    window.location.reload()
  } else {
    window.location.assign(target)
  }
  return new Promise(() => undefined)
}

async function stay(
  router: DataRouter,
  request: Request,
  failure: RequestFailure,
  results: Results,
): Promise<Results> {
  const { state } = router
  const isSubmission = state.navigation.state === 'submitting'
  showFailure(failure.moment === 'open-next' ? { ...failure, next: request.url } : failure)
  if (failure.moment === 'send') {
    const [id = ''] = Object.keys(results)
    const before: unknown = isSubmission ? state.actionData?.[id] : undefined
    const isShown = state.matches.at(-1)?.route.id === id
    // An earlier answer may have put the very form on the page that was sent. And a page of ours that refuses may still
    // be streaming its answer, which must not be aborted.
    const hasAnswered = failure.cause === 'signed-out' || failure.sentence !== undefined
    if (!isSubmission || (isShown && (hasAnswered || before !== undefined)))
      return { [id]: { type: 'data', result: data(before, 503) } }
    return cancel(router, request)
  }
  const hasAll = Object.keys(results).every((id) => id in state.loaderData)
  // Without results the router continues with what it has.
  return failure.moment === 'refresh' && hasAll ? {} : cancel(router, request)
}

/** Replaces the current navigation with one to the page that is shown, without a request. */
async function cancel(router: DataRouter, { signal }: Request): Promise<Results> {
  const { location, navigation } = router.state
  if (navigation.historyAction === 'POP') {
    window.history.go(shownIndex - indexInHistory())
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    return {}
  }
  const { pathname, search, hash, state } = location
  const quietly = { replace: true, preventScrollReset: true, defaultShouldRevalidate: false }
  void router.navigate({ pathname, search, hash }, { state: state as unknown, ...quietly })
  return {}
}

/** The position in the router's history. */
function indexInHistory(): number {
  return (window.history.state as { idx?: number } | null)?.idx ?? 0
}
