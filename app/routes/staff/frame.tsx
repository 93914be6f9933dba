import { Outlet, useLocation } from 'react-router'
import { kindNames } from '#features/content/fields.ts'
import { CommandPalette } from '#ui/command-palette.tsx'
import { StaffFrame, type RailItem } from '#ui/staff-frame.tsx'
import { mayRead, type Visitor } from '#routes/policy.ts'
import { allowReading, visitorOf } from './guard.server.ts'
import { SignOutButton } from './sign-out-button.tsx'
import type { Route } from './+types/frame.ts'

export const handle = { hydrate: true }

export function loader(args: Route.LoaderArgs) {
  const session = allowReading(args, 'routes/staff/frame')
  return { visitor: visitorOf(session), name: session?.user.name ?? '' }
}

/** The areas of the staff area, with the route that decides who may open them. */
const areas = [
  {
    label: 'Work',
    items: [
      { label: 'Administrator’s desk', href: '/admin/dashboard', route: 'routes/staff/admin-dashboard' },
      { label: 'Editor’s desk', href: '/editor/dashboard', route: 'routes/staff/editor-dashboard' },
    ],
  },
  {
    label: 'Academy',
    items: [{ label: 'People', href: '/editor/people', route: 'routes/staff/people' }],
  },
  {
    label: 'Content',
    items: [
      ...Object.entries(kindNames).map(([kind, { many }]) => ({
        label: many,
        href: `/editor/content/${kind}`,
        route: 'routes/staff/content/entry-list',
      })),
      { label: 'Media library', href: '/editor/media', route: 'routes/staff/media-library' },
    ],
  },
  {
    label: 'Site',
    items: [
      { label: 'Staff accounts', href: '/admin/staff', route: 'routes/staff/staff-accounts' },
      { label: 'Settings', href: '/admin/settings', route: 'routes/staff/settings' },
      { label: 'Links', href: '/editor/links', route: 'routes/staff/links-page' },
      { label: 'Menu', href: '/admin/menu', route: 'routes/staff/menu-page' },
      { label: 'Copy of the site', href: '/admin/site-copy', route: 'routes/staff/site-copy' },
      { label: 'Sample content', href: '/admin/samples', route: 'routes/staff/samples' },
      { label: 'Letters', href: '/admin/letters', route: 'routes/staff/letters/letter-wordings' },
      { label: 'Mail', href: '/admin/mail', route: 'routes/staff/mail' },
      { label: 'Personal data', href: '/admin/privacy', route: 'routes/staff/privacy/privacy' },
      { label: 'Audit trail', href: '/admin/audit', route: 'routes/staff/audit-trail' },
      { label: 'System', href: '/admin/system', route: 'routes/staff/system' },
    ],
  },
  {
    label: 'You',
    items: [
      { label: 'Profile', href: '/account/profile', route: 'routes/staff/profile' },
      { label: 'Password', href: '/account/password', route: 'routes/staff/password' },
      { label: 'Second factor', href: '/account/factors', route: 'routes/staff/factors' },
      { label: 'Sessions', href: '/account/sessions', route: 'routes/staff/sessions' },
    ],
  },
]

export default function Frame({ loaderData: { visitor, name } }: Route.ComponentProps) {
  const { pathname } = useLocation()
  const commands = areas.flatMap(({ label, items }) =>
    items
      .filter(({ route }) => mayRead(route, visitor))
      .map((item) => ({ label: item.label, href: item.href, hint: label })),
  )
  return (
    <StaffFrame
      name={name}
      currentPath={pathname}
      groups={areas.map(({ label, items }) => ({
        label,
        items: items.map((item) => toRailItem(item, visitor)),
      }))}
      tools={
        <>
          <CommandPalette commands={commands} />
          <SignOutButton />
        </>
      }
    >
      <Outlet />
    </StaffFrame>
  )
}

function toRailItem(
  { label, href, route }: { label: string; href: string; route: string },
  visitor: Visitor,
): RailItem {
  if (mayRead(route, visitor)) return { label, href }
  return {
    label,
    closed: reasons[visitor] ?? 'for administrators',
  }
}

const reasons: Partial<Record<Visitor, string>> = {
  pending: 'opens when your account is approved',
  enrolling: 'opens when you have a second factor',
}
