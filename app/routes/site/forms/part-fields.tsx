import { useState, type ChangeEvent } from 'react'
import { QuestionField } from '#features/forms/question-field.tsx'
import type { FormPart, Question } from '#features/forms/questions.ts'
import { FileField, type FieldFile } from './files/file-field.tsx'
import { OtherAnswers } from './other-answers.tsx'
import { RowsField } from './rows-field.tsx'
import type { ShownOthers } from './saving/shown-merge.ts'
import styles from './part-fields.module.css'

interface Props {
  part: FormPart
  typed: Record<string, string>
  /** How often a newer answer replaced the shown one, by question: its field is then created again. */
  rounds: Record<string, number>
  others: ShownOthers
  errors: Record<string, string>
  files: FieldFile[]
  /** `degrees-3`: how many rows of which question to show. */
  shown: string
  uploadTo: string
  /** Called for every upload that starts (1) and ends (-1). */
  onUpload: (change: 1 | -1) => void
}

/** The fields of a part. Questions that depend on an answer of the same page are shown and hidden as it changes. */
export function PartFields(props: Props) {
  const { part, typed, rounds } = props
  const deciding = new Set(part.questions.map(({ when }) => when?.question ?? ''))
  const [decided, setDecided] = useState<Record<string, { value: string; round: number }>>({})
  const roundOf = (name: string) => rounds[name] ?? 0
  const answerOf = (name: string) => {
    const own = decided[name]
    return own && own.round === roundOf(name) ? own.value : (typed[name] ?? '')
  }
  const names = new Set(part.questions.map(({ name }) => name))
  const isShown = ({ when }: Question) =>
    !when || !names.has(when.question) || when.is.includes(answerOf(when.question))
  const notice = ({ target }: ChangeEvent<HTMLElement>) => {
    const { name, value } = target as HTMLInputElement
    if (deciding.has(name)) setDecided((all) => ({ ...all, [name]: { value, round: roundOf(name) } }))
  }
  return (
    <div className={styles.fields} onChange={notice}>
      {part.questions.map((question) => {
        const { name } = question
        const field = (
          <div key={`${name} ${roundOf(name)}`}>
            <AnyField {...props} question={question} />
            <OtherAnswers question={question} others={props.others[name] ?? []} />
          </div>
        )
        if (!question.when) return field
        const isHidden = !isShown(question)
        return (
          <fieldset key={name} hidden={isHidden} disabled={isHidden}>
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
}: Props & { question: Question }) {
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
