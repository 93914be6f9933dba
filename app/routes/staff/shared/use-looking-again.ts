import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Has the page look again, a second after each answer, as long as something is under way. */
export function useLookingAgain(isWanted: boolean) {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!isWanted || state !== 'idle') return undefined
    const timer = setTimeout(revalidate, 1000)
    return () => clearTimeout(timer)
  }, [isWanted, revalidate, state])
}
