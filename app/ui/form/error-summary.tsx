import { useEffect, useRef } from 'react'
import styles from './error-summary.module.css'

type Props = {
  /** The errors, by the id of the field; the same object for as long as the answer is the same. */
  errors: Record<string, string> | undefined
  title?: string
}

/** The list of errors above the form. It takes the focus whenever an answer contains it. */
export function ErrorSummary({ errors = none, title = 'There is a problem' }: Props) {
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (Object.keys(errors).length > 0) summary.current?.focus()
  }, [errors])
  const lines = Object.entries(errors)
  if (lines.length === 0) return null
  return (
    <div
      ref={summary}
      className={styles.summary}
      role="alert"
      tabIndex={-1}
      data-error-summary=""
      aria-labelledby="error-summary"
    >
      <h2 id="error-summary">{title}</h2>
      <ul>
        {lines.map(([fieldId, message]) => (
          <li key={fieldId}>
            <a href={`#${fieldId}`}>{message}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}

const none = {}
