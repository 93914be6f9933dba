import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import { leaveBlock } from './commands.ts'
import type { DialogTool } from './toolbar/tools.tsx'

/** Keys that Tiptap does not have: to the toolbar, out of the editor, out of a block, and our own tools. */
export function keys(use: (tool: DialogTool) => void, focusToolbar: () => void) {
  return Extension.create({
    name: 'keys',
    priority: 2000,
    addProseMirrorPlugins() {
      const { editor } = this
      // Tab indents lists and walks through tables; after Escape it leaves the editor, so that nobody is trapped.
      let leaving = false
      return [
        new Plugin({
          props: {
            handleDOMEvents: {
              keydown: (_view, event) => {
                const leaves = leaving && event.key === 'Tab'
                if (event.key !== 'Shift') leaving = event.key === 'Escape'
                return leaves
              },
            },
            handleKeyDown: (_view, event) => {
              const tool = toolFor(event)
              const toToolbar = event.altKey && event.key === 'F10'
              // A busy browser reports a moved cursor only after the queued keys; the tools must know it.
              if (tool || toToolbar) document.dispatchEvent(new Event('selectionchange'))
              if (tool) use(tool)
              else if (toToolbar) focusToolbar()
              else if (isMod(event) && !event.altKey && event.key === 'Enter') leaveBlock(editor)
              else return false
              // The staff area uses Ctrl and K for the palette.
              event.stopPropagation()
              return true
            },
          },
        }),
      ]
    },
  })
}

function toolFor(event: KeyboardEvent): DialogTool | undefined {
  // AltGr types a character and is reported as Ctrl and Alt.
  if (!isMod(event) || event.getModifierState('AltGraph')) return undefined
  if (!event.altKey) return event.code === 'KeyK' && !event.shiftKey ? 'link' : undefined
  if (event.code === 'KeyM') return event.shiftKey ? 'blockMath' : 'inlineMath'
  return event.shiftKey ? undefined : ({ KeyF: 'footnote', KeyP: 'figure' } as const)[event.code]
}

function isMod(event: KeyboardEvent) {
  return event.ctrlKey || event.metaKey
}
