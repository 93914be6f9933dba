import type { DataRouter } from 'react-router'
import { isWorkTyped } from './typed.ts'

/**
 * Where several pages share a document, the browser does not restore what was typed when someone comes back to it. So
 * going back asks first.
 */

const question = 'Leave this page? What you typed here has not been saved.'

export function guardGoingBack(router: DataRouter): () => void {
  let index = indexInHistory()
  let isReturning = false
  const stopFollowing = router.subscribe(({ navigation }) => {
    if (navigation.state === 'idle') index = indexInHistory()
  })
  const onPop = (event: PopStateEvent) => {
    const { pathname, search } = router.state.location
    const isHere = pathname === window.location.pathname && search === window.location.search
    const to = indexInHistory()
    if (isReturning) {
      // The router knows nothing of the way there and back.
      isReturning = false
      event.stopImmediatePropagation()
    } else if (!isHere && isWorkTyped() && to !== undefined && index !== undefined && to !== index) {
      // oxlint-disable-next-line no-alert -- Nothing else can be asked before the page is gone.
      if (window.confirm(question)) return
      event.stopImmediatePropagation()
      isReturning = true
      window.history.go(index - to)
    }
  }
  // Before the router, which listens on the same object.
  window.addEventListener('popstate', onPop, true)
  return () => {
    stopFollowing()
    window.removeEventListener('popstate', onPop, true)
  }
}

/** The position in the router's history; undefined if the browser made the entry. */
function indexInHistory(): number | undefined {
  return (window.history.state as { idx?: number } | null)?.idx
}
