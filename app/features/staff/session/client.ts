import type { Config } from '#server/config/config.server.ts'

/** What an identity needs of the configuration. */
export type IdentityConfig = Pick<Config, 'origin' | 'secret'> & Partial<Pick<Config, 'firebase'>>

/** What an account needs to know about the browser. */
export interface Client {
  /** Where the request came from, behind the proxies we trust. */
  address: string
  userAgent: string
  /** The request's Cookie header. */
  cookie: string
}
