import { useState } from 'react'
import { noteSchema } from '#features/content/text/document.ts'
import { TextAreaField } from '#ui/form/field.tsx'
import { EditorDialog } from './editor-dialog.tsx'
import { printable } from './exchange.ts'

type Props = {
  id: string
  text: string | undefined
  onSave: (text: string) => void
  onRemove: () => void
  onClose: () => void
}

export function NoteDialog({ id, text, onSave, onRemove, onClose }: Props) {
  const [typed, setTyped] = useState(text ?? '')
  const [error, setError] = useState<string>()
  const isNew = text === undefined

  const save = () => {
    const note = noteSchema.safeParse(printable(typed).trim())
    if (note.success) onSave(note.data)
    else setError(typed.trim() ? 'Shorten the footnote to 2,000 characters.' : 'Write the footnote.')
  }

  return (
    <EditorDialog
      title={isNew ? 'Add a footnote' : 'Edit the footnote'}
      action={isNew ? 'Add footnote' : 'Save footnote'}
      onAction={save}
      removal={isNew ? undefined : { label: 'Remove footnote', onRemove }}
      onClose={onClose}
    >
      <TextAreaField
        id={`${id}-note`}
        name="note"
        label="Footnote text"
        hint="It is numbered automatically and appears at the end of the text."
        rows={3}
        dir="auto"
        value={typed}
        error={error}
        onChange={(event) => setTyped(event.target.value)}
      />
    </EditorDialog>
  )
}
