import type { Config } from '#server/config/config.server.ts'
import type { SentTokens } from './tokens.ts'

/** What an identity needs of the configuration. */
export type IdentityConfig = Pick<Config, 'origin' | 'secret'> & Partial<Pick<Config, 'firebase'>>

/** What an account needs to know about the browser. */
export interface Client {
  /** Where the request came from, behind the proxies we trust. */
  address: string
  userAgent: string
  tokens: SentTokens
}
