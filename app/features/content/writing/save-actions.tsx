import type { ReactNode, Ref } from 'react'
import type { Advice } from '#features/content/entry/checks.ts'
import { Button } from '#ui/form/button.tsx'
import { checksSentence, troubles } from './save-status.tsx'
import styles from './save-actions.module.css'

type Props = {
  /** The form that the button saves. */
  form: string
  said: string
  isSaving: boolean
  /** Whether the scripts have loaded: nothing can be saved before. */
  isReady: boolean
  /** What the checks say about the typed text; nothing before something was typed. */
  advice: Advice[] | undefined
  /** What can be undone, and how. */
  undo: { said: string; run: () => void } | undefined
  onChoose: (() => void) | undefined
  onRevert: (() => void) | undefined
  saveButton: Ref<HTMLButtonElement>
  /** How it is published. */
  children: ReactNode
}

/** Saving, publishing, and where the typed text is. */
export function SaveActions(props: Props) {
  const { form, said, isSaving, isReady, advice, undo, onChoose, onRevert, saveButton, children } = props
  return (
    <div className={styles.actions}>
      <Button
        ref={saveButton}
        form={form}
        look="secondary"
        disabled={!isReady}
        aria-disabled={isSaving || undefined}
      >
        {isSaving ? 'Saving …' : 'Save'}
      </Button>
      {children}
      {/* The list itself is in the panel; this says that it has changed. */}
      <p role="status" className="visually-hidden">
        {advice && checksSentence(advice)}
      </p>
      <div className={styles.status}>
        <p role="status">{said}</p>
        {undo && (
          <Button type="button" look="quiet" onClick={undo.run}>
            Undo: {undo.said}
          </Button>
        )}
        {onChoose && (
          <Button type="button" look="quiet" onClick={onChoose}>
            Choose between two texts
          </Button>
        )}
        {onRevert && (
          <Button type="button" look="quiet" onClick={onRevert}>
            Revert
          </Button>
        )}
        {said === troubles['signed-out'] && (
          <a href="/admin/admin-editor-login" target="_blank" rel="noopener">
            Sign in
          </a>
        )}
      </div>
    </div>
  )
}
