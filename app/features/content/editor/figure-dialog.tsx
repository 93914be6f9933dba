import { useState } from 'react'
import { type FigureAttrs, figureSchema } from '#features/content/text/document.ts'
import { Field, TextAreaField } from '#ui/form/field.tsx'
import type { EditorPicture } from './drawings.ts'
import { EditorDialog } from './editor-dialog.tsx'
import { printable } from './exchange.ts'
import styles from './editor-dialog.module.css'

type Props = {
  id: string
  figure: FigureAttrs
  isNew: boolean
  /** Its preview, so that the author need not remember it while describing it. */
  picture: EditorPicture | undefined
  turn: { number: number; all: number } | undefined
  onSave: (figure: FigureAttrs) => void
  onRemove: () => void
  onClose: () => void
}

const errors: Record<string, string> = {
  alt: 'Describe the picture in up to 300 characters.',
  caption: 'Shorten the caption to 2,000 characters.',
  credit: 'Shorten the credit to 300 characters.',
  video: 'Enter the whole address of the video, such as https://www.example.org/watch.',
}

/** The words of a picture. A picture without a description cannot be inserted. */
export function FigureDialog({ id, figure, isNew, picture, turn, onSave, onRemove, onClose }: Props) {
  const [typed, setTyped] = useState({ caption: '', credit: '', video: '', ...figure })
  const [wrong, setWrong] = useState<string[]>([])

  const save = () => {
    const words = Object.entries(typed).map(([name, text]) => [name, printable(text).trim()] as const)
    const checked = figureSchema.safeParse(Object.fromEntries(words.filter(([, text]) => text !== '')))
    if (checked.success) onSave(checked.data)
    else setWrong(checked.error.issues.map(({ path }) => String(path[0])))
  }
  const field = (name: 'alt' | 'caption' | 'credit' | 'video') => ({
    id: `${id}-${name}`,
    name,
    dir: 'auto',
    value: typed[name],
    error: wrong.includes(name) ? errors[name] : undefined,
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
  })

  return (
    <EditorDialog
      title={turn ? `Picture ${turn.number} of ${turn.all}` : 'Picture'}
      action={isNew ? 'Add picture' : 'Save picture'}
      onAction={save}
      removal={isNew ? undefined : { label: 'Remove picture', onRemove }}
      onClose={onClose}
    >
      {picture && (
        <p className={styles.picture}>
          <img {...picture} alt="" />
        </p>
      )}
      <TextAreaField
        {...field('alt')}
        label="Description (for people who cannot see the picture)"
        hint="Screen readers read it aloud."
        rows={2}
      />
      <TextAreaField
        {...field('caption')}
        label="Caption"
        hint="Shown under the picture."
        rows={2}
        optional
      />
      <Field {...field('credit')} label="Credit" hint="Who made the picture." optional />
      <Field
        {...field('video')}
        label="Address of a video"
        hint="The picture links to it. Our page loads nothing from there."
        type="url"
        dir="ltr"
        width="full"
        optional
      />
    </EditorDialog>
  )
}
