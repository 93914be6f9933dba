import { draftCookiePrefix } from './draft-cookies.server.ts'
import { sessionCookie as ownSessionCookie } from './own-page-cookies.server.ts'
import { sessionCookie } from './staff-cookies.server.ts'
import { hostPrefix } from '#server/http/cookies.ts'
import type { SiteAddresses } from '#server/http/site-addresses.ts'

/** Where the value of a cookie with such a name begins in a header. */
function cookieStart(name: string): string {
  return `(?:^|;\\s*)(?:${hostPrefix})?${name}=`
}

/** What the server needs to know about this site. */
export const siteAddresses: SiteAddresses = {
  session: new RegExp(cookieStart(sessionCookie)),
  personal: /^\/(admin|account)\//,
  ofOneBrowser:
    /^\/(fellowship\/(associate-)?fellow-nomination-form|awards\/[^/?]+\/nomination-form|membership\/form)\/|^\/my-page(?![\w-])/,
  providers: /^\/admin\/(leaving|provider\/)/,
  credentials:
    /^\/(account\/(factors|passkey)|admin\/(link\/|mail\/|passkey)|editor\/entries\/[^/]+\/share)|\/resume\b/,
  files: /^\/(pictures|files)\//,
  downloads: /^\/(files\/|newsletter\/[^/?]+\/issue\.pdf(\?|$))/,
  uncounted: /^\/(admin|account|editor|certificates|confirm|draft|case-status|my-page)(\/|$)/,
  previews: /^\/preview\//,
  metrics: /^\/metrics(\.data)?$/,
  postedElsewhere: /^\/newsletter\/leave\?token=[\w-]{43}$/,
  knownParameters: new Set([
    'q',
    'page',
    'name',
    'discipline',
    'country',
    'year',
    'grade',
    'category',
    'list',
    'type',
  ]),
}

const ownCookie = new RegExp(
  `${cookieStart(`(?:${sessionCookie}|${ownSessionCookie}|${draftCookiePrefix}[\\w-]+)`)}[^;\\s]`,
)

/** Whether a request has a cookie of a staff session, of an own page or of a form draft. It may be forged. */
export function hasOwnCookie(header: string | undefined): boolean {
  return ownCookie.test(header ?? '')
}
