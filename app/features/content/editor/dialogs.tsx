import type { Editor } from '@tiptap/core'
import type { FigureAttrs } from '#features/content/text/document.ts'
import type { EditorPicture } from './drawings.ts'
import { insertBlock, setLink } from './commands.ts'
import { FigureDialog } from './figure-dialog.tsx'
import { FormulaDialog } from './formula-dialog.tsx'
import { HelpDialog } from './help-dialog.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { NoteDialog } from './note-dialog.tsx'
import type { Pages } from './found-pages.tsx'

/** What the editor asks: about the piece at a position, or about a new one. */
export type DialogQuestion = { position: number | undefined; onDone?: () => void } & (
  | { kind: 'footnote' | 'inlineMath' | 'blockMath' | 'link' | 'help' }
  | {
      kind: 'figure'
      figure?: Omit<FigureAttrs, 'alt'> & { alt?: string }
      /** Which one of several this is. */
      turn?: { number: number; all: number } | undefined
    }
)

type Props = {
  id: string
  editor: Editor
  question: DialogQuestion
  pages: Pages
  pictureOf: (file: string) => EditorPicture | undefined
  onChangePiece: (position: number, attributes: Record<string, unknown> | undefined) => void
  onClose: () => void
}

export function Dialogs({ id, editor, question, pages, pictureOf, onChangePiece, onClose }: Props) {
  const { position } = question
  const isNew = position === undefined
  const attrs = isNew ? {} : (editor.state.doc.nodeAt(position)?.attrs ?? {})
  const change = (attributes: Record<string, unknown> | undefined) => {
    if (!isNew) onChangePiece(position, attributes)
    onClose()
  }
  const common = { id, onClose, onRemove: () => change(undefined) }

  switch (question.kind) {
    case 'help':
      return <HelpDialog onClose={onClose} />
    case 'link':
      return <Link {...{ id, editor, pages, onClose }} />
    case 'footnote':
      return (
        <NoteDialog
          {...common}
          text={textIn(attrs, 'text')}
          onSave={(text) => {
            // Selected words stay, with the note after them.
            if (isNew)
              editor.commands.insertContentAt(editor.state.selection.to, {
                type: 'footnote',
                attrs: { text },
              })
            change({ text })
          }}
        />
      )
    case 'inlineMath':
    case 'blockMath':
      return (
        <FormulaDialog
          {...common}
          isNew={isNew}
          isBlock={question.kind === 'blockMath'}
          latex={textIn(attrs, 'latex') ?? selectedText(editor)}
          onSave={(latex) => {
            const node = { type: question.kind, attrs: { latex } }
            if (isNew && question.kind === 'blockMath') insertBlock(editor, node)
            else if (isNew) editor.commands.insertContent(node)
            change({ latex })
          }}
        />
      )
    case 'figure': {
      const figure = question.figure ? { alt: '', ...question.figure } : figureIn(attrs)
      return (
        <FigureDialog
          {...common}
          {...{ isNew, figure }}
          key={question.turn?.number}
          turn={question.turn}
          picture={pictureOf(figure.file)}
          onSave={(figure) => {
            if (isNew) insertBlock(editor, { type: 'figure', attrs: figure })
            change(figure)
          }}
        />
      )
    }
  }
}

function Link({ id, editor, pages, onClose }: Pick<Props, 'id' | 'editor' | 'pages' | 'onClose'>) {
  const isActive = editor.isActive('link')
  return (
    <LinkDialog
      {...{ id, pages, onClose }}
      href={isActive ? textIn(editor.getAttributes('link'), 'href') : undefined}
      needsWords={editor.state.selection.empty && !isActive}
      onSave={(href, words) => {
        setLink(editor, href, words)
        onClose()
      }}
      onRemove={() => {
        editor.chain().extendMarkRange('link').unsetMark('link').run()
        onClose()
      }}
    />
  )
}

function selectedText({ state }: Editor) {
  return state.doc.textBetween(state.selection.from, state.selection.to, ' ')
}

function textIn(attrs: Record<string, unknown>, name: string) {
  const value = attrs[name]
  return typeof value === 'string' ? value : undefined
}

function figureIn(attrs: Record<string, unknown>): FigureAttrs {
  const caption = textIn(attrs, 'caption')
  const credit = textIn(attrs, 'credit')
  const video = textIn(attrs, 'video')
  return {
    file: textIn(attrs, 'file') ?? '',
    alt: textIn(attrs, 'alt') ?? '',
    ...(caption && { caption }),
    ...(credit && { credit }),
    ...(video && { video }),
  }
}
