import { parseCookie, stringifySetCookie } from 'cookie'

function isSecure(origin: string): boolean {
  return origin.startsWith('https:')
}

/** With it the browser itself enforces host, path and security of a cookie, which takes TLS. */
export const hostPrefix = '__Host-'

export function cookieName(name: string, origin: string): string {
  return isSecure(origin) ? `${hostPrefix}${name}` : name
}

export function readCookie(header: string | null, name: string): string | undefined {
  return parseCookie(header ?? '', { decode })[name]
}

export function writeCookie(name: string, value: string, seconds: number, origin: string): string {
  return stringifySetCookie({
    name,
    value,
    maxAge: seconds,
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(origin),
  })
}

/** A cookie that cannot be decoded is not ours; the library would return it as it is. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
