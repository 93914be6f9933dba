import { keysOf, put, type BrowserStorage } from '#browser-storage.ts'
import { afterFound, isWholeThere, unsentOf, type Drafting, type UnsentDraft } from './drafting.ts'

/**
 * Unsent typed text, stored in this browser with every keystroke, so that it survives a lost connection and a closed
 * laptop. Each open page and each person has separate storage: two tabs do not overwrite each other, and nobody sees
 * the text of a colleague who used the same computer.
 */
export interface Owner {
  id: string
  staffId: string
}

interface StoredDraft {
  key: string
  unsent: UnsentDraft
}

const prefixOf = ({ id, staffId }: Owner) => `unsent:${staffId}:${id}:`
/** Where it was before pages had separate storage. */
const oldKeyOf = ({ id }: Owner) => `entry:${id}`

export function unsentKey(owner: Owner, page: string): string {
  return `${prefixOf(owner)}${page}`
}

/** Returns whether there was room for it. */
function storeUnsent(storage: BrowserStorage | undefined, key: string, unsent: UnsentDraft): boolean {
  const { before: _, ...short } = unsent
  return put(storage, key, JSON.stringify(unsent)) || put(storage, key, JSON.stringify(short))
}

/** What this person's pages left here, newest first. */
function listUnsent(storage: BrowserStorage | undefined, owner: Owner): StoredDraft[] {
  return keysOf(storage)
    .filter((key) => key.startsWith(prefixOf(owner)) || key === oldKeyOf(owner))
    .flatMap((key) => {
      const unsent = read(storage?.getItem(key) ?? null)
      return unsent ? [{ key, unsent }] : []
    })
    .toSorted((a, b) => b.unsent.at - a.unsent.at)
}

function read(text: string | null): UnsentDraft | undefined {
  try {
    const { at, base, values, seen, before } = JSON.parse(text ?? 'null') as Partial<UnsentDraft>
    if (typeof at !== 'number' || typeof base !== 'number' || !values) return undefined
    return { at, base, values, seen: Array.isArray(seen) ? seen : [], before }
  } catch {
    return undefined
  }
}

/** Stores what the page has and the server lacks. Returns whether nothing can get lost now. */
export function storeRest(storage: BrowserStorage | undefined, key: string, draft: Drafting): boolean {
  if (!isWholeThere(draft)) return storeUnsent(storage, key, unsentOf(draft))
  storage?.removeItem(key)
  return true
}

/** Takes over what closed or crashed pages left; the old copy goes only once it is in our own storage. */
export function takeOver(
  storage: BrowserStorage | undefined,
  owner: Owner,
  key: string,
  draft: Drafting,
  savedAt: number,
) {
  const found = listUnsent(storage, owner).filter((each) => each.key !== key)
  const next = found.reduce((draft, { key, unsent }) => afterFound(draft, key, unsent, savedAt), draft)
  const asides = new Set(next.asides.map((aside) => aside.key))
  if (storeRest(storage, key, next))
    for (const each of found) if (!asides.has(each.key)) storage?.removeItem(each.key)
  return next
}
