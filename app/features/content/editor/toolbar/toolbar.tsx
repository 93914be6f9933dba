import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { type FocusEvent, type KeyboardEvent, memo, type RefObject, useRef, useState } from 'react'
import { goToText } from '#features/content/editor/commands.ts'
import { ariaKeys, shownKeys } from '#features/content/editor/key-names.ts'
import { More } from './tool-icons.tsx'
import { divideTools } from './tool-room.ts'
import {
  type DialogTool,
  type ToolbarGroup,
  groups,
  opensDialog,
  switchGroup,
  tableGroup,
  type Tool,
} from './tools.tsx'
import { useRoom } from './use-room.tsx'
import styles from './toolbar.module.css'

type Props = {
  editor: Editor
  controls: string
  label: string
  bar: RefObject<HTMLDivElement | null>
  ask: (tool: DialogTool) => void
}

/**
 * One line and one stop for the Tab key; arrows, Home and End move inside it, Escape returns to the text. In a table
 * its tools take the place of the others. It renders again when its own state changes and not with every letter,
 * because a page may have thirty editors.
 */
export const Toolbar = memo(function Toolbar({ editor, controls, label, bar, ask }: Props) {
  const state = useEditorState({ editor, selector: ({ editor }) => stateOf(editor) })
  const [chosen, setChosen] = useState('')
  const [pointedAt, setPointedAt] = useState<Tool>()
  const [wantsText, setWantsText] = useState(false)
  const [isMore, setMore] = useState(false)
  if (wantsText && !state.inTable) setWantsText(false)
  const line = useRef<HTMLDivElement>(null)
  const room = useRoom(line)
  const { row, more } = divideTools(shownGroups(state.inTable, wantsText), room)
  const names = [...namesOf(row), ...(more.length > 0 ? ['more'] : []), ...(isMore ? namesOf(more) : [])]
  const stop = names.includes(chosen) ? chosen : names[0]

  const focus = (name: string) => {
    setChosen(name)
    bar.current?.querySelector<HTMLElement>(`[data-tool="${name}"]`)?.focus()
  }
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Escape') {
      setMore(false)
      return goToText(editor)
    }
    const next = nextName(event.key, names, names.indexOf(stop ?? ''))
    if (next === undefined) return
    event.preventDefault()
    focus(next)
  }
  const use = (tool: Tool) => {
    setChosen(tool.name)
    setMore(false)
    if (state.off.includes(tool.name)) return
    if (tool.name === 'toolSwitch') return setWantsText(!wantsText)
    if (opensDialog(tool)) return ask(tool.name)
    goToText(editor)
    tool.run?.(editor)
  }
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setMore(false)
  }

  const shared = { state, stop, use, pointAt: setPointedAt }
  return (
    <div className={styles.bar} ref={line}>
      <div
        ref={bar}
        role="toolbar"
        tabIndex={-1}
        aria-label={`Formatting of ${label}`}
        aria-controls={controls}
        className={styles.tools}
        onKeyDown={move}
        onBlur={leave}
      >
        {row.map((group) => (
          <ToolGroup key={group.label} group={group} {...shared} />
        ))}
        {more.length > 0 && (
          <button
            type="button"
            data-tool="more"
            className={styles.tool}
            tabIndex={stop === 'more' ? 0 : -1}
            aria-label="More tools"
            aria-expanded={isMore}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              setChosen('more')
              setMore(!isMore)
            }}
          >
            <More />
          </button>
        )}
        {isMore && more.length > 0 && (
          <div className={styles.more}>
            {more.map((group) => (
              <ToolGroup key={group.label} group={group} {...shared} hasLabels />
            ))}
          </div>
        )}
      </div>
      {pointedAt && !isMore && (
        <p className={styles.hint} aria-hidden="true">
          {describe(pointedAt)}
        </p>
      )}
    </div>
  )
})

function shownGroups(inTable: boolean, wantsText: boolean): ToolbarGroup[] {
  if (!inTable) return groups
  return wantsText ? [switchGroup('Table tools'), ...groups] : [switchGroup('Text tools'), tableGroup]
}

function namesOf(some: ToolbarGroup[]): string[] {
  return some.flatMap(({ tools }) => tools.map(({ name }) => name))
}

type GroupProps = {
  group: ToolbarGroup
  state: ReturnType<typeof stateOf>
  stop: string | undefined
  use: (tool: Tool) => void
  pointAt: (tool: Tool | undefined) => void
  hasLabels?: boolean
}

function ToolGroup({ group, state, stop, use, pointAt, hasLabels }: GroupProps) {
  return (
    <div role="group" aria-label={group.label} className={styles.group}>
      {group.tools.map((tool) => (
        <button
          key={tool.name}
          type="button"
          data-tool={tool.name}
          className={styles.tool}
          tabIndex={tool.name === stop ? 0 : -1}
          aria-label={tool.label}
          aria-keyshortcuts={tool.keys && ariaKeys(tool.keys)}
          aria-pressed={tool.isOn && state.on.includes(tool.name)}
          aria-disabled={state.off.includes(tool.name) || undefined}
          // The text keeps its selection while the mouse presses a tool.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => use(tool)}
          onFocus={() => pointAt(tool)}
          onBlur={() => pointAt(undefined)}
          onMouseEnter={() => pointAt(tool)}
          onMouseLeave={() => pointAt(undefined)}
        >
          <span aria-hidden="true">{tool.glyph}</span>
          {hasLabels && <span>{tool.label}</span>}
        </button>
      ))}
    </div>
  )
}

function describe(tool: Tool) {
  return tool.keys ? `${tool.label}: ${shownKeys(tool.keys)}` : tool.label
}

function stateOf(editor: Editor) {
  const all = groups.flatMap((group) => group.tools)
  return {
    on: all.filter((tool) => tool.isOn?.(editor)).map((tool) => tool.name),
    off: all.filter((tool) => tool.isOff?.(editor)).map((tool) => tool.name),
    inTable: editor.isActive('table'),
  }
}

function nextName(key: string, names: string[], position: number): string | undefined {
  if (key === 'ArrowRight') return names[(position + 1) % names.length]
  if (key === 'ArrowLeft') return names.at(position - 1)
  if (key === 'Home') return names[0]
  return key === 'End' ? names.at(-1) : undefined
}
