import type { RichText } from '#features/content/text/document.ts'

/** What the PDF of an issue is made from. The same document produces the same bytes. */
export interface IssueDocument {
  society: string
  /** The address of the site, for links to its pages. */
  origin: string
  title: string
  /** Volume, number and period. */
  subtitle: string
  day: string
  madeAt: number
  sample: boolean
  editors: string[]
  summary?: string | undefined
  cover?: PrintedPicture | undefined
  articles: PrintedArticle[]
  /** The calls of the time at which the issue was released. */
  calls: PrintedCall[]
  /** The pictures in the texts, by file. */
  pictures: Record<string, PrintedPicture>
}

export interface PrintedCall {
  title: string
  summary?: string | undefined
  /** Who may be nominated and by whom, and how to apply. */
  lines: string[]
  /** When it closes, if it does. */
  closes?: string | undefined
  /** On this site. */
  href: string
}

export interface PrintedArticle {
  title: string
  author?: string | undefined
  summary?: string | undefined
  body: RichText
}

export interface PrintedPicture {
  /** As JPEG. */
  bytes: Uint8Array
  width: number
  height: number
}
