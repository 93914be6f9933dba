import { ownSessionHours } from '#features/own-pages/sessions.server.ts'
import { cookieName, readCookie, writeCookie } from '#server/http/cookies.ts'

/** The cookies of the own page. Their names and tokens have nothing in common with those of staff. */

const seconds = {
  iaps_own: ownSessionHours * 3600,
  iaps_own_code: 3600,
  iaps_own_passkey: 300,
  iaps_own_known: 180 * 24 * 3600,
}

type Name = keyof typeof seconds

export const sessionCookie: Name = 'iaps_own'
export const codeCookie: Name = 'iaps_own_code'
export const knownCookie: Name = 'iaps_own_known'
export const passkeyCookie: Name = 'iaps_own_passkey'

export function readOwnToken(header: string | null, name: Name, origin: string): string | undefined {
  const token = readCookie(header, cookieName(name, origin))
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined
}

export function setOwnToken(name: Name, token: string, origin: string): string {
  return writeCookie(cookieName(name, origin), token, seconds[name], origin)
}

export function dropOwnToken(name: Name, origin: string): string {
  return writeCookie(cookieName(name, origin), '', 0, origin)
}
