import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Reloads the page's data, a second after each answer, as long as work is running. */
export function useLookingAgain(isWanted: boolean) {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!isWanted || state !== 'idle') return undefined
    const timer = setTimeout(revalidate, 1000)
    return () => clearTimeout(timer)
  }, [isWanted, revalidate, state])
}
