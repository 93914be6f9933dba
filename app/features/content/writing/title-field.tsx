import type { KeyboardEvent } from 'react'
import { FieldNotes } from './field-notes.tsx'
import styles from './title-field.module.css'

type Props = {
  name: string
  label: string
  value: string
  error: string | undefined
  onChange: (text: string) => void
}

/** The title as readers see it, as tall as its words need. It is one line of text: Enter leads on to the next field. */
export function TitleField({ name, label, value, error, onChange }: Props) {
  return (
    <div className={styles.title}>
      <label htmlFor={name}>{label}</label>
      <FieldNotes error={error} errorId={`${name}-error`} />
      <textarea
        id={name}
        name={name}
        rows={1}
        value={value}
        onChange={(event) => onChange(event.target.value.replaceAll('\n', ' '))}
        onKeyDown={focusNextField}
        {...(error && { 'aria-invalid': true, 'aria-describedby': `${name}-error` })}
      />
    </div>
  )
}

function focusNextField(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  const controls = event.currentTarget.form?.querySelectorAll<HTMLElement>(
    'input, select, textarea, [contenteditable=true]',
  )
  const all = [...(controls ?? [])]
  all[all.indexOf(event.currentTarget) + 1]?.focus()
}
