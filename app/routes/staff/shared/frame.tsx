import { useState } from 'react'
import { data, Outlet, useLocation } from 'react-router'
import { countWaiting } from '#features/desk/waiting.server.ts'
import { isMailHeld } from '#server/mail/mail-hold.server.ts'
import { FlashNotice } from '#ui/text/flash-notice.tsx'
import { Notice } from '#ui/text/notice.tsx'
import type { SiteBarProps } from '#ui/frame/staff-bar.tsx'
import { StaffFrame } from '#ui/frame/staff-frame.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { takeFlash, type ShownFlash } from '#routes/request/flash.server.ts'
import { mayAct, mayRead } from '#routes/request/policy.server.ts'
import type { AccessRole } from '#routes/request/route-access.ts'
import { accountAreas, actions, areas, creations } from './areas.ts'
import { findRoute, railGroups, StaffTopBar, useStaffPath } from './staff-top-bar.tsx'
import { accessRoleOf, accessRolesOf } from '#routes/request/guard.server.ts'
import type { Route } from './+types/frame.ts'

export const handle = { hydrate: true, drawBar: (site: SiteBarProps) => <StaffTopBar {...site} /> }

const route = 'routes/staff/shared/frame'

export async function loader(args: Route.LoaderArgs) {
  const { db, session, now } = begin(args, route)
  const { id, name, role } = session.user
  const isSilent = await isMailHeld(db)
  const accessRole = accessRoleOf(session)
  const isStaff = (accessRole === 'editor' || accessRole === 'admin') && role
  const waiting = isStaff ? await countWaiting(db, { id, role }, now) : {}
  const { flash, headers } = takeFlash(args)
  return data(
    { accessRole, name, isSilent, waiting, closed: listClosed(accessRolesOf(session)), flash },
    { headers },
  )
}

const system = 'routes/staff/settings/system'

/** The routes of the frame that this person may not open, and those where they may not act. */
function listClosed(roles: readonly AccessRole[]) {
  const pages = [
    findRoute,
    ...[...areas.flatMap(({ items }) => items), ...accountAreas].map(({ route }) => route),
  ]
  const acts = [system, ...[...actions, ...creations].map(({ route }) => route)]
  return {
    pages: [...new Set(pages)].filter((route) => !mayRead(route, roles)),
    acts: [...new Set(acts)].filter((route) => !mayAct(route, roles)),
  }
}

export type FrameData = Route.ComponentProps['loaderData']

export default function Frame({ loaderData }: Route.ComponentProps) {
  const { isSilent, closed } = loaderData
  const flash = useFlash(loaderData.flash)
  return (
    <StaffFrame currentPath={useStaffPath()} groups={railGroups(loaderData)}>
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
