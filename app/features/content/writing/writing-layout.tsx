import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { CloseIcon } from '#ui/foundations/icons.tsx'
import styles from './writing-layout.module.css'

type Props = {
  /** The title and the text, or what takes their place. */
  text: ReactNode
  /** What is always in view: saving and publishing. */
  actions: ReactNode
  /** Everything else about the entry. */
  panel: ReactNode
}

const panelId = 'details'

/**
 * The editing page: the text, then the actions, then the panel, in this order for the Tab key. Where there is no room
 * beside the text the panel is a sheet that a button opens; without scripts it follows the text.
 */
export function WritingLayout({ text, actions, panel }: Props) {
  const { sheet, opener, isSheet, isOpen, open, close } = useSheet()
  return (
    <div className={styles.layout} {...(isSheet && { 'data-sheet': isOpen ? 'open' : 'closed' })}>
      <div className={styles.text}>{text}</div>
      <div className={styles.actions}>
        {actions}
        {isSheet && (
          <button
            ref={opener}
            type="button"
            className={styles.opener}
            aria-expanded={isOpen}
            aria-controls={panelId}
            onClick={isOpen ? close : open}
          >
            Details
          </button>
        )}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles the keys pressed in its fields */}
      <aside
        ref={sheet}
        id={panelId}
        className={styles.panel}
        aria-label="Details"
        tabIndex={-1}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key === 'Escape' && isOpen) close()
        }}
        onBlur={(event) => {
          if (isOpen && leaves(event)) close(event.relatedTarget)
        }}
      >
        {isSheet && (
          <button
            type="button"
            className={styles.close}
            aria-label="Close the details"
            onClick={() => close()}
          >
            <CloseIcon />
          </button>
        )}
        {panel}
      </aside>
    </div>
  )
}

/** A dialog that a field of the panel has opened does not close it. */
function leaves({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): boolean {
  return (
    relatedTarget instanceof Element &&
    !currentTarget.contains(relatedTarget) &&
    relatedTarget.closest('dialog') === null
  )
}

function useSheet() {
  const sheet = useRef<HTMLElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const [isSheet, setSheet] = useState(false)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => setSheet(true), [])
  useEffect(() => {
    // A link to a field in the panel shows the panel first, or there would be nothing to go to.
    const show = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="#"]') : null
      const aim = link && document.getElementById(decodeURIComponent(link.hash.slice(1)))
      if (aim && sheet.current?.contains(aim)) flushSync(() => setOpen(true))
    }
    document.addEventListener('click', show)
    return () => document.removeEventListener('click', show)
  }, [])
  const open = () => {
    flushSync(() => setOpen(true))
    sheet.current?.focus()
  }
  const close = (next?: unknown) => {
    setOpen(false)
    if (!(next instanceof Element)) opener.current?.focus()
  }
  return { sheet, opener, isSheet, isOpen, open, close: (next?: unknown) => close(next) }
}
