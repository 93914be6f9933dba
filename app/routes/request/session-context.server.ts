import { createContext } from 'react-router'
import type { Client } from '#features/staff/session/client.ts'
import type { Session } from '#features/staff/session/sessions.server.ts'

/** Who is signed in, as the request's cookie proves; set once for every request. */
export const sessionContext = createContext<SignedIn | undefined>(undefined)

export type SignedIn = Session & {
  /** Nothing but the own account is open until a second factor is set up. */
  mustEnrol: boolean
}

/** The browser at the other end of the request. */
export const clientContext = createContext<Client>({ address: '', userAgent: '', cookie: '' })
