import type { Node as PmNode } from '@tiptap/pm/model'
import type { NodeView } from '@tiptap/pm/view'
import { setFormula } from './formula.ts'
import type { PieceDrawings } from './nodes.ts'
import styles from './pieces.module.css'

/** A picture small enough to show while writing. */
export type EditorPicture = { src: string; width: number; height: number }

/** Our nodes as they look while the text is written. */
export function drawings(findPicture: (file: string) => EditorPicture | undefined): PieceDrawings {
  return {
    figure: (node) => view(drawFigure(node, findPicture(textOf(node, 'file')))),
    footnote: (node) => view(drawNote(textOf(node, 'text'))),
    inlineMath: (node) => view(drawFormula(node, false)),
    blockMath: (node) => view(drawFormula(node, true)),
  }
}

/** We handle changes inside ourselves, also when a formula arrives later. */
function view(dom: HTMLElement): NodeView {
  return { dom, ignoreMutation: () => true }
}

function drawFigure(node: PmNode, picture: EditorPicture | undefined) {
  const figure = make('figure', styles.figure)
  const alt = textOf(node, 'alt')
  if (picture) {
    const image = make('img')
    Object.assign(image, { src: picture.src, alt, width: picture.width, height: picture.height })
    image.draggable = false
    figure.append(image)
  } else figure.append(make('p', styles.missing, alt))
  const caption = make('figcaption', undefined, textOf(node, 'caption'))
  if (node.attrs['credit']) caption.append(' ', make('em', undefined, textOf(node, 'credit')))
  if (node.attrs['video']) caption.append(' ', make('span', undefined, `▶ ${textOf(node, 'video')}`))
  if (caption.textContent) figure.append(caption)
  return figure
}

/** The style sheet counts the number. */
function drawNote(text: string) {
  const note = make('span', styles.note)
  note.setAttribute('role', 'img')
  note.setAttribute('aria-label', `Footnote: ${text}`)
  note.title = text
  return note
}

function drawFormula(node: PmNode, isBlock: boolean) {
  const latex = textOf(node, 'latex')
  const box = make(isBlock ? 'div' : 'span', isBlock ? styles.blockFormula : styles.formula)
  const source = make('code', undefined, latex)
  box.append(source)
  box.title = latex
  void setFormula(latex, isBlock).then(
    (formula) => formula && source.replaceWith(formula),
    // The source stays if KaTeX cannot be loaded.
    () => undefined,
  )
  return box
}

function textOf(node: PmNode, name: string) {
  const value: unknown = node.attrs[name]
  return typeof value === 'string' ? value : ''
}

function make<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className?: string, text?: string) {
  const element = document.createElement(tag)
  if (className) element.className = className
  if (text) element.textContent = text
  return element
}
