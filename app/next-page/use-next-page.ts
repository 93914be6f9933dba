import { use, useEffect, useLayoutEffect, useRef, useState } from 'react'
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  useLocation,
  useNavigationType,
  type DataRouter,
} from 'react-router'
import { renderNextPageSynchronously, prepareNextPages, type OpenedState } from './open-next.ts'
import { restorePosition, followPositions } from './scroll-positions.ts'

/**
 * The key of the page that is shown. It changes with every page that opens in the same document, so that nothing of the
 * last one stays: no typed text, no open menu. What a form answers and jumps within a page keep it.
 */
export function useNextPage(forgetLast: () => void): number {
  const router = use(DataRouterContext)?.router
  const number = usePageNumber()
  // The router's own subscription follows in an effect of a component above this one.
  useLayoutEffect(() => {
    if (router) renderNextPageSynchronously(router)
  }, [router])
  useEffect(() => {
    if (!router) return undefined
    const stops = [prepareNextPages(router), followPositions(), showWaiting(router)]
    return () => stops.forEach((stop) => stop())
  }, [router])

  const shown = useRef(number)
  useLayoutEffect(() => {
    if (shown.current === number) return
    shown.current = number
    forgetLast()
    restorePosition()
    focusTitle()
  }, [number, forgetLast])
  return number
}

function usePageNumber(): number {
  const { key, pathname, search, state } = useLocation()
  const isPop = useNavigationType() === 'POP'
  const { opened } = (state ?? {}) as Partial<OpenedState>
  const [shown, setShown] = useState({ key, pathname, search, opened, number: 0 })
  if (shown.key === key) return shown.number
  const isMoved = isPop && (pathname !== shown.pathname || search !== shown.search)
  const isOpened = !isPop && opened !== undefined && opened !== shown.opened
  const number = shown.number + (isMoved || isOpened ? 1 : 0)
  setShown({ key, pathname, search, opened, number })
  return number
}

/** The browser shows only of documents that they are on their way. */
function showWaiting(router: DataRouter): () => void {
  return router.subscribe(({ navigation }) => {
    const isWaiting = navigation.state === 'loading' && !navigation.formMethod
    const main = document.getElementById('main')
    if (isWaiting) main?.setAttribute('aria-busy', 'true')
    else main?.removeAttribute('aria-busy')
  })
}

/** Where reading begins, as after a full page load; a page may have put the focus into a field already. */
function focusTitle() {
  const main = document.getElementById('main')
  if (main?.contains(document.activeElement) && document.activeElement !== main) return
  const title = main?.querySelector<HTMLElement>('h1') ?? main
  title?.setAttribute('tabindex', '-1')
  title?.focus({ preventScroll: true })
}
