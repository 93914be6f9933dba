import { useRouteLoaderData } from 'react-router'
import type { loader } from '#root.tsx'

/** What the root loader found: settings, origin and the year. */
export function useSite() {
  const site = useRouteLoaderData<typeof loader>('root')
  if (!site) throw new Error('A page was rendered without the data of the root route.')
  return site
}
