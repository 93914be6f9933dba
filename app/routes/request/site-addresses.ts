import type { SiteAddresses } from '#server/http/site-addresses.ts'

/** What the server needs to know about this site. */
export const siteAddresses: SiteAddresses = {
  session: /(?:^|;\s*)(?:__Host-)?iaps_session=/,
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
