/** The secrets that the browser of someone on the staff stores. Where and how it stores them, only routes know. */

/** 'challenge' ties a passkey's answer to its options, 'attempt' the way back from a provider to the way there. */
export type TokenKind = 'session' | 'device' | 'challenge' | 'attempt'

/** What a browser sent. Anyone can forge it. */
export type SentTokens = { readonly [Kind in TokenKind]?: string | undefined }

/** What a browser stores from now on. */
export interface NewToken {
  token: string
  seconds: number
}

/** What a browser stores after an operation, or removes; kinds that are missing stay as they are. */
export type TokenChanges = { readonly [Kind in TokenKind]?: NewToken | 'remove' | undefined }

export const maxSessionMs = 12 * 3_600_000
