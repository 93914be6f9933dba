import type { ReactNode } from 'react'
import { sizeText } from '#features/media/size-text.ts'
import { Facts } from '#ui/text/facts.tsx'
import type { AttachedFile } from './questions.ts'
import type { ShownValue, ShownPart } from './shown.ts'
import styles from './shown-answers.module.css'

interface Props {
  parts: ShownPart[]
  level?: 2 | 3 | 4
  /** How a file is shown; by its name and size by default. */
  fileView?: (file: AttachedFile) => ReactNode
  /** Shown under the title of a part. */
  noteOn?: (part: string) => ReactNode
  /** For those who read many: short answers beside each other, and each row on as few lines as it needs. */
  isDense?: true
  /** Where an answer can be changed. */
  changeAt?: (part: string, question: string) => string
}

/** The answers for reading: every word literally, with its own line breaks. */
export function ShownAnswers({ parts, level = 3, fileView = FileName, noteOn, isDense, changeAt }: Props) {
  const Heading = `h${level}` as const
  return parts.map(({ name, title, items }) => (
    <section key={name} className={isDense ? `${styles.part} ${styles.dense}` : styles.part}>
      <Heading id={`part-${name}`}>{title}</Heading>
      {noteOn?.(name)}
      <Facts
        facts={items.map(({ name: question, label, shown }) => ({
          label,
          value: changeAt ? (
            <div className={styles.changeable}>
              <div>{view(shown, fileView)}</div>
              <a href={changeAt(name, question)}>
                Change <span className="visually-hidden">{label}</span>
              </a>
            </div>
          ) : (
            view(shown, fileView)
          ),
        }))}
      />
    </section>
  ))
}

/** Characters of an answer that has room beside another. */
const mostShort = 90

/** One answer for reading. */
export function ShownAnswer({ shown }: { shown: ShownValue }) {
  return view(shown, FileName)
}

function view(shown: ShownValue, fileView: (file: AttachedFile) => ReactNode): ReactNode {
  switch (shown.kind) {
    case 'text':
      return (
        <span className={shown.text.length > mostShort ? `${styles.text} ${styles.long}` : styles.text}>
          {shown.text}
        </span>
      )
    case 'lines':
      return (
        <ul>
          {shown.lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )
    case 'files':
      return (
        <ul>
          {shown.files.map((file) => (
            <li key={file.id}>{fileView(file)}</li>
          ))}
        </ul>
      )
    case 'rows':
      return <Rows {...shown} />
  }
}

function Rows({ headings, rows }: Extract<ShownValue, { kind: 'rows' }>) {
  return (
    <ol className={styles.rows}>
      {rows.map((cells, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- Rows have no name but their place.
        <li key={at}>
          {cells.map((cell, column) =>
            cell === '' ? null : (
              <span key={headings[column]} className={styles.cell}>
                <span className={styles.label}>{headings[column]}: </span>
                {cell}
              </span>
            ),
          )}
        </li>
      ))}
    </ol>
  )
}

function FileName({ name, bytes }: AttachedFile) {
  return `${name} (${sizeText(bytes)})`
}
