/** What this browser stores for the site, across reloads and restarts. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** Undefined if the browser offers no storage. */
export function browserShelf(): Shelf | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}

/** Returns whether there was room for it. */
export function put(shelf: Shelf | undefined, key: string, text: string): boolean {
  try {
    shelf?.setItem(key, text)
    return shelf !== undefined
  } catch {
    // The browser may have no room.
    return false
  }
}

export function keysOf(shelf: Shelf | undefined): string[] {
  return Array.from({ length: shelf?.length ?? 0 }, (_, index) => shelf?.key(index) ?? '')
}
