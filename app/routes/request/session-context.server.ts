import type { KeyObject } from 'node:crypto'
import { createContext } from 'react-router'
import type { Capability } from '#features/bodies/body.ts'
import type { Client } from '#features/staff/session/client.ts'
import type { Session } from '#features/staff/session/sessions.server.ts'

/** Who is signed in, as proved by the request's cookie; set once for every request. */
export const sessionContext = createContext<SignedIn | undefined>(undefined)

export type SignedIn = Session & {
  /** Only the user's own account is open until a second factor is set up. */
  mustEnrol: boolean
  /** Through the bodies that the person belongs to today. */
  capabilities: readonly Capability[]
}

export interface RequestClient extends Client {
  /** The request's Cookie header. */
  cookie: string
}

/** The browser that sent the request. */
export const clientContext = createContext<RequestClient>({
  address: '',
  userAgent: '',
  cookie: '',
  tokens: {},
})

/** The private key that signs certificates. */
export const certificateKeyContext = createContext<KeyObject>()
