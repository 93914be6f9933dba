import { cookieName, readCookie, writeCookie } from '#server/http/cookies.ts'
import { draftDays } from '#features/forms/terms.ts'

/** The cookie by which a browser finds its form. It holds the draft's token and nothing else. */

export const draftCookiePrefix = 'iaps_form_'

export function draftCookieName(form: string, origin: string): string {
  return cookieName(`${draftCookiePrefix}${form}`, origin)
}

export function readDraftToken(header: string | null, form: string, origin: string): string | undefined {
  const token = readCookie(header, draftCookieName(form, origin))
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined
}

export function setDraftToken(form: string, token: string, origin: string): string {
  return writeCookie(draftCookieName(form, origin), token, draftDays * 86_400, origin)
}

export function dropDraftToken(form: string, origin: string): string {
  return writeCookie(draftCookieName(form, origin), '', 0, origin)
}
