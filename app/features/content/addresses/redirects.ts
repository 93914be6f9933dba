/** Former addresses. */

/** A path of this site as a request can name it: no other site, no query, no anchor, no tricks. */
export function isLocalPath(path: string): boolean {
  return path === '/' || (path.length <= 300 && /^(\/(?!\.{1,2}(\/|$))[\w.~-]+)+$/.test(path))
}

/** What is below the address of an entry and moves with it: its calendar file, photos, articles, nomination form. */
const tails = [
  /^(\/(?:conferences|activities)\/[^/]+)(\/calendar\.ics)$/,
  /^(\/gallery\/[^/]+)(\/\d{1,3})$/,
  /^(\/awards\/[^/]+)(\/nomination-form(?:\/[\w-]+)*)$/,
  /^(\/newsletter\/[^/]+)(\/(?:[a-z0-9-]+|issue\.pdf))$/,
]

/** The address above, and the part below it. */
export function splitTail(path: string): { above: string; tail: string } | undefined {
  const [, above, tail] = tails.map((form) => form.exec(path)).find((found) => found !== null) ?? []
  return above && tail ? { above, tail } : undefined
}

/** A calendar file redirects to another conference, but not to a page without one. */
export function isSameSection(one: string, other: string): boolean {
  return one.split('/')[1] === other.split('/')[1]
}

/** Parts of the site that never had a page for visitors. */
export function isReservedPath(path: string): boolean {
  return path === '/' || reserved.has(path.split('/')[1] ?? '')
}

const reserved = new Set(['admin', 'editor', 'account', 'assets', 'files', 'pictures', 'preview'])
