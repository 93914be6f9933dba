import { dayMs } from '#office-time.ts'
import { openBrowserStorage, keysOf, put, type BrowserStorage } from '#browser-storage.ts'

/**
 * Text of a form that the server does not have yet, stored in this browser with every keystroke. It survives a closed
 * tab while the site cannot be reached, and is sent by the next page of the same draft that opens here.
 */
export interface Unsent {
  draft: string
  /** The address of its part, and everything that is sent there, with what the page had shown. */
  action: string
  fields: Record<string, string>
  at: number
}

const prefix = 'unsent-form:'
const maxMs = 30 * dayMs

export function storeUnsent(page: string, unsent: Unsent, storage = openBrowserStorage()) {
  put(storage, prefix + page, JSON.stringify(unsent))
}

export function removeUnsent(page: string, storage = openBrowserStorage()) {
  storage?.removeItem(prefix + page)
}

/** Sends the text that closed pages of this draft could not send, oldest first. */
export async function sendUnsent(
  draft: string,
  storage = openBrowserStorage(),
): Promise<'none' | 'saved' | 'failed'> {
  dropOld(storage)
  const found = listUnsent(storage).filter(({ unsent }) => unsent.draft === draft)
  for (const { key, text, unsent } of found) {
    if (!(await isSaved(unsent))) return 'failed'
    // The page that wrote it may be open and have written more.
    if (storage?.getItem(key) === text) storage.removeItem(key)
  }
  return found.length > 0 ? 'saved' : 'none'
}

async function isSaved({ action, fields }: Unsent): Promise<boolean> {
  try {
    const { ok } = await fetch(action, { method: 'POST', body: new URLSearchParams(fields) })
    return ok
  } catch {
    return false
  }
}

function dropOld(storage: BrowserStorage | undefined) {
  for (const { key, unsent } of listUnsent(storage))
    if (Date.now() - unsent.at > maxMs) storage?.removeItem(key)
}

function listUnsent(storage: BrowserStorage | undefined) {
  return keysOf(storage)
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => {
      const text = storage?.getItem(key) ?? ''
      const unsent = read(text)
      return unsent ? [{ key, text, unsent }] : []
    })
    .toSorted((a, b) => a.unsent.at - b.unsent.at)
}

function read(text: string): Unsent | undefined {
  try {
    const { draft, action, fields, at } = JSON.parse(text) as Partial<Unsent>
    if (draft === undefined || action === undefined || fields === undefined || at === undefined)
      return undefined
    return { draft, action, fields, at }
  } catch {
    return undefined
  }
}
