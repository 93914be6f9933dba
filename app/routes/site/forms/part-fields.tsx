import { useState, type ChangeEvent } from 'react'
import { QuestionField } from '#features/forms/question-field.tsx'
import type { Part, Question } from '#features/forms/questions.ts'
import { FileField, type KeptFile } from './file-field.tsx'
import { RowsField } from './rows-field.tsx'
import styles from './part-fields.module.css'

interface Props {
  part: Part
  typed: Record<string, string>
  errors: Record<string, string>
  files: KeptFile[]
  /** `degrees-3`: how many rows of which question are to be shown. */
  shown: string
  uploadTo: string
  /** Told of every file that sets out (1) and of every one that has ended (-1). */
  onUpload: (change: 1 | -1) => void
}

/** The fields of a part. What hangs on an answer of the same page is shown and hidden as that changes. */
export function PartFields({ part, typed, errors, files, shown, uploadTo, onUpload }: Props) {
  const deciding = new Set(part.questions.map(({ when }) => when?.question ?? ''))
  const [decided, setDecided] = useState(() =>
    Object.fromEntries([...deciding].map((name) => [name, typed[name] ?? ''])),
  )
  const names = new Set(part.questions.map(({ name }) => name))
  const isShown = ({ when }: Question) =>
    !when || !names.has(when.question) || when.is.includes(decided[when.question] ?? '')
  const notice = ({ target }: ChangeEvent<HTMLElement>) => {
    const { name, value } = target as HTMLInputElement
    if (deciding.has(name)) setDecided((all) => ({ ...all, [name]: value }))
  }
  return (
    <div className={styles.fields} onChange={notice}>
      {part.questions.map((question) => {
        const field = (
          <AnyField key={question.name} {...{ question, typed, errors, files, shown, uploadTo, onUpload }} />
        )
        if (!question.when) return field
        const isHidden = !isShown(question)
        return (
          <fieldset key={question.name} hidden={isHidden} disabled={isHidden}>
            {field}
          </fieldset>
        )
      })}
    </div>
  )
}

function AnyField({
  question,
  typed,
  errors,
  files,
  shown,
  uploadTo,
  onUpload,
}: Omit<Props, 'part'> & { question: Question }) {
  const { name } = question
  if (question.kind === 'file') {
    const own = files.filter((file) => file.question === name)
    return <FileField question={question} files={own} error={errors[name]} {...{ uploadTo, onUpload }} />
  }
  if (question.kind === 'repeat')
    return <RowsField {...{ question, typed, errors }} atLeast={rowsShown(shown, name)} />
  return <QuestionField question={question} typed={typed} errors={errors} />
}

function rowsShown(shown: string, name: string): number {
  const [, repeat, count] = /^(\w{1,40})-(\d{1,2})$/.exec(shown) ?? []
  return repeat === name ? Number(count) : 0
}
