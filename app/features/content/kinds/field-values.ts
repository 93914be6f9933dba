import type { RichText } from '#features/content/text/document.ts'
import type { Field } from './field.ts'

/** What fields hold, as types: in an entry that can be published, and in a draft. */

/** What a field of each control holds, if that does not depend on the field. */
export interface ControlValues {
  line: string
  number: number
  paragraph: string
  /** A calendar day without a time zone, such as 2027-01-31. */
  day: string
  /** Milliseconds in UTC. */
  moment: number
  'yes-no': boolean
  'rich-text': RichText
  /** The id of a file, as for a download. */
  picture: string
  download: string
  lines: string[]
  /** A slug, as for a record. */
  entry: string
  record: string
}

export type DataOf<F extends Field> = Flat<
  { [One in F as RequiredName<One>]: ValueOf<One> } & {
    [One in F as OptionalName<One>]?: ValueOf<One> | undefined
  }
>

export type DraftDataOf<F extends Field> = {
  [One in F as One['name']]?: DraftValueOf<One> | undefined
}

type ValueOf<F extends Field> = F extends { control: 'group'; fields: (infer Inside extends Field)[] }
  ? DataOf<Inside>
  : F extends { control: 'list'; fields: (infer Inside extends Field)[] }
    ? DataOf<Inside>[]
    : PlainValueOf<F>

type DraftValueOf<F extends Field> = F extends { control: 'group'; fields: (infer Inside extends Field)[] }
  ? DraftDataOf<Inside>
  : F extends { control: 'list'; fields: (infer Inside extends Field)[] }
    ? DraftDataOf<Inside>[]
    : PlainValueOf<F>

type PlainValueOf<F extends Field> = F extends { control: 'choice'; choices: infer Choices }
  ? keyof Choices
  : F extends { control: infer Control extends keyof ControlValues }
    ? ControlValues[Control]
    : never

type RequiredName<F extends Field> = F extends { required: true } ? F['name'] : never
type OptionalName<F extends Field> = F extends { required: true } ? never : F['name']

/** The same type as one object, so that messages of the compiler name its fields. */
type Flat<T> = { [Name in keyof T]: T[Name] }
