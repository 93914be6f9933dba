import { formatNumber } from '#ui/foundations/numbers.ts'

export interface FlashMessage {
  kind: 'success' | 'warning'
  text: string
  /** The text if an email is part of it and no mail server is set up. */
  unsent?: string
  /** What the text announces, one line each. */
  items?: string[]
  /** A list that shows the result. */
  link?: { href: string; label: string }
  /** A form that reverses the action, sent to a page that has such a form anyway. */
  undo?: { action: string; fields: Record<string, string> }
}

/** The changed rows of a list, and its address. Without rows there is no Undo. */
export interface Bulk {
  moved: number
  rows: string[]
  list: string
}

/** A form as it was filled in before. */
export type Typed = Record<string, string>

/** The reason that the record shows if Undo was pressed for an action that requires one. */
export const undone = 'Undone right away'

/** The name of the new assignee and the id of the one before. */
export interface Assigned {
  to: string | undefined
  before: string | null
}

export function said(text: string, undo?: string, fields: Record<string, string> = {}): FlashMessage {
  return { kind: 'success', text, ...(undo !== undefined && { undo: { action: undo, fields } }) }
}

/** An action that sends an email, and what to call it while nothing can be sent. */
export function mailed(text: string, unsent: string): FlashMessage {
  return { kind: 'success', text, unsent }
}

/** The message with Undo if the fields that restore the former status are known. */
export function saidWithUndo(
  text: string,
  undo: string,
  fields: Record<string, string> | undefined,
): FlashMessage {
  return fields === undefined ? said(text) : said(text, undo, fields)
}

export function changed(moved: number, one: string, many: string, words: string): FlashMessage {
  if (moved === 0) return { kind: 'warning', text: 'Nothing was changed.' }
  return said(`${moved === 1 ? one : `${formatNumber(moved)} ${many}`} ${words}`)
}

/** Undo for the rows of a list, with these fields beside them. */
export function undoRows(
  { rows, list }: Bulk,
  parameter: string,
  act: string,
  others: Record<string, string | undefined> = {},
): Pick<FlashMessage, 'undo'> {
  if (rows.length === 0) return {}
  const action = `${list}${list.includes('?') ? '&' : '?'}${parameter}=${act}`
  const chosen = rows.map((row) => [`row-${row}`, 'on'])
  const known = Object.entries(others).filter(([, value]) => value !== undefined)
  return { undo: { action, fields: Object.fromEntries([...chosen, ...known]) } }
}
