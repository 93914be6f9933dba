import { useState } from 'react'
import { ChoicesField, Field, SelectField, TextAreaField, TickField, TicksField } from '#ui/form/field.tsx'
import { formats } from './formats.ts'
import type { TypedFields } from './fields.ts'
import type { ChoiceField, LineField, PlainQuestion, TicksQuestion, WordsField } from './questions.ts'
import { WordCount } from './word-count.tsx'

interface Props {
  question: PlainQuestion | TicksQuestion
  /** The field name; the name of the question unless it is in a row. */
  name?: string
  typed: TypedFields
  errors: Record<string, string>
}

/** A question with its field, for every page that asks one. */
export function QuestionField({ question, name = question.name, typed, errors }: Props) {
  const { label, hint, optional } = question
  const value = typed[name] ?? ''
  const shared = { name, label, hint, error: errors[name], ...(optional && { optional }) }
  switch (question.kind) {
    case 'line':
      return <Field {...shared} {...inputOf(question)} defaultValue={value} />
    case 'words':
      return <CountedWords {...{ shared, question, value }} />
    case 'day':
      return (
        <Field
          {...shared}
          hint={hint ? `${hint} ${dayHint}` : dayHint}
          width="short"
          maxLength={30}
          autoComplete={question.complete}
          defaultValue={value}
        />
      )
    case 'count':
      return (
        <Field
          {...shared}
          width="short"
          inputMode={question.money ? 'decimal' : 'numeric'}
          maxLength={14}
          defaultValue={value}
        />
      )
    case 'tick':
      return (
        <TickField
          {...{ name, hint, error: errors[name] }}
          label={optional ? `${label} (optional)` : label}
          ticked={value === 'yes'}
        />
      )
    case 'choice':
      return <ChoiceQuestion {...{ shared, question, value }} />
    case 'ticks': {
      const ticked = Object.keys(question.choices).filter((choice) => typed[`${name}-${choice}`] === 'yes')
      return <TicksField {...shared} choices={choicesOf(question)} ticked={ticked} />
    }
  }
}

const dayHint = 'Such as 4 12 1994, or 4 December 1994.'
const maxButtons = 7

interface Shared {
  name: string
  label: string
  hint: string | undefined
  error: string | undefined
  optional?: true
}

function CountedWords({ shared, question, value }: { shared: Shared; question: WordsField; value: string }) {
  const [text, setText] = useState(value)
  return (
    <div>
      <TextAreaField
        {...shared}
        hint={wordsHint(question)}
        rows={rowsFor(question)}
        autoComplete={question.complete}
        defaultValue={value}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <WordCount text={text} question={question} />
    </div>
  )
}

interface ChoiceProps {
  shared: Shared
  question: ChoiceField
  value: string
}

/** A few choices are all shown; many become a list to pick from. */
function ChoiceQuestion({ shared, question, value }: ChoiceProps) {
  const choices = choicesOf(question)
  if (choices.length <= maxButtons) return <ChoicesField {...shared} choices={choices} chosen={[value]} />
  const nothing = { value: '', label: question.optional ? 'None' : 'Choose one' }
  return <SelectField {...shared} choices={[nothing, ...choices]} defaultValue={value} />
}

function choicesOf({ choices }: ChoiceField | TicksQuestion) {
  return Object.entries(choices).map(([value, label]) => ({ value, label }))
}

function inputOf({ maxLength, format, complete }: LineField) {
  const { input = {} } = format ? (formats[format] as { input?: object }) : {}
  const width =
    maxLength <= 24 ? ('short' as const) : maxLength <= 80 ? ('medium' as const) : ('full' as const)
  return { ...input, width, maxLength, ...(complete && { autoComplete: complete }) }
}

function wordsHint({ hint, min, max, maxLength }: WordsField): string {
  const limit =
    max === undefined
      ? `At most ${maxLength.toLocaleString('en')} characters.`
      : min
        ? `${min} to ${max.toLocaleString('en')} words.`
        : `At most ${max.toLocaleString('en')} words.`
  return hint ? `${hint} ${limit}` : limit
}

function rowsFor({ max, maxLength }: WordsField): number {
  const words = max ?? maxLength / 8
  return words <= 60 ? 3 : words <= 250 ? 8 : 16
}
