/** A file of the library as a page that uses it knows it; the words and the day are defaults that the page may change. */
export interface ChosenFile {
  id: string
  name: string
  alt: string
  caption: string
  credit: string
  /** When the photograph was taken, or nothing. */
  takenOn: string
  mediaType: string
  width: number | undefined
  height: number | undefined
  pages: number | undefined
  bytes: number
  thumb: { src: string; width: number; height: number } | undefined
}
