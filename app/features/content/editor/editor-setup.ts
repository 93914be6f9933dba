import type { Extensions } from '@tiptap/core'
import type { EditorProps as ViewProps } from '@tiptap/pm/view'
import { drawings, type EditorPicture } from './drawings.ts'
import { grammar } from './extensions.ts'
import { keys } from './keys.ts'
import { Languages } from './languages.ts'
import { limits } from './limits.ts'
import { isPiece } from './nodes.ts'
import type { PastedDocument } from './editor-props.ts'
import { pasting } from '#features/content/editor/paste/paste.ts'
import type { DialogTool } from './toolbar/tools.tsx'

/** What happens inside the editor and must be handled outside it. */
export type EditorSignal =
  | { type: 'tool-wanted'; tool: DialogTool }
  | { type: 'toolbar-wanted' }
  | { type: 'piece-opened'; position: number }
  | { type: 'change-refused'; sentence: string }
  | { type: 'pictures-pasted'; files: File[] }
  | { type: 'pictures-left-out'; number: number }
  | { type: 'document-pasted'; document: PastedDocument }

export type EditorSetup = {
  extensions: Extensions
  handleClickOn: NonNullable<ViewProps['handleClickOn']>
  ask: (tool: DialogTool) => void
  /** Pictures that can be shown, including those chosen in this session. */
  pictures: Map<string, EditorPicture>
  /** Sends each signal to the listener; returns how to stop. */
  listen: (listener: (signal: EditorSignal) => void) => () => void
}

/** What the page can do with pasted things other than text. */
interface AllowedContent {
  pictures: boolean
  documents: boolean
}

/** Everything an editor is made with. Created once for each; the listener may change at any time. */
export function makeEditorSetup(known: Record<string, EditorPicture>, takes: AllowedContent): EditorSetup {
  let listener: (signal: EditorSignal) => void = () => undefined
  const send = (signal: EditorSignal) => listener(signal)
  const pictures = new Map(Object.entries(known))
  const ask = (tool: DialogTool) => send({ type: 'tool-wanted', tool })
  const open = (position: number) => send({ type: 'piece-opened', position })
  return {
    ask,
    pictures,
    extensions: [
      ...grammar(
        drawings((file) => pictures.get(file)),
        (_editor, position) => open(position),
      ),
      Languages,
      limits((sentence) => send({ type: 'change-refused', sentence })),
      pasting({
        takePictures: (files) => {
          if (takes.pictures) send({ type: 'pictures-pasted', files })
          return takes.pictures
        },
        leftOut: (number) => send({ type: 'pictures-left-out', number }),
        ...(takes.documents && {
          takeDocument: (document) => send({ type: 'document-pasted', document }),
        }),
      }),
      keys(ask, () => send({ type: 'toolbar-wanted' })),
    ],
    handleClickOn: (_view, _position, node, position, _event, direct) => {
      if (direct && isPiece(node.type.name)) open(position)
      return false
    },
    listen: (next) => {
      listener = next
      return () => {
        listener = () => undefined
      }
    },
  }
}
