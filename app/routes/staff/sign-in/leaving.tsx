import { data, redirect } from 'react-router'
import { storedNowhere } from '#server/http/shared-headers.ts'
import { begin } from '#routes/request/begin.server.ts'
import { BareStaffPage } from './bare-staff-page.tsx'
import { dropLeaving, readLeaving } from './leaving-cookie.server.ts'
import type { Route } from './+types/leaving.ts'

/** The last page of ours before the one of a sign-in provider, to sign in or out there; otherwise leads home. */

export function loader(args: Route.LoaderArgs) {
  const { config, client } = begin(args, 'routes/staff/sign-in/leaving')
  const leaving = readLeaving(config, client.cookie)
  if (!leaving) throw redirect('/')
  return data(leaving, { headers: { ...storedNowhere, 'set-cookie': dropLeaving(config) } })
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

/** The browser continues by itself; the link is for browsers that do not, and for the sign-in script. */
export default function LeavingPage({ loaderData: { href, label, isSignedOut } }: Route.ComponentProps) {
  return (
    <BareStaffPage title={isSignedOut ? 'Signed out' : `Continue to ${label}`}>
      <meta httpEquiv="refresh" content={`0;url=${href}`} />
      {isSignedOut && <p>You are signed out of this site.</p>}
      <p>
        We are taking you to {label}.{' '}
        <a href={href} data-next="">
          Continue to {label}
        </a>
      </p>
    </BareStaffPage>
  )
}
