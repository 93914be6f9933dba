/** Addresses that were given up. */

/** A path of this site that a request can ask for as it stands: no other site, no query, no anchor, no tricks. */
export function isLocalPath(path: string): boolean {
  return path === '/' || (path.length <= 300 && /^(\/(?!\.{1,2}(\/|$))[\w.~-]+)+$/.test(path))
}

/** What hangs below the address of an entry and moves with it: its calendar file, the pages of its photos. */
const tails = /^(\/(?:conferences|activities)\/[^/]+)(\/calendar\.ics)$|^(\/gallery\/[^/]+)(\/\d{1,3})$/

/** The address that something hangs below, and what hangs there. */
export function splitTail(path: string): { above: string; tail: string } | undefined {
  const found = tails.exec(path)
  const [above, tail] = found?.[1] ? [found[1], found[2]] : [found?.[3], found?.[4]]
  return above && tail ? { above, tail } : undefined
}

/** A calendar file goes along to another conference, but not to a page that has none. */
export function isSameSection(one: string, other: string): boolean {
  return one.split('/')[1] === other.split('/')[1]
}

/** Parts of the site in which no page for visitors can have been. */
export function isReservedPath(path: string): boolean {
  return path === '/' || reserved.has(path.split('/')[1] ?? '')
}

const reserved = new Set(['admin', 'editor', 'account', 'assets', 'files', 'pictures', 'preview'])
