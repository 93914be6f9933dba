import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { Button } from '#ui/form/button.tsx'
import styles from './editor-dialog.module.css'

type Props = {
  title: string
  children: ReactNode
  /** What the button says that does it; without it the dialog can only be closed. */
  action?: string
  onAction?: () => void
  /** For what is there already: the words of the button that takes it out. */
  removal?: { label: string; onRemove: () => void } | undefined
  onClose: () => void
}

/**
 * A question of the editor. It hangs at the end of the page, because the editor stands in a form and forms cannot be
 * nested; what happens in it is not told to that form.
 */
export function EditorDialog({ title, children, action, onAction, removal, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    // What is wrong is said at once, so that the next key is typed where it is put right.
    flushSync(() => onAction?.())
    dialog.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  return createPortal(
    <dialog ref={dialog} className={styles.dialog} aria-label={title} onClose={onClose}>
      <form noValidate onSubmit={submit} onChange={(event) => event.stopPropagation()}>
        {/* What is only read starts at its top, and not at the button below it: a dialog's first stop gets the focus. */}
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
