import { isSecure, readCookie, writeCookie } from '#server/http/cookies.ts'

/** The staff cookies. With TLS the browser itself enforces their host, path and security. */

export const longestSessionMs = 12 * 3_600_000

/** Without the prefix that TLS adds. */
export const sessionCookie = 'iaps_session'

export function sessionCookieName(origin: string): string {
  return isSecure(origin) ? `__Host-${sessionCookie}` : sessionCookie
}

export function deviceCookieName(origin: string): string {
  return isSecure(origin) ? '__Host-iaps_device' : 'iaps_device'
}

export function challengeCookieName(origin: string): string {
  return isSecure(origin) ? '__Host-iaps_passkey' : 'iaps_passkey'
}

/** Ties the way back from a sign-in provider to the browser that left for it. */
export function providerCookieName(origin: string): string {
  return isSecure(origin) ? '__Host-iaps_provider' : 'iaps_provider'
}

/** Which provider this browser signed in at, so that signing out here can go on there. It opens nothing. */
function signedInByName(origin: string): string {
  return isSecure(origin) ? '__Host-iaps_signed_in_by' : 'iaps_signed_in_by'
}

export function signedInByCookie(origin: string, provider: string): string {
  return writeCookie(signedInByName(origin), provider, longestSessionMs / 1000, origin)
}

export function readSignedInBy(header: string | null, origin: string): string | undefined {
  return readCookie(header, signedInByName(origin))
}

export function dropSignedInByCookie(origin: string): string {
  return writeCookie(signedInByName(origin), '', 0, origin)
}

/** The session's token. After the dot is the library's signature, which adds nothing to a random token. */
export function readSessionToken(header: string | null, origin: string): string | undefined {
  return readCookie(header, sessionCookieName(origin))?.split('.')[0]
}

export function readDeviceToken(header: string | null, origin: string): string | undefined {
  return readCookie(header, deviceCookieName(origin))
}

export function dropSessionCookie(origin: string): string {
  return writeCookie(sessionCookieName(origin), '', 0, origin)
}
