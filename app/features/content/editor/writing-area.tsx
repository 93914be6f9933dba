import type { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { EditorContent, useEditor } from '@tiptap/react'
import { type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { wordCount } from '#features/content/text/document-text.ts'
import { changePiece, goToText, insertFileLink } from './commands.ts'
import { Dialogs, type DialogQuestion } from './dialogs.tsx'
import { type EditorSetup, makeEditorSetup, type EditorSignal } from './editor-setup.ts'
import { fromEditor, toEditor } from './exchange.ts'
import { isPiece } from './nodes.ts'
import type { ChosenPicture, EditorProps } from './editor-props.ts'
import { SharedToolbarContext } from './toolbar/shared-toolbar.tsx'
import { Toolbar } from './toolbar/toolbar.tsx'
import type { DialogTool } from './toolbar/tools.tsx'
import flow from '#features/content/text/text-flow.module.css'
import { countOf } from '#ui/foundations/numbers.ts'
import styles from './writing-area.module.css'

/** The editor itself, with its toolbar and dialogs. Loaded only where someone writes. */
export function WritingArea(props: EditorProps) {
  const { id, label, choosePicture, chooseFile, onPastePicture, onPasteDocument, onReady } = props
  const [setup] = useState(() =>
    makeEditorSetup(props.pictures ?? {}, {
      pictures: onPastePicture !== undefined,
      documents: onPasteDocument !== undefined,
    }),
  )
  const [question, setQuestion] = useState<DialogQuestion>()
  const [notice, setNotice] = useState('')
  const { editor, words } = useText(props, setup, () => setNotice(''))
  const bar = useRef<HTMLDivElement>(null)
  const shared = useSharedToolbar(id)

  function answer(signal: EditorSignal) {
    if (signal.type === 'tool-wanted') ask(signal.tool)
    else if (signal.type === 'toolbar-wanted')
      bar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    else if (signal.type === 'piece-opened') askAbout(signal.position)
    else if (signal.type === 'change-refused') setNotice(signal.sentence)
    else if (signal.type === 'pictures-left-out') setNotice(leftOutSentence(signal.number))
    else if (signal.type === 'document-pasted') onPasteDocument?.(signal.document)
    else void storePictures(signal.files)
  }

  function ask(tool: DialogTool) {
    const { selection } = editor.state
    if (selection instanceof NodeSelection && selection.node.type.name === tool) askAbout(selection.from)
    else if (tool === 'figure') void choosePicture().then((chosen) => offerPictures(chosen ? [chosen] : []))
    else if (tool === 'file') void chooseFile().then((file) => insertFileLink(editor, file))
    else setQuestion({ kind: tool, position: undefined })
  }

  function askAbout(position: number) {
    const name = editor.state.doc.nodeAt(position)?.type.name ?? ''
    if (isPiece(name)) setQuestion({ kind: name, position })
  }

  function offerPictures(chosen: ChosenPicture[]) {
    for (const { file, picture } of chosen) if (picture) setup.pictures.set(file, picture)
    askForWords(chosen, chosen.length)
  }

  /** One dialog after another, because each picture needs its own words. */
  function askForWords([first, ...others]: ChosenPicture[], all: number) {
    if (!first) return leaveQuestion()
    const { picture: _, ...figure } = first
    const turn = all > 1 ? { number: all - others.length, all } : undefined
    setQuestion({ kind: 'figure', position: undefined, figure, turn, onDone: () => askForWords(others, all) })
  }

  function leaveQuestion() {
    flushSync(() => setQuestion(undefined))
    goToText(editor)
  }

  async function storePictures(files: File[]) {
    if (!onPastePicture) return
    const usable: ChosenPicture[] = []
    for (const [index, file] of files.entries()) {
      setNotice(
        files.length > 1 ? `Uploading picture ${index + 1} of ${files.length} …` : 'Uploading the picture …',
      )
      const chosen = await onPastePicture(file).catch(() => undefined)
      if (chosen) usable.push(chosen)
    }
    const lost = files.length - usable.length
    setNotice(lost === 0 ? '' : lostSentence(lost, files.length))
    offerPictures(usable)
  }

  /** Above the text, or where all texts of the page have their toolbar. */
  function shown(toolbar: ReactNode) {
    if (!shared) return toolbar
    return shared.host && shared.owner === id ? createPortal(toolbar, shared.host) : null
  }

  useEffect(() => setup.listen(answer))
  useEffect(() => onReady?.(), [onReady])

  return (
    <div className={shared ? styles.inFlow : styles.area} onFocus={() => shared?.take(id)}>
      {shown(<Toolbar {...{ editor, label, bar }} controls={id} ask={setup.ask} />)}
      <EditorContent editor={editor} />
      <p id={`${id}-keys`} hidden>
        Press Alt and F10 for the toolbar. Press Escape, then Tab to leave the text.
      </p>
      <div className={styles.foot}>
        <p role="status">{notice}</p>
        <p>{countOf(words, 'word')}</p>
      </div>
      {question && (
        <Dialogs
          {...{ id, editor, question }}
          pages={props.pages}
          pictureOf={(file) => setup.pictures.get(file)}
          onChangePiece={(position, attributes) => changePiece(editor, position, attributes)}
          onClose={question.onDone ?? leaveQuestion}
        />
      )}
    </div>
  )
}

/** The toolbar that several texts share, if there is one. */
function useSharedToolbar(id: string) {
  const shared = useContext(SharedToolbarContext)
  const join = shared?.join
  useEffect(() => join?.(id), [join, id])
  return shared
}

function leftOutSentence(number: number) {
  const which = number === 1 ? '1 picture or formula was' : `${number} pictures or formulas were`
  return `${which} left out of what you pasted. Add ${number === 1 ? 'it' : 'them'} with the toolbar.`
}

function lostSentence(lost: number, all: number) {
  const which = all === 1 ? 'The picture' : lost === all ? 'The pictures' : `${lost} of ${all} pictures`
  return `${which} could not be uploaded. Upload ${lost === 1 ? 'it' : 'them'} in the media library to see why.`
}

/** The editor with its text. It reports every change, and adopts a text that was changed elsewhere. */
function useText(
  { id, value, onChange, describedBy, isInvalid = false }: EditorProps,
  setup: EditorSetup,
  changed: () => void,
) {
  const [words, setWords] = useState(() => wordCount(value))
  const [content] = useState(() => toEditor(value))
  const reported = useRef(value)
  const report = (editor: Editor) => {
    const document = fromEditor(editor.getJSON())
    reported.current = document
    setWords(wordCount(document))
    changed()
    onChange(document)
  }
  const editorProps = useMemo(
    () => ({
      handleClickOn: setup.handleClickOn,
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        'aria-describedby': [describedBy, `${id}-keys`].filter(Boolean).join(' '),
        ...(isInvalid && { 'aria-invalid': 'true' }),
        spellcheck: 'true',
        class: `${flow.flow} ${styles.text}`,
      },
    }),
    [setup, id, describedBy, isInvalid],
  )
  const editor = useEditor({
    extensions: setup.extensions,
    content,
    injectCSS: false,
    enablePasteRules: false,
    // Stars and underscores stay as they are in texts about physics.
    enableInputRules: ['heading', 'bulletList', 'orderedList', 'blockquote', 'horizontalRule'],
    editorProps,
    onUpdate: ({ editor }) => report(editor),
  })

  useEffect(() => {
    if (value === reported.current || JSON.stringify(value) === JSON.stringify(reported.current)) return
    reported.current = value
    setWords(wordCount(value))
    editor.commands.setContent(toEditor(value), { emitUpdate: false })
  }, [editor, value])

  return { editor, words }
}
