/** The cookies of staff. Where TLS is on the browser itself guards their host, path and safety. */

export const longestSessionMs = 12 * 3_600_000

export function sessionCookieName(origin: string): string {
  return isSecure(origin) ? '__Host-iaps_session' : 'iaps_session'
}

export function deviceCookieName(origin: string): string {
  return isSecure(origin) ? '__Host-iaps_device' : 'iaps_device'
}

export function challengeCookieName(origin: string): string {
  return isSecure(origin) ? '__Host-iaps_passkey' : 'iaps_passkey'
}

export function isSecure(origin: string): boolean {
  return origin.startsWith('https:')
}

export function readCookie(header: string | null, name: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const mark = part.indexOf('=')
    if (part.slice(0, mark).trim() === name) return decode(part.slice(mark + 1).trim())
  }
  return undefined
}

/** The session's token. What follows the dot is the library's signature, which adds nothing to a random token. */
export function readSessionToken(header: string | null, origin: string): string | undefined {
  return readCookie(header, sessionCookieName(origin))?.split('.')[0]
}

export function readDeviceToken(header: string | null, origin: string): string | undefined {
  return readCookie(header, deviceCookieName(origin))
}

export function writeCookie(name: string, value: string, seconds: number, origin: string): string {
  return `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${isSecure(origin) ? '; Secure' : ''}`
}

export function dropSessionCookie(origin: string): string {
  return writeCookie(sessionCookieName(origin), '', 0, origin)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
