import styles from './field-notes.module.css'

type Props = { hint?: string | undefined; error?: string | undefined; errorId?: string }

/** The hint and the error of a field that has no box of its own. */
export function FieldNotes({ hint, error, errorId }: Props) {
  return (
    <>
      {hint && <p className={styles.hint}>{hint}</p>}
      {error && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </>
  )
}
