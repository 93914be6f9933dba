import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { CloseIcon, NextIcon, PreviousIcon } from '#ui/foundations/icons.tsx'
import { type Fact, Facts } from '#ui/text/facts.tsx'
import { type PeekAnswer, type PeekSource, readParts } from './read-parts.ts'
import styles from './peek-sheet.module.css'

export interface Peek {
  title: string
  /** The page of the row. */
  href: string
  source: PeekSource
}

interface Props {
  peek: Peek
  /** What the list itself says of the row. */
  facts: Fact[]
  /** Shows the row above or below; undefined at the ends of the page. */
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  onClose: () => void
}

/** A row of a list, to read beside the list. Escape closes it. */
export function PeekSheet({ peek, facts, onPrevious, onNext, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const close = () => dialog.current?.close()
  const move = (event: KeyboardEvent) => {
    const act = event.key === 'ArrowLeft' ? onPrevious : event.key === 'ArrowRight' ? onNext : undefined
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    act()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Its two buttons do the same.
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-labelledby="peek-title"
      onClose={onClose}
      onKeyDown={move}
    >
      <header>
        <button type="button" aria-label="Previous row" disabled={!onPrevious} onClick={onPrevious}>
          <PreviousIcon />
        </button>
        <button type="button" aria-label="Next row" disabled={!onNext} onClick={onNext}>
          <NextIcon />
        </button>
        <a href={peek.href}>Open page</a>
        <button type="button" aria-label="Close the preview" onClick={close}>
          <CloseIcon />
        </button>
      </header>
      <div className={styles.body} key={peek.href}>
        <h2 id="peek-title">{peek.title}</h2>
        <Parts source={peek.source} facts={facts} />
      </div>
    </dialog>
  )
}

function Parts({ source, facts }: { source: PeekSource; facts: Fact[] }) {
  const holder = useRef<HTMLDivElement>(null)
  const answer = useParts(source)
  useEffect(() => {
    if (answer?.ok) holder.current?.replaceChildren(...answer.parts)
  }, [answer])
  return (
    <>
      {(source.withColumns || !answer?.ok) && <Facts facts={facts} />}
      <p role="status" className={styles.status}>
        {answer ? !answer.ok && answer.sentence : 'Loading …'}
      </p>
      <div ref={holder} className={styles.parts} />
    </>
  )
}

function useParts({ address, parts, notYet }: PeekSource): PeekAnswer | undefined {
  const [answer, setAnswer] = useState<PeekAnswer>()
  useEffect(() => {
    const stop = new AbortController()
    const source = { address, parts, ...(notYet !== undefined && { notYet }) }
    void readParts(source, stop.signal).then((read) => stop.signal.aborted || setAnswer(read))
    return () => stop.abort()
  }, [address, parts, notYet])
  return answer
}
