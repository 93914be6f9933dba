import type { Field } from '#features/content/kinds/field.ts'
import type { Values } from '#features/content/entry/values.ts'
import type { ChosenFile } from '#features/media/chosen-file.ts'

type PictureField = Extract<Field, { control: 'picture' }>

/** What the library knows about a picture and there are fields for: its words, and when it was taken. */
export function wordsOf({ words = [] }: PictureField, file: ChosenFile): Values {
  return Object.fromEntries(words.filter((name) => file[name]).map((name) => [name, file[name]]))
}

/** The field of an item that is a picture with words; such a list can be filled with many pictures together. */
export function pictureIn(fields: Field[]): PictureField | undefined {
  return fields.find((field): field is PictureField => field.control === 'picture' && Boolean(field.words))
}
