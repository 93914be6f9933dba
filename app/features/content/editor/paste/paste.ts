import { Extension, type JSONContent } from '@tiptap/core'
import { DOMParser, Fragment, type ParseOptions, type Schema, Slice } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import type { PastedDocument } from '#features/content/editor/editor-props.ts'
import { fromEditor, printable } from '#features/content/editor/exchange.ts'
import { tooBig } from '#features/content/text/document.ts'
import { isSafeHref } from '#features/content/addresses/safe-href.ts'
import { isWholeDocument } from '#features/content/text/split-sections.ts'
import { tidyPasted } from './paste-html.ts'
import { plainTags } from '#features/content/editor/plain-tags.ts'
import { pastedBlocks } from './paste-text.ts'

interface Takers {
  takePictures: (files: File[]) => boolean
  leftOut: (pictures: number) => void
  takeDocument?: (document: PastedDocument) => void
}

/** Pasted or dropped content becomes text of our grammar; pictures go to the uploader. */
export function pasting({ takePictures, leftOut, takeDocument }: Takers) {
  return Extension.create({
    name: 'pasting',
    priority: 1000,
    addProseMirrorPlugins() {
      const { schema } = this.editor
      return [
        new Plugin({
          props: {
            transformPastedHTML: plainTags,
            clipboardParser: tidyParser(schema, leftOut),
            clipboardTextParser: (text) => sliceOf(text, schema),
            handlePaste: (view, event, slice) =>
              takeFiles(event.clipboardData, takePictures) ||
              linkSelection(view, event.clipboardData) ||
              divide(view, slice, takeDocument),
            handleDrop: (_view, event, _slice, moved) =>
              !moved && takeFiles(event.dataTransfer, takePictures),
          },
        }),
      ]
    },
  })
}

/** ProseMirror has parsed the clipboard in its own document, where nothing runs and nothing is loaded. */
function tidyParser(schema: Schema, leftOut: (pictures: number) => void): DOMParser {
  const parser = DOMParser.fromSchema(schema)
  return Object.assign(Object.create(parser) as DOMParser, {
    parseSlice(dom: Element, options?: ParseOptions) {
      const { pictures } = tidyPasted(dom)
      // Every change clears earlier messages, so this one comes after the change.
      if (pictures > 0) queueMicrotask(() => leftOut(pictures))
      return parser.parseSlice(dom, options)
    },
  })
}

function sliceOf(text: string, schema: Schema): Slice {
  const blocks: JSONContent[] = []
  for (const { kind, text: words } of pastedBlocks(text)) {
    const paragraph = { type: 'paragraph', content: [{ type: 'text', text: words }] }
    const last = blocks.at(-1)
    const item = { type: 'listItem', content: [paragraph] }
    if (kind === 'paragraph') blocks.push(paragraph)
    else if (last?.type === 'bulletList') last.content?.push(item)
    else blocks.push({ type: 'bulletList', content: [item] })
  }
  return Slice.maxOpen(Fragment.fromJSON(schema, blocks))
}

/** A whole document does not go into one text: the page makes sections of it. */
function divide({ state }: EditorView, { content }: Slice, take: Takers['takeDocument']): boolean {
  if (!take || !content.content.every(({ type }) => type.isInGroup('block'))) return false
  const pasted = fromEditor({ type: 'doc', content: content.toJSON() as JSONContent[] })
  if (!isWholeDocument(pasted.content) || tooBig(pasted)) return false
  const { from, to } = state.selection
  const part = (start: number, end?: number) => fromEditor(state.doc.cut(start, end).toJSON() as JSONContent)
  take({ before: part(0, from), pasted, after: part(to) })
  return true
}

/** Office programs put a picture of the text beside the text; then we take the text. */
function takeFiles(data: DataTransfer | null, takePictures: (files: File[]) => boolean): boolean {
  if (!data || data.types.includes('text/html') || data.types.includes('text/plain')) return false
  const pictures = [...data.files].filter((file) => file.type.startsWith('image/'))
  return pictures.length > 0 && takePictures(pictures)
}

/** An address pasted over words turns them into a link. */
function linkSelection(view: EditorView, data: DataTransfer | null): boolean {
  const address = printable(data?.getData('text/plain') ?? '').trim()
  const { from, to, empty, $from, $to } = view.state.selection
  if (empty || !/^(https?:\/\/|mailto:)/.test(address) || !isSafeHref(address) || !$from.sameParent($to))
    return false
  const link = view.state.schema.marks['link']
  if (link) view.dispatch(view.state.tr.addMark(from, to, link.create({ href: address })))
  return link !== undefined
}
