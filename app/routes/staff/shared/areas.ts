import { kindNames, type Kind } from '#features/content/kinds/kinds.ts'
import { capital } from '#server/input/capital.ts'

interface Area {
  label: string
  href: string
  /** The route that decides who may open it. */
  route: string
}

const content = (kind: Kind): Area => ({
  label: kindNames[kind].many,
  href: `/editor/content/${kind}`,
  route: 'routes/staff/content/entry-list',
})

/** The areas of the staff area, in the groups of the rail. */
export const areas: { label: string; items: Area[] }[] = [
  {
    label: 'Work',
    items: [
      { label: 'Admin Dashboard', href: '/admin/dashboard', route: 'routes/staff/desk/admin-dashboard' },
      { label: 'Editor Dashboard', href: '/editor/dashboard', route: 'routes/staff/desk/editor-dashboard' },
    ],
  },
  {
    label: 'Academy',
    items: [
      { label: 'Cases', href: '/editor/cases', route: 'routes/staff/cases/case-list' },
      { label: 'Payments', href: '/editor/payments', route: 'routes/staff/payments/payment-list' },
      { label: 'Statistics', href: '/editor/cases/statistics', route: 'routes/staff/cases/case-statistics' },
      { label: 'People', href: '/editor/people', route: 'routes/staff/people/people' },
    ],
  },
  {
    label: 'Correspondence',
    items: [
      { label: 'Enquiries', href: '/editor/enquiries', route: 'routes/staff/enquiries/inbox' },
      { label: 'Newsletter list', href: '/editor/subscribers', route: 'routes/staff/enquiries/subscribers' },
    ],
  },
  {
    label: 'Publishing',
    items: [
      ...(['page', 'news', 'newsletter', 'album', 'archive-item'] as const).map(content),
      { label: 'Media library', href: '/editor/media', route: 'routes/staff/media/media-library' },
      { label: 'Facts to confirm', href: '/editor/facts', route: 'routes/staff/content/facts-to-confirm' },
      { label: 'Links', href: '/editor/links', route: 'routes/staff/settings/links-page' },
      { label: 'Visits', href: '/editor/visits', route: 'routes/staff/visits/visits' },
    ],
  },
  {
    label: 'Events and awards',
    items: (['conference', 'activity', 'award', 'recipient', 'call', 'council-term'] as const).map(content),
  },
  {
    label: 'Administration',
    items: [
      { label: 'Staff accounts', href: '/admin/staff', route: 'routes/staff/accounts/staff-accounts' },
      { label: 'Bodies', href: '/admin/bodies', route: 'routes/staff/bodies/bodies' },
      { label: 'Rulebooks', href: '/admin/rulebooks', route: 'routes/staff/rulebooks/rulebooks' },
      { label: 'Settings', href: '/admin/settings', route: 'routes/staff/settings/settings' },
      { label: 'Menu', href: '/admin/menu', route: 'routes/staff/settings/menu-page' },
      { label: 'Email templates', href: '/admin/letters', route: 'routes/staff/letters/letter-wordings' },
      { label: 'Email log', href: '/admin/mail', route: 'routes/staff/mail/mail' },
      { label: 'Personal data', href: '/admin/privacy', route: 'routes/staff/privacy/privacy' },
      { label: 'Audit trail', href: '/admin/audit', route: 'routes/staff/audit/audit-trail' },
      { label: 'Export and import', href: '/admin/site-copy', route: 'routes/staff/site-copy/site-copy' },
      { label: 'Sample content', href: '/admin/samples', route: 'routes/staff/settings/samples' },
      { label: 'System', href: '/admin/system', route: 'routes/staff/settings/system' },
    ],
  },
]

/** The pages of the own account, which the header leads to. */
export const accountAreas: Area[] = [
  { label: 'Profile', href: '/account/profile', route: 'routes/staff/account/profile' },
  { label: 'Password', href: '/account/password', route: 'routes/staff/account/password' },
  { label: 'Second factor', href: '/account/factors', route: 'routes/staff/account/factors' },
  { label: 'Sessions', href: '/account/sessions', route: 'routes/staff/account/sessions' },
]

/** What the header offers under “New”. */
export const creations: Area[] = [
  ...Object.entries(kindNames).map(([kind, { one }]) => ({
    label: capital(one),
    href: `/editor/content/${kind}/new`,
    route: 'routes/staff/content/begin-entry',
  })),
  { label: 'Person', href: '/editor/people/new', route: 'routes/staff/people/person-new' },
  { label: 'Files', href: '/editor/media', route: 'routes/staff/media/media-upload' },
]

/** Actions available from anywhere, with the route that performs them. */
export const actions = [
  ...Object.entries(kindNames).map(([kind, { one }]) => ({
    label: `New ${one}`,
    href: `/editor/content/${kind}/new`,
    route: 'routes/staff/content/begin-entry',
  })),
  { label: 'Upload files', href: '/editor/media', route: 'routes/staff/media/media-upload' },
  {
    label: 'Add a person to the register',
    href: '/editor/people/new',
    route: 'routes/staff/people/person-new',
  },
  {
    label: 'Import people',
    href: '/editor/people/import',
    route: 'routes/staff/people-import/people-imports',
  },
  {
    label: 'Export the register',
    href: '/editor/people#export-reason',
    route: 'routes/staff/people/people-export',
  },
  { label: 'Invite a colleague', href: '/admin/staff#invite', route: 'routes/staff/accounts/staff-accounts' },
  {
    label: 'Add a redirect',
    href: '/editor/links#add',
    route: 'routes/staff/settings/links-page',
  },
  { label: 'Edit the menu', href: '/admin/menu', route: 'routes/staff/settings/menu-page' },
  { label: 'Export the site', href: '/admin/site-copy', route: 'routes/staff/site-copy/site-copy' },
  { label: 'Delete the sample content', href: '/admin/samples', route: 'routes/staff/settings/samples' },
  { label: 'Change your password', href: '/account/password', route: 'routes/staff/account/password' },
  { label: 'Set up a second factor', href: '/account/factors', route: 'routes/staff/account/factors' },
  { label: 'Sign out everywhere', href: '/account/sessions', route: 'routes/staff/account/sessions' },
]
