import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { useTypedEarly } from '#ui/use-typed-early.ts'
import styles from './keep-while-writing.module.css'

const pauseMs = 2000
const againMs = 15_000
const unsaid = 'What you typed stands on this page only. Save it by the button below.'

/** What the part answers to it: kept, or not because of something else that was saved; or why it cannot be. */
type Kept = { kept: { version: number; isKept: boolean } } | { errors: Record<string, string> }

interface Props {
  action: string
  /** Of the draft as the page was made. */
  version: number
  /** While the page itself is being sent nothing is kept beside it. */
  isLeaving: boolean
}

/** Stands in a form, and keeps on the server what is typed whenever the hands rest; says so in a quiet line. */
export function KeepWhileWriting({ action, version, isLeaving }: Props) {
  const mark = useRef<HTMLParagraphElement>(null)
  const fetcher = useFetcher<Kept>()
  const [typed, setTyped] = useState(0)
  const [sent, setSent] = useState(0)
  const answered = fetcher.data
  const kept = answered && 'kept' in answered ? answered.kept : undefined
  const isIdle = fetcher.state === 'idle'
  const failed = isIdle && answered !== undefined && !kept?.isKept
  const isDue = typed > sent || failed
  // What a lost connection answers tells no version, so the last one is remembered.
  const newest = useRef(version)
  const { submit } = fetcher
  const fault = answered && 'errors' in answered ? (answered.errors['form'] ?? unsaid) : undefined

  useLayoutEffect(() => {
    const form = mark.current?.closest('form')
    const note = () => setTyped((count) => count + 1)
    form?.addEventListener('input', note)
    if (form && isTicked(form)) note()
    return () => form?.removeEventListener('input', note)
  }, [])
  useTypedEarly(mark)

  useEffect(() => {
    newest.current = Math.max(newest.current, version, kept?.version ?? 0)
  }, [version, kept])

  useEffect(() => {
    if (!isDue || !isIdle || isLeaving) return undefined
    const keep = () => {
      const form = mark.current?.closest('form')
      if (!form) return
      setSent(typed)
      void submit({ ...textsOf(form), keep: String(newest.current) }, { method: 'post', action })
    }
    const timer = setTimeout(keep, failed && !kept ? againMs : pauseMs)
    addEventListener('online', keep)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', keep)
    }
  }, [typed, isDue, isIdle, isLeaving, failed, kept, action, submit])

  useEffect(() => {
    if (!failed || isLeaving) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [failed, isLeaving])

  return (
    <>
      <p ref={mark} className={styles.line}>
        {typed > 0 && !fault && (isDue || !isIdle ? 'Saving …' : 'What you typed is saved.')}
      </p>
      {/* Only what went wrong is read out: who writes does not want to hear of every pause. */}
      <p role="status" className={styles.fault}>
        {fault && `Not saved. ${fault}`}
      </p>
    </>
  )
}

/** Whether somebody has ticked or chosen anything before the scripts came. */
function isTicked(form: HTMLFormElement): boolean {
  const boxes = form.querySelectorAll<HTMLInputElement>('[type=checkbox], [type=radio]')
  return [...boxes].some(({ checked, defaultChecked }) => checked !== defaultChecked)
}

/** Files go by themselves. */
function textsOf(form: HTMLFormElement): Record<string, string> {
  const texts = [...new FormData(form)].filter(
    (field): field is [string, string] => typeof field[1] === 'string',
  )
  return Object.fromEntries(texts)
}
