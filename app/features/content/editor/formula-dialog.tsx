import { useEffect, useRef, useState } from 'react'
import { latexSchema } from '#features/content/text/document.ts'
import { TextAreaField } from '#ui/form/field.tsx'
import { EditorDialog } from './editor-dialog.tsx'
import { mayBeSet, setFormula } from './formula.ts'
import styles from './editor-dialog.module.css'

type Props = {
  id: string
  latex: string
  isNew: boolean
  isBlock: boolean
  onSave: (latex: string) => void
  onRemove: () => void
  onClose: () => void
}

export function FormulaDialog({ id, latex, isNew, isBlock, onSave, onRemove, onClose }: Props) {
  const [typed, setTyped] = useState(latex)
  const [error, setError] = useState<string>()
  const { preview, isReadable } = usePreview(typed, isBlock)

  const save = () => {
    const checked = latexSchema.safeParse(typed.trim())
    if (!typed.trim()) setError('Write a formula.')
    else if (!checked.success) setError(`${checked.error.issues[0]?.message ?? 'Shorten the formula'}.`)
    else if (!mayBeSet(checked.data, isBlock)) setError('This formula is not complete. Check the LaTeX.')
    else onSave(checked.data)
  }

  return (
    <EditorDialog
      title={isBlock ? 'Formula on its own line' : 'Inline formula'}
      action={isNew ? 'Add formula' : 'Save formula'}
      onAction={save}
      removal={isNew ? undefined : { label: 'Remove formula', onRemove }}
      onClose={onClose}
    >
      <TextAreaField
        id={`${id}-latex`}
        name="latex"
        label="Formula in LaTeX"
        hint="Such as E = mc^2 or \frac{1}{2}. Leave out dollar signs and definitions."
        rows={3}
        dir="ltr"
        spellCheck={false}
        autoCapitalize="off"
        value={typed}
        error={error}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div ref={preview} className={styles.preview} role="group" aria-label="Preview" />
      <p role="status">{isReadable === false && 'This formula is not complete yet.'}</p>
    </EditorDialog>
  )
}

/** Renders the typed formula in the preview; of several at once only the last is shown. */
function usePreview(latex: string, isBlock: boolean) {
  const preview = useRef<HTMLDivElement>(null)
  const [isReadable, setReadable] = useState<boolean>()
  useEffect(() => {
    let isCurrent = true
    const show = (formula: Element | undefined) => {
      if (!isCurrent) return
      setReadable(latex.trim() === '' ? undefined : formula !== undefined)
      if (formula || latex.trim() === '') preview.current?.replaceChildren(...(formula ? [formula] : []))
    }
    setFormula(latex.trim(), isBlock).then(show, () => undefined)
    return () => {
      isCurrent = false
    }
  }, [latex, isBlock])
  return { preview, isReadable }
}
