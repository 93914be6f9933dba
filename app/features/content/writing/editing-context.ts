import type { EditorProps } from '#features/content/editor/editor-props.ts'
import type { Field, RecordKind } from '#features/content/kinds/field.ts'
import type { Kind } from '#features/content/kinds/kinds.ts'
import type { Values } from '#features/content/entry/values.ts'
import type { ChosenFile } from '#features/media/chosen-file.ts'

/** What the fields of an editing page share. */
export interface EditingContext {
  values: Values
  errors: Record<string, string>
  change: (path: string, value: unknown) => void
  /** Fills the fields beside the one at the path, where they are empty. */
  offer: (path: string, words: Values) => void
  /** Replaces everything, remembering the previous text for undo. */
  changeAll: (values: Values, said: string) => void
  /** Rises for a field of the entry whenever something other than typing has changed it. */
  generations: Record<string, number>
  /** The choices where one entry refers to another. */
  entries: Partial<Record<Kind | RecordKind, { value: string; label: string }[]>>
  /** The files that the entry uses, by id, including those chosen since. */
  files: Record<string, ChosenFile>
  choose: (kind: 'picture' | 'document') => Promise<ChosenFile | undefined>
  chooseSeveral: (max: number) => Promise<ChosenFile[]>
  /** Called by each editor once it can be typed into. */
  onReady: () => void
  findPages: EditorProps['pages']
  editorPictures: NonNullable<EditorProps['pictures']>
  choosePicture: EditorProps['choosePicture']
  chooseFile: EditorProps['chooseFile']
  takePicture?: EditorProps['onPastePicture']
}

export type FieldProps<F extends Field = Field> = {
  field: F
  path: string
  value: unknown
  context: EditingContext
}
