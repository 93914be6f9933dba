/* oxlint-disable jsx-a11y/click-events-have-key-events -- the keys are heard by the field above the list */
import { useEffect, useId, useRef, useState } from 'react'
import { SearchIcon } from '#ui/foundations/icons.tsx'
import styles from './command-palette.module.css'

/** A link or an action. */
export type Command = { label: string; hint?: string } & ({ href: string } | { run: () => void })
export type CommandGroup = { label: string; commands: Command[] }

/** Results beyond the known commands; undefined if the search fails. */
type Find = (typed: string, signal: AbortSignal) => Promise<CommandGroup[] | undefined>

type Props = { groups: CommandGroup[]; find?: Find }

/** Ctrl or Cmd and K: type a few letters, press Enter, be there. Without scripts its button is not shown. */
export function CommandPalette({ groups, find }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const listId = useId()
  const found = useFound(find, typed)
  const shown = [...known(groups, typed), ...(Array.isArray(found) ? found : [])]
  const commands = shown.flatMap((group) => group.commands)
  const active = commands[chosen]

  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      if (!dialog.current?.open) dialog.current?.showModal()
    }
    document.addEventListener('keydown', open)
    return () => document.removeEventListener('keydown', open)
  }, [])

  useEffect(() => {
    document.getElementById(`${listId}-${chosen}`)?.scrollIntoView({ block: 'nearest' })
  }, [listId, chosen])

  const take = (command: Command) => {
    if ('href' in command) return window.location.assign(command.href)
    dialog.current?.close()
    command.run()
  }

  const move = (event: React.KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && commands.length > 0) {
      event.preventDefault()
      setChosen((chosen + step + commands.length) % commands.length)
    }
    if (event.key === 'Enter' && active) take(active)
  }

  const type = (text: string) => {
    setTyped(text)
    setChosen(0)
  }

  return (
    <>
      <button type="button" className={styles.open} onClick={() => dialog.current?.showModal()}>
        <SearchIcon />
        <span>Search or jump to …</span> <kbd>Ctrl K</kbd>
      </button>
      <dialog ref={dialog} className={styles.palette} aria-label="Jump to" onClose={() => type('')}>
        <input
          type="text"
          role="combobox"
          aria-label="Jump to"
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active && `${listId}-${chosen}`}
          autoComplete="off"
          spellCheck="false"
          maxLength={longest}
          placeholder="Page, action or name"
          value={typed}
          onChange={(event) => type(event.target.value)}
          onKeyDown={move}
        />
        <div id={listId} role="listbox" aria-label="Pages, actions and search results">
          {withPositions(shown).map(({ label, options }) => (
            <div key={label} role="group" aria-label={label}>
              <p aria-hidden="true">{label}</p>
              {options.map(({ command, at }) => (
                <div
                  key={at}
                  id={`${listId}-${at}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={at === chosen}
                  onClick={() => take(command)}
                >
                  <span>{command.label}</span>
                  {command.hint && <small>{command.hint}</small>}
                </div>
              ))}
            </div>
          ))}
        </div>
        <p role="status">{wording(typed, commands.length, found)}</p>
      </dialog>
    </>
  )
}

const longest = 80
const fewest = 2
const pauseMs = 200

/** Searched once typing pauses; an earlier search is aborted. */
function useFound(find: Find | undefined, typed: string): CommandGroup[] | 'away' | 'asking' | undefined {
  const words = typed.trim()
  const [answer, setAnswer] = useState<{ to: string; groups: CommandGroup[] | 'away' }>()
  const isSearching = find !== undefined && words.length >= fewest
  useEffect(() => {
    if (!find || !isSearching) return undefined
    const stop = new AbortController()
    const timer = setTimeout(() => {
      void find(words, stop.signal).then(
        (groups) => stop.signal.aborted || setAnswer({ to: words, groups: groups ?? 'away' }),
      )
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [find, words, isSearching])
  if (!isSearching) return undefined
  return answer?.to === words ? answer.groups : 'asking'
}

function known(groups: CommandGroup[], typed: string): CommandGroup[] {
  return groups
    .map(({ label, commands }) => ({
      label,
      commands: commands
        .filter((command) => fits(command, typed))
        .toSorted((a, b) => distance(a, typed) - distance(b, typed)),
    }))
    .filter(({ commands }) => commands.length > 0)
}

/** Exact matches come first, then prefixes; the others stay in their order. */
function distance({ label }: Command, typed: string): number {
  const [name, sought] = [label.toLowerCase(), typed.trim().toLowerCase()]
  if (name === sought) return 0
  return name.startsWith(sought) ? 1 : 2
}

/** Each option with its index, which the arrow keys use. */
function withPositions(groups: CommandGroup[]) {
  let at = 0
  return groups.map(({ label, commands }) => ({
    label,
    options: commands.map((command) => ({ command, at: at++ })),
  }))
}

function fits({ label, hint }: Command, typed: string) {
  const text = `${label} ${hint ?? ''}`.toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function wording(typed: string, count: number, found: ReturnType<typeof useFound>): string {
  if (found === 'asking') return count === 0 ? 'Searching …' : ''
  if (found === 'away')
    return 'Search is not available. Check your connection or sign in again. You can still jump to pages and actions.'
  if (count === 0) return 'No results. Try fewer letters or another word.'
  if (typed.trim() === '') return ''
  return count === 1 ? 'One result' : `${count} results`
}
