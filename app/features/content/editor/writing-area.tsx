import type { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { wordCount } from '#features/content/document-text.ts'
import { changePiece, insertFileLink } from './commands.ts'
import { Dialogs, type Question } from './dialogs.tsx'
import { type Equipment, equip, type Signal } from './equipment.ts'
import { fromEditor, toEditor } from './exchange.ts'
import { isPiece } from './nodes.ts'
import type { ChosenPicture, EditorProps } from './rich-text-editor.tsx'
import { Toolbar } from './toolbar.tsx'
import type { AskingTool } from './tools.tsx'
import styles from './writing-area.module.css'

/** The editor itself, with its toolbar and dialogs. Fetched only where somebody writes. */
export function WritingArea(props: EditorProps) {
  const { id, label, choosePicture, chooseFile, onPastePicture } = props
  const [equipment] = useState(() => equip(props.pictures ?? {}, onPastePicture !== undefined))
  const [question, setQuestion] = useState<Question>()
  const [notice, setNotice] = useState('')
  const { editor, words } = useText(props, equipment, () => setNotice(''))
  const bar = useRef<HTMLDivElement>(null)

  function answer(signal: Signal) {
    if (signal.type === 'tool-wanted') ask(signal.tool)
    else if (signal.type === 'toolbar-wanted')
      bar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    else if (signal.type === 'piece-opened') askAbout(signal.position)
    else if (signal.type === 'change-refused') setNotice(signal.sentence)
    else keepPicture(signal.files)
  }

  function ask(tool: AskingTool) {
    const { selection } = editor.state
    if (selection instanceof NodeSelection && selection.node.type.name === tool) askAbout(selection.from)
    else if (tool === 'figure') void choosePicture().then(offerPicture)
    else if (tool === 'file') void chooseFile().then((file) => insertFileLink(editor, file))
    else setQuestion({ kind: tool, position: undefined })
  }

  function askAbout(position: number) {
    const name = editor.state.doc.nodeAt(position)?.type.name ?? ''
    if (isPiece(name)) setQuestion({ kind: name, position })
  }

  function offerPicture(chosen: ChosenPicture | undefined) {
    if (!chosen) return void editor.commands.focus()
    const { picture, ...figure } = chosen
    if (picture) equipment.pictures.set(figure.file, picture)
    setQuestion({ kind: 'figure', position: undefined, figure })
  }

  function keepPicture([file, ...others]: File[]) {
    if (!file || !onPastePicture) return
    setNotice(
      others.length > 0
        ? 'Pictures are added one by one. The first is being stored …'
        : 'The picture is being stored …',
    )
    onPastePicture(file).then(
      (chosen) => {
        setNotice('')
        offerPicture(chosen)
      },
      () => setNotice('The picture could not be stored. Try to add it from the library.'),
    )
  }

  useEffect(() => equipment.listen(answer))

  return (
    <div className={styles.area}>
      <Toolbar {...{ editor, label, bar }} controls={id} ask={equipment.ask} />
      <EditorContent editor={editor} />
      <p id={`${id}-keys`} hidden>
        Press Alt and F10 for the tools. Press Escape, then Tab to leave the text.
      </p>
      <div className={styles.foot}>
        <p role="status">{notice}</p>
        <p>
          {words.toLocaleString('en-GB')} {words === 1 ? 'word' : 'words'}
        </p>
      </div>
      {question && (
        <Dialogs
          {...{ id, editor, question }}
          pages={props.pages}
          onChangePiece={(position, attributes) => changePiece(editor, position, attributes)}
          onClose={() => {
            setQuestion(undefined)
            editor.commands.focus()
          }}
        />
      )}
    </div>
  )
}

/** The editor with the text in it. It tells every change, and takes over a text that was changed elsewhere. */
function useText(
  { id, value, onChange, describedBy, isInvalid = false }: EditorProps,
  equipment: Equipment,
  changed: () => void,
) {
  const [words, setWords] = useState(() => wordCount(value))
  const [content] = useState(() => toEditor(value))
  const told = useRef(value)
  const tell = (editor: Editor) => {
    const document = fromEditor(editor.getJSON())
    told.current = document
    setWords(wordCount(document))
    changed()
    onChange(document)
  }
  const editorProps = useMemo(
    () => ({
      handleClickOn: equipment.handleClickOn,
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        'aria-describedby': [describedBy, `${id}-keys`].filter(Boolean).join(' '),
        ...(isInvalid && { 'aria-invalid': 'true' }),
        spellcheck: 'true',
        class: styles.text ?? '',
      },
    }),
    [equipment, id, describedBy, isInvalid],
  )
  const editor = useEditor({
    extensions: equipment.extensions,
    content,
    injectCSS: false,
    enablePasteRules: false,
    // Stars and underscores stay what they are in texts about physics.
    enableInputRules: ['heading', 'bulletList', 'orderedList', 'blockquote', 'horizontalRule'],
    editorProps,
    onUpdate: ({ editor }) => tell(editor),
  })

  useEffect(() => {
    if (value === told.current || JSON.stringify(value) === JSON.stringify(told.current)) return
    told.current = value
    setWords(wordCount(value))
    editor.commands.setContent(toEditor(value), { emitUpdate: false })
  }, [editor, value])

  return { editor, words }
}
