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
    // At once: for no moment has the page the address of the next one.
    void router.navigate(url.pathname + url.search, { state, flushSync: true })
  }
  loadScripts(routes).then(open, otherwise)
  return true
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
