import { useEffect, useRef, useState } from 'react'
import { QuestionField } from '#features/forms/question-field.tsx'
import type { Repeat } from '#features/forms/questions.ts'
import { listName } from '#features/forms/fields.ts'
import { Button } from '#ui/form/button.tsx'
import { TextAreaField } from '#ui/form/field.tsx'
import { rowsTyped } from './part-answers.ts'
import styles from './rows-field.module.css'

interface Props {
  question: Repeat
  typed: Record<string, string>
  errors: Record<string, string>
  /** Rows that were added by the button, without scripts. */
  atLeast: number
}

/**
 * A question with several answers. The buttons are part of the form, so that they work without scripts; with scripts
 * rows appear and disappear immediately, and the fields of a row keep their content while their numbers change.
 */
export function RowsField({ question, typed, errors, atLeast }: Props) {
  const { name, label, hint, one, min, max, optional } = question
  const fewest = question.pasted ? 0 : Math.max(1, min)
  const first = Math.min(max, Math.max(fewest, rowsTyped(name, typed), atLeast))
  const [rows, setRows] = useState(() => Array.from({ length: first }, (_, at) => at))
  const [moved, setMoved] = useState<Record<string, string>>()
  const box = useRef<HTMLFieldSetElement>(null)
  const focusOn = useRef('')
  useEffect(() => {
    if (focusOn.current) box.current?.querySelector<HTMLElement>(focusOn.current)?.focus()
    focusOn.current = ''
  })
  const add = () => {
    focusOn.current = `#${name}-row-${rows.length}`
    setRows([...rows, Math.max(-1, ...rows) + 1])
  }
  const remove = (at: number) => {
    focusOn.current = `#${name}-add`
    // The errors refer to the rows as they were.
    setMoved(errors)
    setRows(rows.filter((_, index) => index !== at))
  }
  const own = moved === errors ? {} : errors
  return (
    <fieldset
      ref={box}
      id={name}
      tabIndex={-1}
      className={`${styles.rows} ${errors[name] ? styles.wrong : ''}`}
      aria-describedby={[hint && `${name}-hint`, errors[name] && `${name}-error`].filter(Boolean).join(' ')}
    >
      <legend>
        {label}
        {optional && <span> (optional)</span>}
      </legend>
      <p id={`${name}-hint`} className={styles.hint}>
        {hint} {countOf(question)}
      </p>
      {errors[name] && (
        <p id={`${name}-error`} className={styles.error}>
          <span className="visually-hidden">Error: </span>
          {errors[name]}
        </p>
      )}
      {question.pasted && <PastedList {...{ question, typed, errors }} />}
      {rows.map((key, at) => (
        <fieldset key={key} id={`${name}-row-${at}`} tabIndex={-1} className={styles.row}>
          <legend>
            {capital(one)} {at + 1}
          </legend>
          {question.questions.map((field) => (
            <QuestionField
              key={field.name}
              question={field}
              name={`${name}-${at}-${field.name}`}
              typed={{ [`${name}-${at}-${field.name}`]: typed[`${name}-${key}-${field.name}`] ?? '' }}
              errors={own}
            />
          ))}
          <Button
            look="quiet"
            name="remove"
            value={`${name}-${at}`}
            onClick={(event) => {
              event.preventDefault()
              remove(at)
            }}
          >
            Remove {one} {at + 1}
          </Button>
        </fieldset>
      ))}
      {rows.length < max && (
        <Button
          id={`${name}-add`}
          look="secondary"
          name="add"
          value={name}
          onClick={(event) => {
            event.preventDefault()
            add()
          }}
        >
          {rows.length === 0 ? `Add ${article(one)} ${one}` : `Add another ${one}`}
        </Button>
      )}
    </fieldset>
  )
}

/** The box for a list; its button is read on the server, with scripts and without. */
function PastedList({ question, typed, errors }: Omit<Props, 'atLeast'>) {
  const { name, one } = question
  const box = listName(question)
  return (
    <div className={styles.list}>
      <TextAreaField
        name={box}
        label={`Paste a list of ${one}s`}
        hint={`DOIs, BibTeX, RIS, a table (CSV) or an export from ORCID. We add each ${one} below, where you can correct it.`}
        optional
        rows={4}
        spellCheck={false}
        error={errors[box]}
        defaultValue={typed[box] ?? ''}
      />
      <Button look="secondary" name="read" value={name}>
        Add {one}s from this list
      </Button>
    </div>
  )
}

function countOf({ min, max }: Repeat): string {
  return min === 0 ? `Up to ${max}.` : `${min} to ${max}.`
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function article(word: string): string {
  return /^[aeiou]/.test(word) ? 'an' : 'a'
}
