/** An article of a sample issue; its text as `prose` reads it. */
export interface SampleArticle {
  title: string
  /** The number of the sample person who wrote it. */
  author?: number
  summary: string
  text: string
}
