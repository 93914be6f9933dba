import { matchRoutes, type DataRouter } from 'react-router'

/**
 * Pages of the staff area that open in the document that is there: those of the rail that list or show something, and
 * the pages of their rows. Where texts are written, files are uploaded or credentials are shown, each page has a
 * document of its own: it stores what was typed when it is closed, may show frames, or holds what no other page should.
 */
export const pagesOfOneDocument: ReadonlySet<string> = new Set(
  [
    ...['desk/admin-dashboard', 'desk/editor-dashboard', 'visits/visits', 'audit/audit-trail'],
    ...['cases/case-list', 'cases/case-page', 'cases/case-statistics', 'payments/payment-list'],
    ...['people/people', 'people/person', 'people/duplicates', 'people/requests'],
    ...['enquiries/inbox', 'enquiries/enquiry', 'enquiries/subscribers'],
    ...['content/entry-list', 'content/facts-to-confirm', 'media/media-library', 'settings/links-page'],
    ...['accounts/staff-accounts', 'accounts/staff-account', 'bodies/bodies', 'bodies/body'],
    ...['rulebooks/rulebooks', 'rulebooks/rulebook', 'settings/settings', 'settings/system'],
    ...['letters/letter-wordings', 'mail/mail', 'privacy/privacy'],
  ].map((name) => `routes/staff/${name}`),
)

/** The routes of the page at an address, if it and the page that is shown may share a document. */
export function routesOfNext(router: DataRouter, { pathname, search, hash }: URL): string[] | undefined {
  const { location, matches, errors } = router.state
  if (errors || !mayShare(matches)) return undefined
  // The same page again, or a part of a page: the browser does that better.
  if (hash !== '' || (pathname === location.pathname && search === location.search)) return undefined
  const found = matchRoutes(router.routes, pathname)
  return found && mayShare(found) ? found.map(({ route }) => route.id) : undefined
}

function mayShare(matches: { route: { id: string } }[]): boolean {
  return pagesOfOneDocument.has(matches.at(-1)?.route.id ?? '')
}
