import { createElement, Fragment, type ReactNode } from 'react'
import type { Block, FigureAttrs, Inline, RichText, TableRow } from './document.ts'
import { type Heading, inlineText, listHeadings, plainText } from './document-text.ts'
import { languageOf } from './language.ts'
import { noteParts, type NotePart } from './note-text.ts'
import styles from './document-body.module.css'
import flow from './text-flow.module.css'

export type DocumentProps = {
  document: RichText
  /** How many levels deeper the headings go, to fit under the page's own. */
  headingOffset?: number
  /** Prefixes every id, so that several documents can share a page. */
  anchorPrefix?: string
  /** The picture inside a figure; its caption is rendered here. */
  figure?: (attrs: FigureAttrs) => ReactNode
}

/** MathML for a formula, or undefined to show its source. */
type Math = (latex: string, displayMode: boolean) => string | undefined

/** The state of rendering one document. Created for each render. */
type Pass = {
  headings: Iterator<Heading, undefined>
  headingOffset: number
  anchorPrefix: string
  figure: (attrs: FigureAttrs) => ReactNode
  math: Math
  notes: string[]
}

/** The only renderer of rich text. Without `math`, formulas show as typed. */
export function DocumentBody({
  document,
  headingOffset = 0,
  anchorPrefix = '',
  figure = () => null,
  math = () => undefined,
}: DocumentProps & { math?: Math }) {
  const headings = listHeadings(document, anchorPrefix).values()
  const pass: Pass = { headings, headingOffset, anchorPrefix, figure, math, notes: [] }
  const body = renderBlocks(document.content, pass)
  return (
    <div className={`${flow.flow} ${styles.document}`}>
      {body}
      {renderNotes(pass)}
    </div>
  )
}

function renderBlocks(content: Block[], pass: Pass): ReactNode {
  return content.map((block, index) => <Fragment key={index}>{renderBlock(block, pass)}</Fragment>)
}

function renderBlock(block: Block, pass: Pass): ReactNode {
  switch (block.type) {
    case 'paragraph':
      return (
        block.content && (
          <p {...languageOf(inlineText(block.content))}>{renderInlines(block.content, pass)}</p>
        )
      )
    case 'heading':
      return renderHeading(block, pass)
    case 'bulletList':
      return <ul>{renderItems(block.content, pass)}</ul>
    case 'orderedList':
      return <ol start={unlessOne(block.attrs?.start)}>{renderItems(block.content, pass)}</ol>
    case 'blockquote':
      return <blockquote>{renderBlocks(block.content, pass)}</blockquote>
    case 'horizontalRule':
      return <hr />
    case 'table':
      return renderTable(block.content, pass)
    case 'figure':
      return renderFigure(block.attrs, pass)
    case 'blockMath':
      return renderBlockMath(block.attrs.latex, pass)
  }
}

/** The link is beside the heading and not in it, so that screen readers read only the heading's text. */
function renderHeading({ attrs, content }: Extract<Block, { type: 'heading' }>, pass: Pass) {
  if (!inlineText(content)) return null
  const { anchor, text } = pass.headings.next().value ?? { anchor: '', text: '' }
  const level = Math.min(6, Math.max(1, attrs.level + pass.headingOffset))
  return (
    <div className={styles.heading}>
      {createElement(`h${level}`, { id: anchor, ...languageOf(text) }, renderInlines(content, pass))}
      <a className={styles.anchor} href={`#${anchor}`} aria-label={`Link to “${text}”`}>
        #
      </a>
    </div>
  )
}

function renderItems(items: { content: Block[] }[], pass: Pass) {
  return items.map((item, index) => <li key={index}>{renderBlocks(item.content, pass)}</li>)
}

function renderTable(rows: TableRow[], pass: Pass) {
  const firstBodyRow = rows.findIndex((row) => row.content.some((cell) => cell.type === 'tableCell'))
  const headRows = firstBodyRow < 0 ? rows : rows.slice(0, firstBodyRow)
  const bodyRows = rows.slice(headRows.length)
  const table = (
    <table>
      {headRows.length > 0 && <thead>{renderRows(headRows, 'col', pass)}</thead>}
      {bodyRows.length > 0 && <tbody>{renderRows(bodyRows, 'row', pass)}</tbody>}
    </table>
  )
  if (columnCount(rows) <= widestTableWithoutScrolling) return table
  const titles = headRows[0]?.content.map(cellText).filter(Boolean).join(', ')
  return (
    <div className={styles.scroll} {...scrollable(titles ? `Table: ${titles}` : 'Table')}>
      {table}
    </div>
  )
}

// Cells of up to three columns wrap well on a phone; more of them become unreadable and scroll instead.
const widestTableWithoutScrolling = 3

function columnCount(rows: TableRow[]) {
  return Math.max(
    ...rows.map((row) => row.content.reduce((sum, cell) => sum + (cell.attrs?.colspan ?? 1), 0)),
  )
}

function renderRows(rows: TableRow[], scope: 'col' | 'row', pass: Pass) {
  return rows.map((row, rowIndex) => (
    <tr key={rowIndex}>
      {row.content.map((cell, index) => {
        const spans = { colSpan: unlessOne(cell.attrs?.colspan), rowSpan: unlessOne(cell.attrs?.rowspan) }
        const content = renderBlocks(cell.content, pass)
        // A header cell without words, as in the corner of a table, is not a header.
        return cell.type === 'tableHeader' && cellText(cell) ? (
          <th key={index} scope={scope} {...spans}>
            {content}
          </th>
        ) : (
          <td key={index} {...spans}>
            {content}
          </td>
        )
      })}
    </tr>
  ))
}

