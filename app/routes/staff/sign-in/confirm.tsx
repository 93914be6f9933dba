import { Form } from 'react-router'
import { findFactors } from '#features/staff/factors/factor-queries.server.ts'
import { confirmPasswordForm } from '#features/staff/accounts/form.ts'
import { confirmPassword } from '#features/staff/session/sign-in.server.ts'
import { readForm } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { nextPath, redirectWith, refuse } from '#routes/staff/shared/answers.server.ts'
import { confirmRefusals } from './confirm.server.ts'
import { PasswordField } from './confirm-form.tsx'
import { PasskeyButton } from '#routes/staff/account/passkey-button.tsx'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import type { Route } from './+types/confirm.ts'

const route = 'routes/staff/sign-in/confirm'

export async function loader(args: Route.LoaderArgs) {
  const { db, session } = begin(args, route)
  const { passkeys } = await findFactors(db, session.user.id)
  const next = nextPath(args.url.searchParams.get('next'), session.user.role, session.mustEnrol)
  return { next, hasPasskey: passkeys > 0 }
}

export async function action(args: Route.ActionArgs) {
  const { db, config, client, session, now } = begin(args, route)
  const form = await readForm(args.request, confirmPasswordForm)
  if (!form.ok) return refuse(400, form.errors)
  const outcome = await confirmPassword(db, config, session, form.answers.password, client, now)
  if (!outcome.ok)
    return refuse(outcome.reason === 'too-many' ? 429 : 403, { password: confirmRefusals[outcome.reason] })
  const next = nextPath(args.url.searchParams.get('next'), session.user.role, session.mustEnrol)
  return redirectWith(next, outcome.cookies)
}

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  const { next, hasPasskey } = loaderData
  const errors: Record<string, string> = actionData?.errors ?? {}
  return (
    <>
      <StaffTitle title="Confirm your password" hasErrors={Boolean(actionData)} />
      <ErrorSummary errors={actionData?.errors} />
      <p>Enter your password to continue. We ask again before sensitive changes.</p>
      <Form method="post" action={`?next=${encodeURIComponent(next)}`} noValidate>
        <PasswordField name="password" error={errors['password']} />
        <Button>Confirm and continue</Button>
      </Form>
      {hasPasskey && <PasskeyButton next={next} />}
    </>
  )
}
