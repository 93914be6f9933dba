import { useRef, useState } from 'react'
import { noteSchema } from '#features/content/text/document.ts'
import { Button } from '#ui/form/button.tsx'
import { Field, TextAreaField } from '#ui/form/field.tsx'
import { fullAddress } from './address.ts'
import { EditorDialog } from './editor-dialog.tsx'
import { printable } from './exchange.ts'
import { noteLink } from './note-signs.ts'

type Props = {
  id: string
  text: string | undefined
  onSave: (text: string) => void
  onRemove: () => void
  onClose: () => void
}

export function NoteDialog({ id, text, onSave, onRemove, onClose }: Props) {
  const [typed, setTyped] = useState(text ?? '')
  const [address, setAddress] = useState('')
  const [error, setError] = useState<string>()
  const [addressError, setAddressError] = useState<string>()
  const frame = useRef<HTMLDivElement>(null)
  const isNew = text === undefined

  const save = () => {
    const note = noteSchema.safeParse(printable(typed).trim())
    if (note.success) onSave(note.data)
    else setError(typed.trim() ? 'Shorten the footnote to 2,000 characters.' : 'Write the footnote.')
  }
  /** Replaces the selected words of the note. */
  const replace = (by: (words: string) => string, otherwise: string) => {
    const area = frame.current?.querySelector('textarea')
    if (!area) return
    const { selectionStart: from, selectionEnd: to } = area
    setTyped(typed.slice(0, from) + by(typed.slice(from, to) || otherwise) + typed.slice(to))
    area.focus()
  }
  const addLink = () => {
    const href = fullAddress(address)
    setAddressError(href ? undefined : 'Enter an address that starts with /, #, https:, http: or mailto:.')
    if (!href) return
    replace((words) => noteLink(words, href), address.trim())
    setAddress('')
  }

  return (
    <EditorDialog
      title={isNew ? 'Add a footnote' : 'Edit the footnote'}
      action={isNew ? 'Add footnote' : 'Save footnote'}
      onAction={save}
      removal={isNew ? undefined : { label: 'Remove footnote', onRemove }}
      onClose={onClose}
    >
      <div ref={frame}>
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
      </div>
      <details>
        <summary>Italics and links</summary>
        <Button type="button" look="quiet" onClick={() => replace((words) => `*${words}*`, 'words')}>
          Set the selected words in italics
        </Button>
        <Field
          id={`${id}-link`}
          name="link"
          label="Link the selected words to"
          hint="A page of this site such as /awards, a web address or an email address."
          optional
          dir="ltr"
          inputMode="url"
          autoComplete="off"
          value={address}
          error={addressError}
          onChange={(event) => setAddress(event.target.value)}
        />
        <Button type="button" look="quiet" onClick={addLink}>
          Add link
        </Button>
      </details>
    </EditorDialog>
  )
}
