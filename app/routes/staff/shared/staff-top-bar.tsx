import { useLocation, useMatches, useRouteLoaderData } from 'react-router'
import { CommandPalette, type CommandGroup } from '#ui/frame/command-palette.tsx'
import { currentItem, type RailGroup } from '#ui/frame/rail.ts'
import { StaffBar, type SiteBarProps } from '#ui/frame/staff-bar.tsx'
import type { AccessRole } from '#routes/request/route-access.ts'
import { askFind } from '#routes/staff/desk/find-client.ts'
import { SignOutButton } from '#routes/staff/sign-in/sign-out-button.tsx'
import { accountAreas, actions, areas, creations } from './areas.ts'
import type { FrameData } from './frame.tsx'

export const findRoute = 'routes/staff/desk/find'

/** The header of the staff area, in place of that of the public pages. */
export function StaffTopBar(site: SiteBarProps) {
  const frame = useRouteLoaderData<FrameData>('routes/staff/shared/frame')
  const path = useStaffPath()
  if (!frame) return null
  const { closed, name } = frame
  const area = currentItem(railGroups(frame), path)
  const open = (links: typeof creations, shut: string[]) => links.filter(({ route }) => !shut.includes(route))
  return (
    <StaffBar
      {...site}
      name={name}
      area={area?.href ? { label: area.label, href: area.href } : undefined}
      create={open(creations, closed.acts)}
      account={open(accountAreas, closed.pages)}
      search={
        <CommandPalette
          groups={commandsFor(closed)}
          {...(!closed.pages.includes(findRoute) && { find: askFind })}
        />
      }
      signOut={<SignOutButton />}
    />
  )
}

type Closed = FrameData['closed']

/** A page may belong to an area that its address does not show; its loader says so. */
export function useStaffPath(): string {
  const { pathname } = useLocation()
  const data = useMatches().at(-1)?.loaderData
  const hasStaffPath = (given: unknown): given is { staffPath: string } =>
    typeof given === 'object' && given !== null && 'staffPath' in given && typeof given.staffPath === 'string'
  return hasStaffPath(data) ? data.staffPath : pathname
}

/** The pages that this person may open, and the actions that they may take. */
function commandsFor(closed: Closed): CommandGroup[] {
  const all = [...areas, { label: 'Your account', items: accountAreas }]
  const pages = all.flatMap(({ label: hint, items }) =>
    items
      .filter(({ route }) => !closed.pages.includes(route))
      .map(({ label, href }) => ({ label, href, hint })),
  )
  const open = actions.filter(({ route }) => !closed.acts.includes(route))
  return [
    { label: 'Pages', commands: pages },
    {
      label: 'Actions',
      commands: [
        ...open.map(({ label, href }) => ({ label, href })),
        { label: 'Change theme', run: switchTheme, hint: 'system, light, dark' },
        { label: 'Sign out', run: signOut },
      ],
    },
  ]
}

/** The page script handles the button in the header; only it knows the themes. */
function switchTheme() {
  document.querySelector<HTMLElement>('[data-theme-toggle]')?.click()
}

/** As if the button above the areas was pressed: it informs the other tabs, and shows what went wrong. */
function signOut() {
  document.querySelector<HTMLFormElement>('form[action="/admin/sign-out"]')?.requestSubmit()
}

/** The areas as the rail shows them to this person. */
export function railGroups({ closed, accessRole, waiting }: FrameData): RailGroup[] {
  return areas.map(({ label, items }) => ({
    label,
    items: items.map(({ label, href, route }) =>
      closed.pages.includes(route)
        ? { label, closed: reasons[accessRole] ?? closedTo(route) }
        : { label, href, waiting: waiting[href] },
    ),
  }))
}

function closedTo(route: string): string {
  const isCasework = /^routes\/staff\/(cases|payments)\//.test(route)
  return isCasework ? 'for the office only' : 'administrators only'
}

const reasons: Partial<Record<AccessRole, string>> = {
  unproved: 'confirm your email address first',
  pending: 'available once your account is approved',
  enrolling: 'set up a second factor first',
}
