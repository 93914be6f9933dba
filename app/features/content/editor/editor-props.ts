import type { FigureAttrs, RichText } from '#features/content/text/document.ts'
import type { EditorPicture } from './drawings.ts'
import type { Pages } from './found-pages.tsx'

/** A picture of the library; its words there are offered, and the description is requested if it has none. */
export type ChosenPicture = Omit<FigureAttrs, 'alt'> & { alt?: string; picture?: EditorPicture }

/** A document with several headings that was pasted into a text, which it divides. */
export interface PastedDocument {
  before: RichText
  pasted: RichText
  after: RichText
}

export type EditorProps = {
  /** Of the text field itself, so that an error summary can lead to it. */
  id: string
  label: string
  /** Whether it has a headline, so that its label need not be seen. */
  isPart?: boolean
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
  /** Called once the text can be typed into. */
  onReady?: () => void
  /** Stores a picture that was pasted or dropped; undefined if it was refused. Without it pictures are not accepted. */
  onPastePicture?: (file: File) => Promise<ChosenPicture | undefined>
  /** Takes a whole document that was pasted, with the text before and after the cursor. */
  onPasteDocument?: (pasted: PastedDocument) => void
}
