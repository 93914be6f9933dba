import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { type KeyboardEvent, memo, type RefObject, useState } from 'react'
import { goToText } from './commands.ts'
import { ariaKeys, shownKeys } from './key-names.ts'
import { type DialogTool, type ToolbarGroup, groups, opensDialog, tableGroup, type Tool } from './tools.tsx'
import styles from './toolbar.module.css'

type Props = {
  editor: Editor
  controls: string
  label: string
  bar: RefObject<HTMLDivElement | null>
  ask: (tool: DialogTool) => void
}

/**
 * One stop for the Tab key; arrows, Home and End move inside it, Escape returns to the text. It renders again when its
 * own state changes and not with every letter, because a page may have thirty editors.
 */
export const Toolbar = memo(function Toolbar({ editor, controls, label, bar, ask }: Props) {
  const state = useEditorState({ editor, selector: ({ editor }) => stateOf(editor) })
  const [chosen, setChosen] = useState('undo')
  const [pointedAt, setPointedAt] = useState<Tool>()
  const shown = state.inTable ? [...groups, tableGroup] : groups
  const names = shown.flatMap((group) => group.tools.map((tool) => tool.name))
  const stop = names.includes(chosen) ? chosen : 'undo'

  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Escape') return goToText(editor)
    const next = nextName(event.key, names, names.indexOf(stop))
    if (next === undefined) return
    event.preventDefault()
    setChosen(next)
    bar.current?.querySelector<HTMLElement>(`[data-tool="${next}"]`)?.focus()
  }
  const use = (tool: Tool) => {
    setChosen(tool.name)
    if (state.off.includes(tool.name)) return
    if (opensDialog(tool)) return ask(tool.name)
    goToText(editor)
    tool.run?.(editor)
  }

  return (
    <div className={styles.bar}>
      <div
        ref={bar}
        role="toolbar"
        tabIndex={-1}
        aria-label={`Formatting of ${label}`}
        aria-controls={controls}
        className={styles.tools}
        onKeyDown={move}
      >
        {shown.map((group) => (
          <ToolGroup key={group.label} {...{ group, state, stop, use, pointAt: setPointedAt }} />
        ))}
      </div>
      <p className={styles.hint} aria-hidden="true">
        {pointedAt
          ? describe(pointedAt)
          : 'Press Alt F10 to reach this toolbar and Escape to return to the text.'}
      </p>
    </div>
  )
})

type GroupProps = {
  group: ToolbarGroup
  state: ReturnType<typeof stateOf>
  stop: string
  use: (tool: Tool) => void
  pointAt: (tool: Tool | undefined) => void
}

function ToolGroup({ group, state, stop, use, pointAt }: GroupProps) {
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
