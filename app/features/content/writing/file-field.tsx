import { Button } from '#ui/form/button.tsx'
import { wordsOf } from './list/picture-words.ts'
import type { FieldProps } from './editing-context.ts'
import { FieldNotes } from './field-notes.tsx'
import styles from './file-field.module.css'

/** A picture or a document of the library. */
export function FileField({ field, path, value, context }: FieldProps) {
  const { label, hint, control } = field
  const file = typeof value === 'string' ? context.files[value] : undefined
  const error = context.errors[path]
  const isPicture = control === 'picture'
  const choose = async () => {
    const chosen = await context.choose(isPicture ? 'picture' : 'document')
    if (!chosen) return
    context.change(path, chosen.id)
    if (field.control === 'picture') context.offer(path, wordsOf(field, chosen))
  }
  return (
    <div className={styles.field} role="group" aria-labelledby={`${path}-label`}>
      <span id={`${path}-label`} className={styles.label}>
        {label}
      </span>
      <FieldNotes hint={hint} error={error} />
      <div className={styles.chosen}>
        {file?.thumb && <img {...file.thumb} alt={file.alt || file.name} />}
        {file && <span>{file.name}</span>}
        {typeof value === 'string' && !file && <span>This file was deleted</span>}
        <Button id={path} type="button" look="secondary" onClick={choose}>
          {value ? 'Choose another' : isPicture ? 'Choose a picture' : 'Choose a file'}
        </Button>
        {Boolean(value) && (
          <Button type="button" look="quiet" onClick={() => context.change(path, undefined)}>
            {isPicture ? 'Remove the picture' : 'Remove the file'}
          </Button>
        )}
      </div>
    </div>
  )
}
