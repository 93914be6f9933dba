/* oxlint-disable jsx-a11y/click-events-have-key-events -- the keys are heard by the field above the list */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { findPages, type PageLink, useFoundPages } from '#features/content/editor/found-pages.tsx'
import { Field } from '#ui/form/field.tsx'
import styles from './page-field.module.css'

type Props = {
  name: string
  label: string
  hint: string
  defaultValue?: string | undefined
  error?: string | undefined
  /** Suggestions of the browser, for as long as there are no scripts. */
  list?: string
}

/** The address of a page of ours: typed as it is, or found by words of its title. Without scripts a plain field. */
export function PageField({ list, ...field }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [words, setWords] = useState('')
  const [active, setActive] = useState(0)
  const [isReady, setReady] = useState(false)
  const { found } = useFoundPages(findPages, words)
  useEffect(() => setReady(true), [])
  const listId = `${field.name}-pages`

  const search = (typed: string) => {
    setWords(isAddress(typed) ? '' : typed)
    setActive(0)
  }
  const choose = ({ href }: PageLink) => {
    if (input.current) input.current.value = href
    setWords('')
    input.current?.focus()
  }
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const page = found[active]
    if (!page) return
    if (step !== 0) setActive((active + step + found.length) % found.length)
    else if (event.key === 'Enter') choose(page)
    else if (event.key === 'Escape') setWords('')
    else return
    event.preventDefault()
  }

  return (
    <div className={styles.finder}>
      <Field
        {...field}
        ref={input}
        autoComplete="off"
        {...(isReady
          ? {
              ...{ role: 'combobox', 'aria-autocomplete': 'list', 'aria-controls': listId },
              ...{ 'aria-expanded': found.length > 0 },
              'aria-activedescendant': found[active] && `${listId}-${active}`,
            }
          : { list })}
        onKeyDown={move}
        onBlur={() => setWords('')}
        onChange={(event) => search(event.target.value)}
      />
      {isReady && (
        <ul id={listId} role="listbox" aria-label="Pages found" className={styles.results}>
          {found.map((page, index) => (
            <li
              key={page.href}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              // The field keeps the focus, or the list would close before the click.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(page)}
            >
              {page.title} <small>{page.href}</small>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="visually-hidden">
        {words && `${found.length} found`}
      </p>
    </div>
  )
}

function isAddress(typed: string) {
  return /^(\/|https?:)/i.test(typed.trim())
}
