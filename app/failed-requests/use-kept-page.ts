import { use, useEffect } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router'
import { followRouter } from './keep-page.ts'
import { guardLeaving } from './leaving.ts'
import { watchTyping } from './typed.ts'

/** Called once, by the root: from then on no failed request takes the page away. */
export function useKeptPage() {
  const router = use(DataRouterContext)?.router
  useEffect(() => {
    if (!router) return undefined
    const stops = [followRouter(router), guardLeaving(router), watchTyping()]
    return () => stops.forEach((stop) => stop())
  }, [router])
}
