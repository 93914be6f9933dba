import type { Caller } from '#test/harness/visitors.ts'

/**
 * Everything that can be done by sending a form: an address, who sends it, and fields that are accepted as they are.
 */
export interface Act {
  name: string
  /** The id of the route whose action it is. */
  route: string
  path: string
  form: Record<string, string>
  /** It only asks, or is refused because of its content. */
  changesNothing?: true
  /** The text of a file that is sent with it, in a field of that name. */
  file?: string
  by: Caller
  /** The status of the accepted form; 302 by default. */
  status?: number
}

export const visitor: Caller = { id: '', email: '', cookie: '' }
export const reason = 'As the council decided.'
