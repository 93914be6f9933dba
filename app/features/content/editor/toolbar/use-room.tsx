import { type RefObject, useLayoutEffect, useState } from 'react'

const padding = 16
const gaps = 48

/** How many tools fit beside each other in the element; fingers need larger ones. */
export function useRoom(element: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    const line = element.current
    if (!line) return undefined
    const size = matchMedia('(pointer: coarse)').matches ? 44 : 36
    const measure = () => setRoom(Math.floor((line.clientWidth - padding - gaps) / size))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(line)
    return () => observer.disconnect()
  }, [element])
  return room
}
