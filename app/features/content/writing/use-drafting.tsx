import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Advice } from '#features/content/entry/checks.ts'
import type { Draft } from '#features/content/entry/drafts.ts'
import type { Kind } from '#features/content/kinds/kinds.ts'
import { openBrowserStorage } from '#browser-storage.ts'
import type { CurrentCopy, Offer } from '#features/content/entry/typed.ts'
import {
  afterAside,
  afterLooking,
  afterMoved,
  afterNoAnswer,
  afterStored,
  hasUnsent,
  isChanged,
  openDraft,
  type Drafting,
} from './drafting.ts'
import { asideRequest, lookRequest, storeRequest } from './draft-requests.ts'
import { send, type SendTrouble } from './send.ts'
import { storeRest, takeOver, unsentKey, type Owner } from './unsent.ts'

interface Opened {
  owner: Owner
  kind: Kind
  version: number
  /** When that version was saved. */
  savedAt: number
  data: Draft
  copy: CurrentCopy
}

/** Who else is here, and the newest version. */
interface Pulse {
  version: number
  others: string[]
}

interface Answer extends Pulse {
  at: number
  errors: Record<string, string>
  left: string[]
  offer?: Offer | undefined
  advice?: Advice[]
  moved?: CurrentCopy | undefined
}

const presenceMs = 10_000
const restMs = 2000
/** After this long an unanswered write no longer delays a save. */
const timeoutMs = 5000

/**
 * Stores what is typed: in this browser immediately, on the server after two seconds without a key. Reports every ten
 * seconds that someone is here, and learns who else is and what was typed elsewhere.
 */
export function useDrafting({ owner, kind, version, savedAt, data, copy }: Opened) {
  const { id, staffId } = owner
  const [draft, setDraft] = useState(() => openDraft(kind, version, data, copy))
  const latest = useRef(draft)
  const [page] = useState(randomName)
  const [pulse, setPulse] = useState<Pulse>()
  const [trouble, setTrouble] = useState<SendTrouble>()
  const [marks, setMarks] = useState<Record<string, string>>(copy.errors ?? {})
  const [advice, setAdvice] = useState<Advice[]>()
  const inFlight = useRef<Promise<unknown>>(Promise.resolve())
  const isHeld = useRef(false)
  const lastTrouble = useRef<SendTrouble>(undefined)

  const update = useCallback((change: (draft: Drafting) => Drafting) => {
    latest.current = change(latest.current)
    setDraft(latest.current)
  }, [])

  const key = unsentKey({ id, staffId }, page)
  const isOpened = useRef(false)
  useEffect(() => {
    if (isOpened.current) return void storeRest(openBrowserStorage(), key, draft)
    isOpened.current = true
    update((draft) => takeOver(openBrowserStorage(), { id, staffId }, key, draft, savedAt))
  }, [id, staffId, key, draft, savedAt, update])

  const address = `/editor/entries/${id}/working-copy`
  const report = useCallback(async () => {
    for (const aside of latest.current.asides) {
      const sent = await send(address, asideRequest(latest.current, aside))
      if (!sent.ok) break
      update((draft) => afterAside(draft, aside.key))
      openBrowserStorage()?.removeItem(aside.key)
    }
    const before = latest.current
    const revision = hasUnsent(before) ? randomName() : undefined
    const request = revision ? storeRequest(before, revision, page) : lookRequest(before)
    const sent = await send<Answer>(address, request)
    const moved = sent.ok ? sent.answer.moved : sent.answer?.moved
    if (moved) update((draft) => afterMoved(draft, moved))
    else if (revision && sent.ok) update((draft) => afterStored(draft, revision, before, sent.answer))
    else if (revision) update((draft) => afterNoAnswer(draft, revision))
    else if (sent.ok) update((draft) => afterLooking(draft, sent.answer.offer))
    lastTrouble.current = sent.ok || moved ? undefined : sent.trouble
    setTrouble(lastTrouble.current)
    if (sent.ok) setPulse(sent.answer)
    if (revision && sent.ok) setMarks(sent.answer.errors)
    if (sent.ok && sent.answer.advice) setAdvice(sent.answer.advice)
  }, [address, page, update])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let lastPulse = 0
    let isStopped = false
    const tick = async () => {
      const isDue = Date.now() - lastPulse > presenceMs
      const isWanted = isDue || hasUnsent(latest.current) || latest.current.asides.length > 0
      if (isWanted && !isHeld.current) {
        lastPulse = Date.now()
        inFlight.current = report()
        await inFlight.current
      }
      if (!isStopped) timer = setTimeout(tick, restMs)
    }
    timer = setTimeout(tick, 0)
    return () => {
      isStopped = true
      clearTimeout(timer)
    }
  }, [report])

  /** Lets a write under way arrive first and starts no other meanwhile: the server must receive them in order. */
  const alone = useCallback(async <T,>(work: (draft: Drafting) => Promise<T>): Promise<T> => {
    isHeld.current = true
    const timeout = new Promise((resolve) => setTimeout(resolve, timeoutMs))
    await Promise.race([inFlight.current.catch(() => undefined), timeout])
    try {
      return await work(latest.current)
    } finally {
      isHeld.current = false
    }
  }, [])

  /** Stores what is typed now. Returns why the server does not have it, if so. */
  const storeNow = useCallback(async () => {
    // A second time if another tab had written in between.
    for (let time = 0; time < 2 && hasUnsent(latest.current); time++) await alone(report)
    return hasUnsent(latest.current) ? (lastTrouble.current ?? 'failed') : undefined
  }, [alone, report])

  return {
    ...{ draft, latest, update, alone, storeNow, page, pulse, trouble, marks, setMarks, advice, setAdvice },
    isChanged: useMemo(() => isChanged(draft), [draft]),
  }
}

/** `crypto.randomUUID` is missing if the site is opened without https. */
export function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