/** One is the browser's default. */
function unlessOne(count: number | undefined) {
  return count === 1 ? undefined : count
}

function cellText(cell: TableRow['content'][number]) {
  return plainText({ type: 'doc', content: cell.content })
}

function renderFigure(attrs: FigureAttrs, pass: Pass) {
  return (
    <figure>
      {attrs.video === undefined ? pictureOf(attrs, pass) : renderVideo(attrs, attrs.video, pass)}
      {(attrs.caption || attrs.credit) && (
        <figcaption>
          {attrs.caption} {attrs.credit && <span className={styles.credit}>{attrs.credit}</span>}
        </figcaption>
      )}
    </figure>
  )
}

function pictureOf(attrs: FigureAttrs, pass: Pass) {
  return pass.figure(attrs) ?? <p className={styles.missing}>{attrs.alt}</p>
}

/** A link and nothing else: no frame, no script, and no request elsewhere before someone follows it (decision 084). */
function renderVideo(attrs: FigureAttrs, address: string, pass: Pass) {
  return (
    <a href={address} rel={relOf(address)} className={styles.video}>
      {pictureOf(attrs, pass)}
      <span>Watch the video on {URL.parse(address)?.hostname}</span>
    </a>
  )
}

/** Neighbours with the same address share one link, whatever their marks. */
function renderInlines(content: Inline[] = [], pass: Pass): ReactNode {
  const runs: { href: string | undefined; nodes: Inline[] }[] = []
  for (const node of content) {
    const last = runs.at(-1)
    const href = hrefOf(node)
    if (last && last.href === href) last.nodes.push(node)
    else runs.push({ href, nodes: [node] })
  }
  return runs.map(({ href, nodes }, index) => {
    const words = nodes.map((node, position) => (
      <Fragment key={position}>{renderInline(node, pass)}</Fragment>
    ))
    if (!href) return <Fragment key={index}>{words}</Fragment>
    return (
      <a key={index} href={href} rel={relOf(href)}>
        {words}
      </a>
    )
  })
}

function hrefOf(node: Inline) {
  // A footnote is itself a link and cannot be inside another.
  if (node.type === 'footnote') return undefined
  return node.marks?.find((mark) => mark.type === 'link')?.attrs.href
}

const markTags = { bold: 'strong', italic: 'em', superscript: 'sup', subscript: 'sub', code: 'code' }

function renderInline(node: Inline, pass: Pass): ReactNode {
  if (node.type === 'hardBreak') return <br />
  if (node.type === 'footnote') return renderReference(node.attrs.text, pass)
  const bare: ReactNode = node.type === 'text' ? node.text : renderInlineMath(node.attrs.latex, pass)
  return (node.marks ?? []).reduceRight(
    (inner, mark) => (mark.type === 'link' ? inner : createElement(markTags[mark.type], null, inner)),
    bare,
  )
}

// A slug never contains an underscore, so these ids cannot collide with a heading's.
function renderReference(note: string, { notes, anchorPrefix }: Pass) {
  const number = notes.push(note)
  return (
    <sup className={styles.reference}>
      <a
        id={`${anchorPrefix}fnref_${number}`}
        href={`#${anchorPrefix}fn_${number}`}
        role="doc-noteref"
        aria-label={`Footnote ${number}`}
      >
        {number}
      </a>
    </sup>
  )
}

function renderNotes({ notes, anchorPrefix }: Pass) {
  if (notes.length === 0) return null
  return (
    <ol className={styles.notes} aria-label="Footnotes">
      {notes.map((note, index) => (
        <li key={index} id={`${anchorPrefix}fn_${index + 1}`}>
          {noteParts(note).map(renderNotePart)}{' '}
          <a
            href={`#${anchorPrefix}fnref_${index + 1}`}
            role="doc-backlink"
            aria-label={`Back to reference ${index + 1}`}
          >
            ↩
          </a>
        </li>
      ))}
    </ol>
  )
}

function renderNotePart({ text, isItalic, href }: NotePart, index: number) {
  const words = isItalic ? <em>{text}</em> : text
  return href ? (
    <a key={index} href={href} rel={relOf(href)}>
      {words}
    </a>
  ) : (
    <Fragment key={index}>{words}</Fragment>
  )
}

function relOf(href: string) {
  return /^https?:/.test(href) ? 'noopener external' : undefined
}

function renderInlineMath(latex: string, { math }: Pass) {
  const markup = math(latex, false)
  return markup ? <span dangerouslySetInnerHTML={{ __html: markup }} /> : <code>{latex}</code>
}

function renderBlockMath(latex: string, { math }: Pass) {
  const markup = math(latex, true)
  // Formulas do not wrap; a long one may be wider than a phone.
  const scroll = latex.length > 30 ? scrollable('Formula') : {}
  if (markup)
    return <div className={styles.formula} {...scroll} dangerouslySetInnerHTML={{ __html: markup }} />
  return (
    <pre className={styles.formula} {...scroll}>
      <code>{latex}</code>
    </pre>
  )
}

/** A horizontal scroller must be reachable by keyboard, and so needs a name. A group adds no landmark. */
function scrollable(name: string) {
  return { role: 'group', tabIndex: 0, 'aria-label': name }
}
