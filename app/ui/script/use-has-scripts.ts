import { useSyncExternalStore } from 'react'

/** False on the server and while the browser hydrates, so that a page works without scripts first. */
export function useHasScripts(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
