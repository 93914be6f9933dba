/* oxlint-disable jsx-a11y/click-events-have-key-events -- the keys are heard by the field above the list */
import { useEffect, useId, useRef, useState } from 'react'
import styles from './command-palette.module.css'

export type Command = { label: string; href: string; hint?: string }

/** Ctrl or Cmd and K: type a few letters, press Enter, be there. Without scripts its button is not shown. */
export function CommandPalette({ commands }: { commands: Command[] }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const listId = useId()
  const found = commands.filter((command) => fits(command, typed)).slice(0, 12)
  const active = found[chosen]

  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      dialog.current?.showModal()
    }
    document.addEventListener('keydown', open)
    return () => document.removeEventListener('keydown', open)
  }, [])

  const move = (event: React.KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && found.length > 0) {
      event.preventDefault()
      setChosen((chosen + step + found.length) % found.length)
    }
    if (event.key === 'Enter' && active) window.location.assign(active.href)
  }

  const forget = () => {
    setTyped('')
    setChosen(0)
  }

  return (
    <>
      <button
        type="button"
        className={styles.open}
        onClick={() => dialog.current?.showModal()}
        data-needs-script=""
      >
        Jump to … <kbd>Ctrl K</kbd>
      </button>
      <dialog ref={dialog} className={styles.palette} aria-label="Jump to" onClose={forget}>
        <input
          type="text"
          role="combobox"
          aria-label="Jump to"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={active && `${listId}-${chosen}`}
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setChosen(0)
          }}
          onKeyDown={move}
        />
        <ul id={listId} role="listbox" aria-label="Places">
          {found.map((command, index) => (
            <li
              key={command.href}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === chosen}
              onClick={() => window.location.assign(command.href)}
            >
              {command.label}
              {command.hint && <small>{command.hint}</small>}
            </li>
          ))}
        </ul>
        <p role="status">{found.length === 0 && 'No place of that name.'}</p>
      </dialog>
    </>
  )
}

function fits({ label, hint }: Command, typed: string) {
  const text = `${label} ${hint ?? ''}`.toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
