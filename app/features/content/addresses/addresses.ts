import type { Kind } from '#features/content/kinds/kinds.ts'

/** The addresses of the entries of each kind. Kinds that only appear on another entry's page have none. */

/** The specification's document pages, by slug. A page that staff add is at /pages/SLUG. */
export const pageAddresses: Record<string, string> = {
  home: '/',
  iaps: '/iaps',
  'aims-objective-of-iaps': '/iaps/aims-objective-of-iaps',
  constitution: '/iaps/constitution',
  'executive-council': '/iaps/executive-council',
  fellowship: '/fellowship',
  'associate-fellowship': '/fellowship/associate-fellowship',
  fellows: '/fellowship/fellows',
  'fellow-nomination-form': '/fellowship/fellow-nomination-form',
  'associate-fellow-nomination-form': '/fellowship/associate-fellow-nomination-form',
  awards: '/awards',
  newsletter: '/newsletter',
  news: '/news',
  conferences: '/conferences',
  'conferences-international': '/conferences/international',
  'conferences-other-international': '/conferences/other-iaps-conference/international',
  'conferences-other-national': '/conferences/other-iaps-conference/national',
  membership: '/membership',
  'membership-rules': '/membership/rules',
  'membership-form': '/membership/form',
  members: '/membership/life-members-or-iaps-associates',
  activities: '/activities',
  'memorial-lectures': '/activities/iaps-memorial-lectures',
  workshop: '/activities/iaps-workshop',
  'online-lectures': '/activities/online-lectures',
  'other-programs': '/activities/other-programs',
  calendar: '/calendar',
  gallery: '/gallery',
  'contact-us': '/contact-us',
  archive: '/archive',
  privacy: '/privacy',
  accessibility: '/accessibility',
}

/** Staff may have added a page of this name before the site had its own. */
export const pagesBeforeSections: ReadonlyMap<string, string> = new Map(
  ['conferences', 'membership', 'activities', 'calendar'].map((slug) => [`/pages/${slug}`, `/${slug}`]),
)

/** Pages that their route makes, without an entry of their own. */
export const pageRoutes = [
  '/iaps/history',
  '/fellowship/figures',
  '/fellowship/rules',
  '/search',
  '/case-status',
  '/my-page',
  '/certificates',
]

/** Other fixed addresses, whatever is published. */
export const otherAddresses = [
  ...pageRoutes,
  '/my-page/sign-in',
  '/certificates/key',
  '/.well-known/did.json',
  '/feed.atom',
  '/news/feed.atom',
  '/newsletter/feed.atom',
  '/conferences/feed.atom',
  '/activities/feed.atom',
  '/calendar.ics',
  '/sitemap.xml',
  '/robots.txt',
  '/site.webmanifest',
  '/healthz',
  '/readyz',
  '/metrics',
  '/admin/admin-editor-login',
  '/admin/forgotten-password',
]

export function pageAddress(slug: string): string {
  return pageAddresses[slug] ?? folders.page + slug
}

/** What precedes the slug, for kinds whose entries have their own pages. */
const folders = {
  page: '/pages/',
  news: '/news/',
  award: '/awards/',
  conference: '/conferences/',
  activity: '/activities/',
  newsletter: '/newsletter/',
  album: '/gallery/',
} satisfies Partial<Record<Kind, string>>

export const entryFolders = Object.entries(folders) as [keyof typeof folders, string][]

export function entryAddress(kind: Kind, slug: string): string | undefined {
  switch (kind) {
    case 'page':
      return pageAddress(slug)
    case 'archive-item':
      return `/archive#${slug}`
    case 'council-term':
      return `/iaps/executive-council#${slug}`
    case 'recipient':
    case 'call':
      return undefined
    default:
      return folders[kind] + slug
  }
}

/** The page of an article of a newsletter issue. */
export function articleAddress(issue: string, article: string): string {
  return `${folders.newsletter}${issue}/${article}`
}

/** The PDF of an issue, made from its articles if none is uploaded. */
export function issuePdfAddress(issue: string): string {
  return `${folders.newsletter}${issue}/issue.pdf`
}

/** The slug of the document page at an address. */
export function pageSlugAt(path: string): string {
  return slugs.get(path) ?? path.slice(folders.page.length)
}

const slugs = new Map(Object.entries(pageAddresses).map(([slug, address]) => [address, slug]))
