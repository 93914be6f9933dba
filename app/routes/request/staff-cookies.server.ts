import {
  maxSessionMs,
  type SentTokens,
  type TokenChanges,
  type TokenKind,
} from '#features/staff/session/tokens.ts'
import { cookieName, readCookie, writeCookie } from '#server/http/cookies.ts'

/** The staff cookies. With TLS the browser itself enforces their host, path and security. */

/** Without the prefix that TLS adds. */
export const sessionCookie = 'iaps_session'

const names: Record<TokenKind, string> = {
  session: sessionCookie,
  device: 'iaps_device',
  challenge: 'iaps_passkey',
  attempt: 'iaps_provider',
}

const kinds = Object.keys(names) as TokenKind[]

export function staffCookieName(kind: TokenKind, origin: string): string {
  return cookieName(names[kind], origin)
}

/** The cookies of a request that staff operations read. */
export function readStaffTokens(header: string | null, origin: string): SentTokens {
  const read = (kind: TokenKind) => readCookie(header, staffCookieName(kind, origin))
  const attempt = read('attempt')
  return {
    // Until November 2026 a signature followed after a dot.
    session: read('session')?.split('.')[0],
    device: read('device'),
    challenge: read('challenge'),
    attempt: attempt !== undefined && /^[\w-]{43}$/.test(attempt) ? attempt : undefined,
  }
}

/** The Set-Cookie headers of what an operation changed. */
export function staffCookies({ origin }: { origin: string }, tokens: TokenChanges): string[] {
  return kinds.flatMap((kind) => {
    const change = tokens[kind]
    if (!change) return []
    const { token, seconds } = change === 'remove' ? { token: '', seconds: 0 } : change
    return [writeCookie(staffCookieName(kind, origin), token, seconds, origin)]
  })
}

/** Which provider this browser signed in at, so that signing out here can go on there. It opens nothing. */
const signedInBy = 'iaps_signed_in_by'

export function signedInByCookie(origin: string, provider: string): string {
  return writeCookie(cookieName(signedInBy, origin), provider, maxSessionMs / 1000, origin)
}

export function readSignedInBy(header: string | null, origin: string): string | undefined {
  return readCookie(header, cookieName(signedInBy, origin))
}

export function dropSignedInByCookie(origin: string): string {
  return writeCookie(cookieName(signedInBy, origin), '', 0, origin)
}
