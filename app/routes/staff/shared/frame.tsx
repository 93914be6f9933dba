import { useState } from 'react'
import { data, Outlet, useLocation, useMatches } from 'react-router'
import { isMailHeld } from '#server/mail/mail-hold.server.ts'
import { CommandPalette, type CommandGroup } from '#ui/frame/command-palette.tsx'
import { FlashNotice } from '#ui/text/flash-notice.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { StaffFrame, type RailItem } from '#ui/frame/staff-frame.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { takeFlash, type ShownFlash } from '#routes/request/flash.server.ts'
import { mayAct, mayRead } from '#routes/request/policy.server.ts'
import type { Visitor } from '#routes/request/who.ts'
import { actions, areas } from './areas.ts'
import { askFind } from '#routes/staff/desk/find-client.ts'
import { visitorOf } from '#routes/request/guard.server.ts'
import { SignOutButton } from '#routes/staff/sign-in/sign-out-button.tsx'
import type { Route } from './+types/frame.ts'

export const handle = { hydrate: true }

export async function loader(args: Route.LoaderArgs) {
  const { db, session } = begin(args, 'routes/staff/shared/frame')
  const isSilent = await isMailHeld(db)
  const visitor = visitorOf(session)
  const { flash, headers } = takeFlash(args)
  return data({ visitor, name: session.user.name, isSilent, closed: listClosed(visitor), flash }, { headers })
}

const find = 'routes/staff/desk/find'
const system = 'routes/staff/settings/system'

/** The routes of the frame that this person may not open, and those where they may not act. */
function listClosed(visitor: Visitor) {
  const pages = [find, ...areas.flatMap(({ items }) => items.map(({ route }) => route))]
  const acts = [system, ...actions.map(({ route }) => route)]
  return {
    pages: [...new Set(pages)].filter((route) => !mayRead(route, visitor)),
    acts: [...new Set(acts)].filter((route) => !mayAct(route, visitor)),
  }
}

type Closed = ReturnType<typeof listClosed>

export default function Frame({ loaderData }: Route.ComponentProps) {
  const { visitor, name, isSilent, closed } = loaderData
  const { pathname } = useLocation()
  const flash = useFlash(loaderData.flash)
  const staffPath = useStaffPath()
  return (
    <StaffFrame
      name={name}
      currentPath={staffPath ?? pathname}
      groups={areas.map(({ label, items }) => ({
        label,
        items: items.map((item) => toRailItem(item, closed, visitor)),
      }))}
      tools={
        <>
          <CommandPalette
            groups={commandsFor(closed)}
            {...(!closed.pages.includes(find) && { find: askFind })}
          />
          <SignOutButton />
        </>
      }
    >
      {isSilent && (
        <Notice title="This is a restored copy. It does not send email.">
          <p>
            {!closed.acts.includes(system) ? (
              <>
                Turn email on under <a href="/admin/system">System</a> once the original site is switched off.
              </>
            ) : (
              'An administrator can turn email on once the original site is switched off.'
            )}
          </p>
        </Notice>
      )}
      {flash && <FlashNotice {...flash} />}
      <Outlet />
    </StaffFrame>
  )
}

/** Keeps the message while the page reloads its data, and drops it with the next form that is sent. */
function useFlash(brought: ShownFlash | undefined): ShownFlash | undefined {
  const { key } = useLocation()
  const [shown, setShown] = useState({ flash: brought, key })
  if (brought && brought.id !== shown.flash?.id) setShown({ flash: brought, key })
  return shown.key === key ? shown.flash : undefined
}

/** A page may belong to an area that its address does not show; its loader says so. */
function useStaffPath(): string | undefined {
  const data = useMatches().at(-1)?.loaderData
  const hasStaffPath = (given: unknown): given is { staffPath: string } =>
    typeof given === 'object' && given !== null && 'staffPath' in given && typeof given.staffPath === 'string'
  return hasStaffPath(data) ? data.staffPath : undefined
}

/** The pages that this person may open, and the actions that they may take. */
function commandsFor(closed: Closed): CommandGroup[] {
  const pages = areas.flatMap(({ label: hint, items }) =>
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

function toRailItem(
  { label, href, route }: { label: string; href: string; route: string },
  closed: Closed,
  visitor: Visitor,
): RailItem {
  if (!closed.pages.includes(route)) return { label, href }
  return {
    label,
    closed: reasons[visitor] ?? 'administrators only',
  }
}

const reasons: Partial<Record<Visitor, string>> = {
  unproved: 'confirm your email address first',
  pending: 'available once your account is approved',
  enrolling: 'set up a second factor first',
}
