/** What this browser stores for the site, across reloads and restarts. */
export type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** Undefined if the browser offers no storage. */
export function openBrowserStorage(): BrowserStorage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}

/** Returns whether there was room for it. */
export function put(storage: BrowserStorage | undefined, key: string, text: string): boolean {
  try {
    storage?.setItem(key, text)
    return storage !== undefined
  } catch {
    // The browser may have no room.
    return false
  }
}

export function keysOf(storage: BrowserStorage | undefined): string[] {
  return Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '')
}
