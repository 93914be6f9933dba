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
  /** The pictures in the texts, by file. */
  pictures: Record<string, PrintedPicture>
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
