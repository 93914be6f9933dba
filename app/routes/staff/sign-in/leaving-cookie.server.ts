import { seal, unseal } from '#features/staff/session/sealed-values.server.ts'
import type { IdentityConfig } from '#features/staff/session/client.ts'
import { cookieName, readCookie, writeCookie } from '#server/http/cookies.ts'

/** Where the page that leads to a sign-in provider leads. */
export interface Leaving {
  href: string
  label: string
  /** Whether the person has signed out here and goes there to do the same. */
  isSignedOut: boolean
}

/** Encrypted, so that nobody else can make our page lead anywhere. */
const owner = 'leaving'

export function writeLeaving({ origin, secret }: IdentityConfig, leaving: Leaving): string {
  const sealed = seal(Buffer.from(JSON.stringify(leaving)), secret, owner)
  return writeCookie(nameAt(origin), sealed, 60, origin)
}

export function readLeaving({ origin, secret }: IdentityConfig, header: string): Leaving | undefined {
  const sealed = readCookie(header, nameAt(origin))
  if (!sealed) return undefined
  try {
    return JSON.parse(unseal(sealed, secret, owner).toString()) as Leaving
  } catch {
    return undefined
  }
}

export function dropLeaving({ origin }: IdentityConfig): string {
  return writeCookie(nameAt(origin), '', 0, origin)
}

function nameAt(origin: string): string {
  return cookieName('iaps_leaving', origin)
}
