import type { DataRouter } from 'react-router'
import { routesOfNext } from './shared-document.ts'
import { rememberPosition } from './scroll-positions.ts'

/** What the history remembers of a page that was opened in place; each time another number. */
export interface OpenedState {
  opened: number
}

let latest = 0

/**
 * Opens a page in the document that is there, and says whether it may. Its scripts come first: if they are gone, as after
 * an upgrade, the page is opened otherwise.
 */
export function openNext(router: DataRouter, url: URL, otherwise: () => void): boolean {
  const routes = routesOfNext(router, url)
  if (!routes) return false
  const opened = performance.timeOrigin + performance.now()
  latest = opened
  const open = () => {
    if (latest !== opened) return
    rememberPosition()
    const state: OpenedState = { opened }
    void router.navigate(url.pathname + url.search, { state })
  }
  loadScripts(routes).then(open, otherwise)
  return true
}

/**
 * Changes the address and the page in the same step. React Router's `flushSync` option does this only until the next
 * page loads data. Call it before anything subscribes to the router.
 */
export function renderNextPageSynchronously(router: DataRouter): void {
  const { subscribe } = router
  router.subscribe = (subscriber) => {
    let shown = router.state.location.key
    return subscribe((state, options) => {
      const isNext = state.navigation.state === 'idle' && state.location.key !== shown && isOpened(state)
      if (isNext) shown = state.location.key
      subscriber(state, isNext ? { ...options, flushSync: true } : options)
    })
  }
}

function isOpened({ location, historyAction }: DataRouter['state']): boolean {
  const { opened } = (location.state ?? {}) as Partial<OpenedState>
  return opened !== undefined || historyAction === 'POP'
}

/** Loads the scripts of the next page as soon as someone points at its link. Its data would be a read that nobody made. */
export function prepareNextPages(router: DataRouter): () => void {
  const prepare = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (!link || link.origin !== window.location.origin) return
    const routes = routesOfNext(router, new URL(link.href))
    // A click tries again, and says what went wrong.
    if (routes) loadScripts(routes).catch(() => undefined)
  }
  document.addEventListener('pointerover', prepare)
  document.addEventListener('focusin', prepare)
  return () => {
    document.removeEventListener('pointerover', prepare)
    document.removeEventListener('focusin', prepare)
  }
}

function loadScripts(routes: string[]): Promise<unknown> {
  // oxlint-disable-next-line no-underscore-dangle -- The router's own name.
  const { routes: built } = window.__reactRouterManifest
  const files = routes.flatMap((id) => built[id]?.module ?? [])
  return Promise.all(files.map((file) => import(/* @vite-ignore */ file)))
}
