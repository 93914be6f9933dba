import { createElement, Fragment, type ReactNode } from 'react'
import type { DiffSegment } from '#features/content/text/compare.ts'
import { styleNote, type ComparedSide } from './style-note.ts'
import styles from './words.module.css'

/** Between an older and a newer text words are lost and added; of two new texts, neither loses any. */
const elements = { before: 'del', after: 'ins', yours: 'mark', theirs: 'mark' } as const

/** One side of a comparison. What the other side lacks or formats differently is marked, also for screen readers. */
export function Words({ pieces, side }: { pieces: DiffSegment[]; side: ComparedSide }) {
  if (pieces.length === 0) return <p className={styles.nothing}>Nothing</p>
  return (
    <p className={styles.words} dir="auto">
      {pieces.map((piece, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- pieces have no other name
        <Fragment key={index}>{draw(piece, side)}</Fragment>
      ))}
    </p>
  )
}

function draw(piece: DiffSegment, side: ComparedSide): ReactNode {
  const { text, own, isLabel, otherStyle } = piece
  const note = styleNote(piece, side)
  const words = isLabel ? <span className={styles.label}>{text}</span> : withMarks(piece)
  return (
    <>
      {own && createElement(elements[side], { className: styles[side] }, words)}
      {!own && (otherStyle ? <span className={styles.restyled}>{words}</span> : words)}
      {note && <span className={styles.note}> ({note})</span>}
    </>
  )
}

const tags: Record<string, string> = {
  bold: 'strong',
  italic: 'em',
  superscript: 'sup',
  subscript: 'sub',
  code: 'code',
}

function withMarks({ text, style }: DiffSegment): ReactNode {
  const words = style?.href === undefined ? text : <span className={styles.link}>{text}</span>
  return (style?.marks ?? []).reduce<ReactNode>(
    (inner, mark) => createElement(tags[mark] ?? 'span', null, inner),
    words,
  )
}
