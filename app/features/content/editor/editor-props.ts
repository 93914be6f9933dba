import type { FigureAttrs, RichText } from '#features/content/text/document.ts'
import type { EditorPicture } from './drawings.ts'
import type { Pages } from './page-finder.tsx'

/** A picture of the library; words that it has there are offered, the description is asked if it has none. */
export type ChosenPicture = Omit<FigureAttrs, 'alt'> & { alt?: string; picture?: EditorPicture }

export type EditorProps = {
  /** Of the text field itself, so that an error summary can lead to it. */
  id: string
  label: string
  value: RichText
  /** Called with every change, always with a document that can be stored. */
  onChange: (value: RichText) => void
  /** The ids of a hint or an error. */
  describedBy?: string
  isInvalid?: boolean
  pages: Pages
  /** How the pictures of the text can be shown, by the id of their file. */
  pictures?: Record<string, EditorPicture>
  choosePicture: () => Promise<ChosenPicture | undefined>
  chooseFile: () => Promise<{ href: string; name: string } | undefined>
  /** Keeps a picture that was pasted or dropped; nothing where it was refused. Without it pictures are not taken. */
  onPastePicture?: (file: File) => Promise<ChosenPicture | undefined>
}
