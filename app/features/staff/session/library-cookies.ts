/** What the identity library calls its cookies. Only the passkey ceremonies exchange them with it. */
export const libraryCookies = { session: 'session', challenge: 'passkey_challenge' }
