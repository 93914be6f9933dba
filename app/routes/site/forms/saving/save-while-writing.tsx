import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useFetcher } from 'react-router'
import type { TypedFields } from '#features/forms/fields.ts'
import { useTypedEarly } from '#ui/form/use-typed-early.ts'
import type { SavedPart } from './saving.server.ts'
import { removeUnsent, sendUnsent, storeUnsent } from './unsent.ts'
import { textsOf, type SharedDraft } from './use-shared-draft.ts'
import styles from './save-while-writing.module.css'

const pauseMs = 2000
const againMs = 15_000
const unsaid = 'Your changes are only on this page. Save them with the button below.'
const undecided = 'A question on this page has two different answers. Choose one of them.'

/** The part's answer: saved, or why not. */
type Answered = { saved: SavedPart } | { errors: Record<string, string> }

interface Props {
  /** Identifies the draft, so that unsent text never goes into another one. */
  draft: string
  action: string
  /** The version of the draft when the page was made. */
  version: number
  /** When the draft was saved last, before anything was typed here. */
  savedAt: string | undefined
  shared: SharedDraft
  /** While the page itself is being sent nothing is saved beside it. */
  isLeaving: boolean
}

/** Part of a form: saves what is typed on the server after each pause, and says so in a quiet line. */
export function SaveWhileWriting({ draft, action, version, savedAt, shared, isLeaving }: Props) {
  const mark = useRef<HTMLParagraphElement>(null)
  const fetcher = useFetcher<Answered>()
  const [typed, setTyped] = useState(0)
  const [sent, setSent] = useState(0)
  const sentFields = useRef<TypedFields>({})
  const taken = useRef<SavedPart>(undefined)
  const answered = fetcher.data
  const saved = answered && 'saved' in answered ? answered.saved : undefined
  const isIdle = fetcher.state === 'idle'
  const failed = isIdle && answered !== undefined && !saved
  const isDue = typed > sent || failed
  const { submit } = fetcher
  const { seen, step, take } = shared
  const fault =
    answered && 'errors' in answered ? (answered.errors['form'] ?? unsaid) : (saved?.warning ?? undefined)
  const [lastSaved, setLastSaved] = useState(savedAt)
  const isSaving = typed > 0 && (isDue || !isIdle)
  useSentOnLeaving(mark, isSaving && !isLeaving ? { action, seen, version } : undefined)

  useLayoutEffect(() => {
    const form = mark.current?.closest('form')
    const note = () => setTyped((count) => count + 1)
    form?.addEventListener('input', note)
    if (form && isTicked(form)) note()
    return () => form?.removeEventListener('input', note)
  }, [])
  useTypedEarly(mark)
  useStoredUntilSaved(mark, isSaving, { draft, action, seen, version, typed })
  useEffect(() => {
    const takeUp = async () => {
      // The next save returns it as a newer answer.
      if ((await sendUnsent(draft)) === 'saved') setTyped((count) => count + 1)
    }
    void takeUp()
  }, [draft])

  useEffect(() => {
    // Once for each answer: before the next one other fields may have been sent.
    if (!saved || taken.current === saved) return
    taken.current = saved
    take(saved, sentFields.current)
    setLastSaved(saved.savedAt)
  }, [saved, take])

  useEffect(() => {
    if (!isDue || !isIdle || isLeaving) return undefined
    const save = () => {
      const form = mark.current?.closest('form')
      if (!form) return
      setSent(typed)
      sentFields.current = textsOf(form)
      void submit({ ...sentFields.current, ...controlsOf(seen, version) }, { method: 'post', action })
      step()
    }
    const onHidden = () => document.visibilityState === 'hidden' && save()
    const timer = setTimeout(save, failed ? againMs : pauseMs)
    addEventListener('online', save)
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', save)
      document.removeEventListener('visibilitychange', onHidden)
    }
  }, [typed, isDue, isIdle, isLeaving, failed, version, action, seen, step, submit])

  useEffect(() => {
    if (!failed || isLeaving) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [failed, isLeaving])

  return (
    <>
      <p ref={mark} className={styles.line}>
        {!fault && (isSaving ? 'Saving …' : lastSaved)}
      </p>
      {/* Only messages that need a person are announced: a writer does not want to hear about every pause. */}
      <p role="status" className={styles.fault}>
        {fault ? `Not saved. ${fault}` : Object.keys(shared.others).length > 0 && undecided}
      </p>
    </>
  )
}

/** The texts of a part that is not finished yet, and what the page has shown. */
function fieldsOf(form: HTMLFormElement, seen: SharedDraft['seen'], version: number) {
  return { ...textsOf(form), ...controlsOf(seen, version) }
}

function controlsOf(seen: SharedDraft['seen'], version: number) {
  return { seen: JSON.stringify(seen), keep: String(version) }
}

type Unsaved = Pick<Props, 'action' | 'version'> & Pick<SharedDraft, 'seen'>

/** Saves the text of people who leave before the next pause. Unlike a request, a beacon outlives its page. */
function useSentOnLeaving(mark: RefObject<HTMLElement | null>, unsaved: Unsaved | undefined) {
  const latest = useRef(unsaved)
  useEffect(() => {
    latest.current = unsaved
  })
  useEffect(() => {
    const form = mark.current?.closest('form')
    const send = () => {
      const { current } = latest
      latest.current = undefined
      if (!form || !current) return
      const { action, seen, version } = current
      navigator.sendBeacon(action, new URLSearchParams(fieldsOf(form, seen, version)))
    }
    addEventListener('beforeunload', send)
    addEventListener('pagehide', send)
    return () => {
      removeEventListener('beforeunload', send)
      removeEventListener('pagehide', send)
      send()
    }
  }, [mark])
}

interface Written extends Unsaved {
  draft: string
  /** Counts what was typed. */
  typed: number
}

/** Stores the text in this browser for as long as the server may not have it. */
function useStoredUntilSaved(
  mark: RefObject<HTMLElement | null>,
  isSaving: boolean,
  { draft, action, seen, version, typed }: Written,
) {
  useEffect(() => {
    const form = mark.current?.closest('form')
    if (!form || typed === 0) return
    if (!isSaving) return removeUnsent(seen.page)
    storeUnsent(seen.page, { draft, action, fields: fieldsOf(form, seen, version), at: Date.now() })
  }, [mark, isSaving, draft, action, seen, version, typed])
}

/** Whether someone has ticked or chosen anything before the scripts loaded. */
function isTicked(form: HTMLFormElement): boolean {
  const boxes = form.querySelectorAll<HTMLInputElement>('[type=checkbox], [type=radio]')
  return [...boxes].some(({ checked, defaultChecked }) => checked !== defaultChecked)
}
