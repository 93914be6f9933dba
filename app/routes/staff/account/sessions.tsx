import { Form, redirect } from 'react-router'
import { endAllSessions, endOtherSession, listSessions } from '#features/staff/session/sessions.server.ts'
import { sessionForm } from '#features/staff/accounts/form.ts'
import { readButton, readForm } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { DataTable } from '#ui/list/data-table.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { redirectWith, unlessWrong } from '#routes/request/answers.server.ts'
import { signOutThere } from '#routes/staff/sign-in/providers.server.ts'
import { leavingPath } from '#routes/staff/sign-in/sign-out-request.ts'
import { deviceName } from './device-name.ts'
import { signInPath } from '#routes/request/paths.ts'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { staffCookies } from '#routes/request/staff-cookies.server.ts'
import type { Route } from './+types/sessions.ts'

const route = 'routes/staff/account/sessions'

export async function loader(args: Route.LoaderArgs) {
  const { db, session, now } = begin(args, route)
  const sessions = await listSessions(db, session.user.id, now)
  return { here: session.id, sessions }
}

export async function action(args: Route.ActionArgs) {
  const { db, config, session, actor, now } = begin(args, route)
  const { request } = args
  if (args.url.searchParams.get('do') === 'everywhere') {
    unlessWrong(await readButton(request))
    const { tokens } = await endAllSessions(db, actor, session, now)
    const there = await signOutThere(args)
    return redirectWith(there.length > 0 ? leavingPath : signInPath, [
      ...staffCookies(config, tokens),
      ...there,
    ])
  }
  const { id } = unlessWrong(await readForm(request, sessionForm))
  // If the session is already gone, the goal is reached.
  await endOtherSession(db, actor, session, id, now)
  return redirect('/account/sessions')
}

export default function Sessions({ loaderData: { here, sessions } }: Route.ComponentProps) {
  return (
    <>
      <StaffTitle title="Sessions" />
      <p>
        You are signed in on these devices. If you do not recognise one, sign that device out and change your
        password.
      </p>
      <DataTable
        caption="Your sessions"
        captionHidden
        rows={sessions}
        rowKey={(line) => line.id}
        columns={[
          { key: 'device', label: 'Device', cell: (line) => deviceName(line.userAgent), heads: true },
          { key: 'from', label: 'From', cell: (line) => line.address },
          { key: 'since', label: 'Signed in', cell: (line) => <Moment at={line.createdAt} /> },
          { key: 'seen', label: 'Last seen', cell: (line) => <Moment at={line.lastSeenAt} /> },
          {
            key: 'end',
            label: 'Sign out',
            cell: (line) =>
              line.id === here ? (
                'This device'
              ) : (
                <SignOutButton id={line.id} name={deviceName(line.userAgent)} />
              ),
          },
        ]}
      />
      <Form method="post" action="?do=everywhere">
        <Button look="secondary">Sign out everywhere</Button>
      </Form>
    </>
  )
}

function SignOutButton({ id, name }: { id: string; name: string }) {
  return (
    <Form method="post" action="?">
      <input type="hidden" name="id" value={id} />
      <Button look="quiet" aria-label={`Sign out ${name}`}>
        {' '}
        Sign out
      </Button>
    </Form>
  )
}
