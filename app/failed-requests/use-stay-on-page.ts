import { use, useEffect } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router'
import { followRouter } from './stay-on-page.ts'
import { guardGoingBack } from './going-back.ts'
import { guardLeaving, type OpenNext } from './leaving.ts'
import { watchTyping } from './typed.ts'

/** Called once, by the root: from then on a failed request does not replace the page. */
export function useStayOnPage(openNext: OpenNext) {
  const router = use(DataRouterContext)?.router
  useEffect(() => {
    if (!router) return undefined
    const stops = [
      followRouter(router),
      guardLeaving(router, openNext),
      guardGoingBack(router),
      watchTyping(),
    ]
    return () => stops.forEach((stop) => stop())
  }, [router, openNext])
}
