import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { SharedToolbarContext } from '#features/content/editor/toolbar/shared-toolbar.tsx'
import type { EntryPart } from '#features/content/text/parts.ts'
import styles from './flow.module.css'

/** A long text as one flow: one toolbar for all its parts and an outline to jump by, both always in view. */
export function Flow({ parts, children }: { parts: EntryPart[]; children: ReactNode }) {
  const [host, setHost] = useState<HTMLElement | null>(null)
  const [taken, take] = useState<string>()
  const [texts, setTexts] = useState<string[]>([])
  const join = useCallback((id: string) => {
    setTexts((before) => [...before, id])
    return () => setTexts((before) => before.toSpliced(before.indexOf(id), 1))
  }, [])
  const owner = taken !== undefined && texts.includes(taken) ? taken : texts[0]
  const shared = useMemo(() => ({ host, owner, take, join }), [host, owner, join])
  return (
    <SharedToolbarContext value={shared}>
      <div className={styles.flow}>
        <div className={styles.row}>
          <div ref={setHost} className={styles.tools} />
          <Outline parts={parts} />
        </div>
        {children}
      </div>
    </SharedToolbarContext>
  )
}

function Outline({ parts }: { parts: EntryPart[] }) {
  const list = useRef<HTMLDetailsElement>(null)
  if (parts.length === 0) return null
  const close = () => list.current?.removeAttribute('open')
  const jump = (anchor: string) => {
    close()
    const part = document.getElementById(anchor)
    part?.scrollIntoView({ block: 'start' })
    part?.focus({ preventScroll: true })
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles the keys pressed on its links
    <details
      ref={list}
      className={styles.outline}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !list.current?.open) return
        close()
        list.current.querySelector('summary')?.focus()
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget instanceof Element && !currentTarget.contains(relatedTarget)) close()
      }}
    >
      <summary>Outline</summary>
      <nav aria-label="Outline">
        <ol>
          {parts.map(({ anchor, label }) => (
            <li key={anchor}>
              <a
                href={`#${anchor}`}
                onClick={(event) => {
                  event.preventDefault()
                  jump(anchor)
                }}
              >
                {label}
              </a>
            </li>
          ))}
        </ol>
      </nav>
    </details>
  )
}
