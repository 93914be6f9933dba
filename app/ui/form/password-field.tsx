import type { ComponentProps } from 'react'
import { Field } from './field.tsx'
import { toggleShown } from './show-password.ts'
import styles from './field.module.css'

/** A password, which can be shown to whoever types it. Without scripts there is no button. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type'>) {
  return (
    <div className={styles.field}>
      <Field {...props} type="password" spellCheck={false} autoCapitalize="none" />
      <button
        type="button"
        data-show-password=""
        className={styles.show}
        onClick={({ currentTarget }) => toggleShown(currentTarget)}
      >
        Show password
      </button>
    </div>
  )
}
