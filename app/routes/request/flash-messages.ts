import { bodyMessages } from './messages/bodies.ts'
import { caseMessages } from './messages/cases.ts'
import { contentMessages } from './messages/content.ts'
import { officeMessages } from './messages/office.ts'
import { personMessages } from './messages/people.ts'
import { visitorMessages } from './messages/visitors.ts'
import type { FlashMessage } from './messages/message.ts'

/** All success messages that a page shows once after an action. */
const flashMessages = {
  ...contentMessages,
  ...personMessages,
  ...bodyMessages,
  ...caseMessages,
  ...officeMessages,
  ...visitorMessages,
}

type Messages = typeof flashMessages

type ValuesOf<Message extends (given: never) => FlashMessage> =
  Parameters<Message> extends [infer Values] ? Values : unknown

/** A message by its key, with its parameters. */
export type Flash = {
  [Key in keyof Messages]: { key: Key } & ValuesOf<Messages[Key]>
}[keyof Messages]

/** Undefined if the key is unknown, as it may be just after an upgrade. */
export function messageOf({ key, ...given }: Flash): FlashMessage | undefined {
  if (!Object.hasOwn(flashMessages, key)) return undefined
  const message = flashMessages[key] as (given: unknown) => FlashMessage
  return message(given)
}

/** The rows that Undo would change back: all or none. */
export function rowsToUndo(chosen: string[], moved: number): string[] {
  return moved === chosen.length ? chosen : []
}
