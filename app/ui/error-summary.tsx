import styles from './error-summary.module.css'

export type FormError = { message: string; fieldId: string }

/** The list of what to put right, on top of the form. It takes the focus when the page arrives with it. */
export function ErrorSummary({
  errors,
  title = 'There is a problem',
}: {
  errors: FormError[]
  title?: string
}) {
  if (errors.length === 0) return null
  return (
    <div
      className={styles.summary}
      role="alert"
      tabIndex={-1}
      data-error-summary=""
      aria-labelledby="error-summary"
    >
      <h2 id="error-summary">{title}</h2>
      <ul>
        {errors.map(({ message, fieldId }) => (
          <li key={fieldId}>
            <a href={`#${fieldId}`}>{message}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}
