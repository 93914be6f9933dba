import { kindNames } from '#features/content/kinds/fields.ts'

/** The areas of the staff area, with the route that decides who may open them. */
export const areas = [
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
      { label: 'Enquiries', href: '/editor/enquiries', route: 'routes/staff/enquiries/inbox' },
      { label: 'Newsletter list', href: '/editor/subscribers', route: 'routes/staff/enquiries/subscribers' },
    ],
  },
  {
    label: 'Content',
    items: [
      ...Object.entries(kindNames).map(([kind, { many }]) => ({
        label: many,
        href: `/editor/content/${kind}`,
        route: 'routes/staff/content/entry-list',
      })),
      { label: 'Facts to confirm', href: '/editor/facts', route: 'routes/staff/content/facts-to-confirm' },
      { label: 'Media library', href: '/editor/media', route: 'routes/staff/media/media-library' },
    ],
  },
  {
    label: 'Site',
    items: [
      { label: 'Staff accounts', href: '/admin/staff', route: 'routes/staff/accounts/staff-accounts' },
      { label: 'Settings', href: '/admin/settings', route: 'routes/staff/settings/settings' },
      { label: 'Links', href: '/editor/links', route: 'routes/staff/settings/links-page' },
      { label: 'Visits', href: '/editor/visits', route: 'routes/staff/visits/visits' },
      { label: 'Menu', href: '/admin/menu', route: 'routes/staff/settings/menu-page' },
      { label: 'Export and import', href: '/admin/site-copy', route: 'routes/staff/site-copy/site-copy' },
      { label: 'Sample content', href: '/admin/samples', route: 'routes/staff/settings/samples' },
      { label: 'Email templates', href: '/admin/letters', route: 'routes/staff/letters/letter-wordings' },
      { label: 'Email log', href: '/admin/mail', route: 'routes/staff/mail/mail' },
      { label: 'Personal data', href: '/admin/privacy', route: 'routes/staff/privacy/privacy' },
      { label: 'Audit trail', href: '/admin/audit', route: 'routes/staff/audit/audit-trail' },
      { label: 'System', href: '/admin/system', route: 'routes/staff/settings/system' },
    ],
  },
  {
    label: 'You',
    items: [
      { label: 'Profile', href: '/account/profile', route: 'routes/staff/account/profile' },
      { label: 'Password', href: '/account/password', route: 'routes/staff/account/password' },
      { label: 'Second factor', href: '/account/factors', route: 'routes/staff/account/factors' },
      { label: 'Sessions', href: '/account/sessions', route: 'routes/staff/account/sessions' },
    ],
  },
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
