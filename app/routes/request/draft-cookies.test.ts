import { expect, test } from 'vitest'
import { draftCookieName, hasOwnCookie } from './draft-cookies.server.ts'
import { staffCookieName } from './staff-cookies.server.ts'

test.for(['http://localhost:3000', 'https://www.example.org'])(
  'at %s a request with the cookie of staff or of a started form is recognised',
  (origin) => {
    for (const name of [staffCookieName('session', origin), draftCookieName('associate-fellow', origin)]) {
      expect(hasOwnCookie(`theme=dark; ${name}=abc`), name).toBe(true)
      expect(hasOwnCookie(`${name}=`), name).toBe(false)
    }
    expect([hasOwnCookie(undefined), hasOwnCookie('theme=dark; not_iaps_session=a')]).toEqual([false, false])
  },
)
