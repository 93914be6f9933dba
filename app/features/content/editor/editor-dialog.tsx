import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { Button } from '#ui/form/button.tsx'
import styles from './editor-dialog.module.css'

type Props = {
  title: string
  children: ReactNode
  /** The label of the button; without it the dialog can only be closed. */
  action?: string
  onAction?: () => void
  /** For an existing piece: the label of the button that removes it. */
  removal?: { label: string; onRemove: () => void } | undefined
  onClose: () => void
}

/**
 * A dialog of the editor. It is rendered at the end of the page, because the editor is inside a form and forms cannot
 * be nested; its events do not reach that form.
 */
export function EditorDialog({ title, children, action, onAction, removal, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    // The error shows immediately, so that the next key goes where it is corrected.
    flushSync(() => onAction?.())
    dialog.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  return createPortal(
    <dialog ref={dialog} className={styles.dialog} aria-label={title} onClose={onClose}>
      <form noValidate onSubmit={submit} onChange={(event) => event.stopPropagation()}>
        {/* A dialog to read starts at its top, not at its button: the first focusable element gets the focus. */}
        <h2 tabIndex={action ? undefined : -1}>{title}</h2>
        {children}
        <div className={styles.buttons}>
          {action && <Button>{action}</Button>}
          {removal && (
            <Button type="button" look="secondary" onClick={removal.onRemove}>
              {removal.label}
            </Button>
          )}
          <Button type="button" look="quiet" onClick={() => dialog.current?.close()}>
            {action ? 'Cancel' : 'Close'}
          </Button>
        </div>
      </form>
    </dialog>,
    document.body,
  )
}
