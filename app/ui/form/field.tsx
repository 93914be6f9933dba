import type { ComponentProps, ReactNode } from 'react'
import styles from './field.module.css'

type Common = {
  name: string
  label: ReactNode
  /** Defaults to the name; the error summary links to it. */
  id?: string
  hint?: ReactNode
  error?: string | undefined
  optional?: boolean
}

type InputProps = Common & {
  width?: 'short' | 'medium' | 'full'
} & Omit<ComponentProps<'input'>, 'name' | 'id' | 'width' | 'className' | 'style'>

export function Field({
  name,
  label,
  id = name,
  hint,
  error,
  optional,
  width = 'medium',
  ...input
}: InputProps) {
  return (
    <Frame {...{ id, label, hint, error, optional }}>
      <input
        id={id}
        name={name}
        type="text"
        className={styles[width]}
        {...described(id, hint, error)}
        {...input}
      />
    </Frame>
  )
}

type TextAreaProps = Common & Omit<ComponentProps<'textarea'>, 'name' | 'id' | 'className' | 'style'>

export function TextAreaField({ name, label, id = name, hint, error, optional, ...area }: TextAreaProps) {
  return (
    <Frame {...{ id, label, hint, error, optional }}>
      <textarea
        id={id}
        name={name}
        rows={6}
        className={styles.full}
        {...described(id, hint, error)}
        {...area}
      />
    </Frame>
  )
}

export type Choice = { value: string; label: ReactNode; hint?: ReactNode }

type SelectProps = Common & { choices: Choice[] } & Omit<
    ComponentProps<'select'>,
    'name' | 'id' | 'className' | 'style'
  >

export function SelectField({
  name,
  label,
  id = name,
  hint,
  error,
  optional,
  choices,
  ...select
}: SelectProps) {
  return (
    <Frame {...{ id, label, hint, error, optional }}>
      <select id={id} name={name} className={styles.medium} {...described(id, hint, error)} {...select}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </Frame>
  )
}

type ChoicesProps = Common & { choices: Choice[]; kind?: 'radio' | 'checkbox'; chosen?: string[] }

/** Radio buttons or checkboxes under one question. The summary's link leads to the first of them. */
export function ChoicesField(props: ChoicesProps) {
  const { name, label, id = name, hint, error, optional, choices, kind = 'radio', chosen = [] } = props
  return (
    <fieldset
      className={`${styles.field} ${error ? styles.wrong : ''}`}
      aria-describedby={descriptions(id, hint, error)}
    >
      <legend className={styles.label}>
        {label}
        {optional && <span className={styles.optional}> (optional)</span>}
      </legend>
      <Remarks id={id} hint={hint} error={error} />
      {choices.map((choice, index) => (
        <div key={choice.value} className={styles.choice}>
          <input
            type={kind}
            id={index === 0 ? id : `${id}-${choice.value}`}
            name={name}
            value={choice.value}
            defaultChecked={chosen.includes(choice.value)}
          />
          <label htmlFor={index === 0 ? id : `${id}-${choice.value}`}>
            {choice.label}
            {choice.hint && <span className={styles.hint}>{choice.hint}</span>}
          </label>
        </div>
      ))}
    </fieldset>
  )
}

type TicksProps = Common & { choices: Choice[]; ticked?: string[] }

/** Checkboxes under one question, each sent as its own field: `name-value=yes`. */
export function TicksField(props: TicksProps) {
  const { name, label, id = name, hint, error, optional, choices, ticked = [] } = props
  return (
    <fieldset
      className={`${styles.field} ${error ? styles.wrong : ''}`}
      aria-describedby={descriptions(id, hint, error)}
    >
      <legend className={styles.label}>
        {label}
        {optional && <span className={styles.optional}> (optional)</span>}
      </legend>
      <Remarks id={id} hint={hint} error={error} />
      {choices.map(({ value, label }, index) => {
        const own = index === 0 ? id : `${id}-${value}`
        return (
          <div key={value} className={styles.choice}>
            <input
              type="checkbox"
              id={own}
              name={`${name}-${value}`}
              value="yes"
              defaultChecked={ticked.includes(value)}
            />
            <label htmlFor={own}>{label}</label>
          </div>
        )
      })}
    </fieldset>
  )
}

/** One checkbox with its sentence, sent as `yes`. */
export function TickField({
  name,
  label,
  id = name,
  hint,
  error,
  ticked = false,
}: Omit<Common, 'optional'> & { ticked?: boolean }) {
  return (
    <div className={`${styles.field} ${error ? styles.wrong : ''}`}>
      <Remarks id={id} hint={undefined} error={error} />
      <div className={styles.choice}>
        <input
          type="checkbox"
          id={id}
          name={name}
          value="yes"
          defaultChecked={ticked}
          {...described(id, hint, error)}
        />
        <div>
          <label htmlFor={id}>{label}</label>
          <Remarks id={id} hint={hint} error={undefined} />
        </div>
      </div>
    </div>
  )
}

type FrameProps = {
  id: string
  label: ReactNode
  hint: ReactNode
  error: string | undefined
  optional: boolean | undefined
  children: ReactNode
}

function Frame({ id, label, hint, error, optional, children }: FrameProps) {
  return (
    <div className={`${styles.field} ${error ? styles.wrong : ''}`}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {optional && <span className={styles.optional}> (optional)</span>}
      </label>
      <Remarks id={id} hint={hint} error={error} />
      {children}
    </div>
  )
}

export function Remarks({ id, hint, error }: { id: string; hint: ReactNode; error: string | undefined }) {
  return (
    <>
      {hint && (
        <div className={styles.hint} id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          <span className="visually-hidden">Error: </span>
          {error}
        </p>
      )}
    </>
  )
}

function described(id: string, hint: ReactNode, error: string | undefined) {
  return { 'aria-describedby': descriptions(id, hint, error), 'aria-invalid': error ? true : undefined }
}

function descriptions(id: string, hint: ReactNode, error: string | undefined) {
  return [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
}
