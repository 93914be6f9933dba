/* oxlint-disable jsx-a11y/click-events-have-key-events -- the keys are heard by the field above the list */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Field } from '#ui/form/field.tsx'
import { type PageLink, type Pages, useFoundPages } from './found-pages.tsx'
import styles from './editor-dialog.module.css'

type Props = { id: string; pages: Pages; onChoose: (page: PageLink) => void }

/** Type a few letters of a title, choose with the arrows, press Enter. */
export function PageFinder({ id, pages, onChoose }: Props) {
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const { found, isPending } = useFoundPages(pages, isOpen ? typed : '')
  const isHasty = useRef(false)
  const listId = `${id}-pages`

  const choose = (page: PageLink) => {
    setTyped(page.title)
    setOpen(false)
    onChoose(page)
  }
  // Enter before anything is found means the first page that will be.
  useEffect(() => {
    if (!isHasty.current || isPending) return
    isHasty.current = false
    if (found[0]) choose(found[0])
  })
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const page = found[active]
    if (step !== 0 && found.length > 0) setActive((active + step + found.length) % found.length)
    else if (event.key === 'Enter' && isPending) isHasty.current = true
    else if (event.key === 'Enter' && page) choose(page)
    else if (event.key === 'Escape' && found.length > 0) setOpen(false)
    else return
    event.preventDefault()
  }

  return (
    <>
      <Field
        id={`${id}-page`}
        name="page"
        label="Find a page"
        hint="Search by title."
        optional
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={found[active] && `${listId}-${active}`}
        autoComplete="off"
        value={typed}
        onKeyDown={move}
        onChange={(event) => {
          setTyped(event.target.value)
          setActive(0)
          setOpen(true)
        }}
      />
      <ul id={listId} role="listbox" aria-label="Pages found" className={styles.results}>
        {found.map((page, index) => (
          <li
            key={page.href}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === active}
            onClick={() => choose(page)}
          >
            {page.title} <small>{page.href}</small>
          </li>
        ))}
      </ul>
      <p role="status" className="visually-hidden">
        {isOpen && typed && `${found.length} found`}
      </p>
    </>
  )
}
