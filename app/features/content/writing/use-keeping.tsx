import { useEffect, useRef, useState } from 'react'
import { withoutEmpty, type Values } from '#features/content/values.ts'
import type { Kind } from '#features/content/kinds.ts'
import { keepHere } from './kept.ts'
import { send, type Trouble } from './send.ts'

interface Written {
  id: string
  kind: Kind
  base: number
  values: Values
  /** Whether anything differs from what is saved. */
  isChanged: boolean
}

interface Pulse {
  version: number
  others: string[]
}

const pulseMs = 10_000
const restMs = 2000

/**
 * Keeps what is typed: in the browser at once, on the server when the keys have rested for two seconds. Says every
 * ten seconds that somebody is here, and hears who else is and whether a newer version has come.
 */
export function useKeeping({ id, kind, base, values, isChanged }: Written) {
  const [pulse, setPulse] = useState<Pulse>()
  const [trouble, setTrouble] = useState<Trouble>()
  const [keptAt, setKeptAt] = useState<number>()
  const latest = useRef({ base, values, isChanged, isSent: true })

  useEffect(() => {
    latest.current = { base, values, isChanged, isSent: !isChanged }
    if (isChanged) keepHere(id, { base, values, at: Date.now() })
  }, [id, base, values, isChanged])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let stopped = false
    const report = async () => {
      const { base, values, isChanged, isSent } = latest.current
      const carries = isChanged && !isSent
      const data = carries ? JSON.stringify(withoutEmpty(kind, values)) : ''
      const sent = await send<Pulse>(`/editor/entries/${id}/working-copy`, { base: String(base), data })
      if (stopped) return
      setTrouble(sent.ok ? undefined : sent.trouble)
      if (sent.ok) {
        setPulse(sent.answer)
        if (carries) {
          if (latest.current.values === values) latest.current.isSent = true
          setKeptAt(Date.now())
        }
      }
    }
    let lastPulse = 0
    const tick = async () => {
      const isDue = Date.now() - lastPulse > pulseMs
      if (isDue || (latest.current.isChanged && !latest.current.isSent)) {
        lastPulse = Date.now()
        await report()
      }
      if (!stopped) timer = setTimeout(tick, restMs)
    }
    timer = setTimeout(tick, 0)
    return () => {
      stopped = true
      clearTimeout(timer)
    }
  }, [id, kind])

  return { pulse, trouble, keptAt }
}
