/* oxlint-disable jsx-a11y/click-events-have-key-events -- the keys are heard by the field above the list */
import { useEffect, useId, useRef, useState } from 'react'
import { SearchIcon } from '#ui/foundations/icons.tsx'
import { pageCommands } from './page-commands.ts'
import { rankCommands } from './rank-commands.ts'
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
  // While it is closed nothing of it is on the page.
  const [own, setOwn] = useState<Command[]>()
  const known = own ? rankCommands([...groups, { label: 'This page', commands: own }], typed) : []
  const shown = [...known, ...(Array.isArray(found) ? found : [])]
  const commands = shown.flatMap((group) => group.commands)
  const active = commands[chosen]

  const type = (text: string) => {
    setTyped(text)
    setChosen(0)
  }

  const open = () => {
    if (dialog.current?.open) return
    type('')
    setOwn(pageCommands())
    dialog.current?.showModal()
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      open()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })

  useEffect(() => {
    document.getElementById(`${listId}-${chosen}`)?.scrollIntoView({ block: 'nearest' })
  }, [listId, chosen])

  const take = (command: Command) => {
    dialog.current?.close()
    if ('href' in command) follow(command.href)
    else command.run()
  }

  const move = (event: React.KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && commands.length > 0) {
      event.preventDefault()
      setChosen((chosen + step + commands.length) % commands.length)
    }
    if (event.key === 'Enter' && active) {
      // The command may focus a field, and the same key must not send its form.
      event.preventDefault()
      take(active)
    }
  }

  // The browser reports a close a moment later; the palette may be open again by then.
  const leave = () => {
    if (!dialog.current?.open) setOwn(undefined)
  }

  return (
    <>
      <button type="button" className={styles.open} onClick={open}>
        <SearchIcon />
        <span>Search or jump to …</span> <kbd>Ctrl K</kbd>
      </button>
      <dialog ref={dialog} className={styles.palette} aria-label="Jump to" onClose={leave}>
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
          maxLength={maxLength}
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

/** As a link does: the page may open in the document that is there, and typed text is not lost if it cannot open. */
function follow(href: string) {
  const link = document.createElement('a')
  link.href = href
  document.body.append(link)
  link.click()
  link.remove()
}

const maxLength = 80
const fewest = 2
const pauseMs = 200

/** Searched once typing pauses; an earlier search is aborted. */
function useFound(find: Find | undefined, typed: string): CommandGroup[] | 'away' | 'searching' | undefined {
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
  return answer?.to === words ? answer.groups : 'searching'
}

/** Each option with its index, which the arrow keys use. */
function withPositions(groups: CommandGroup[]) {
  let at = 0
  return groups.map(({ label, commands }) => ({
    label,
    options: commands.map((command) => ({ command, at: at++ })),
  }))
}

function wording(typed: string, count: number, found: ReturnType<typeof useFound>): string {
  if (found === 'searching') return count === 0 ? 'Searching …' : ''
  if (found === 'away')
    return 'Search is not available. Check your connection or sign in again. You can still jump to pages and actions.'
  if (count === 0) return 'No results. Try fewer letters or another word.'
  if (typed.trim() === '') return ''
  return count === 1 ? 'One result' : `${count} results`
}
