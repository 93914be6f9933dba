import { Form } from 'react-router'
import { findFactors } from '#features/staff/factors/factor-queries.server.ts'
import { confirmPasswordForm, providerForm } from '#features/staff/accounts/form.ts'
import { listLinkedSignIns } from '#features/staff/providers/identities.server.ts'
import { confirmPassword } from '#features/staff/session/sign-in.server.ts'
import { readForm } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { nextPath, redirectWith, refuse, unlessWrong } from '#routes/request/answers.server.ts'
import { confirmRefusals } from '#routes/request/confirm.server.ts'
import { leaveFor } from './providers.server.ts'
import { PasswordField } from './confirm-form.tsx'
import { PasskeyButton } from '#routes/staff/account/passkey-button.tsx'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { staffCookies } from '#routes/request/staff-cookies.server.ts'
import type { Route } from './+types/confirm.ts'

const route = 'routes/staff/sign-in/confirm'

export async function loader(args: Route.LoaderArgs) {
  const { db, config, session } = begin(args, route)
  const { passkeys } = await findFactors(db, session.user.id)
  const next = nextPath(args.url.searchParams.get('next'), session.user.role, session.mustEnrol)
  const linked = await listLinkedSignIns(db, session.user.id)
  const providers = config.signInProviders
    .filter(({ issuer }) => linked.some((one) => one.issuer === issuer))
    .map(({ key, label }) => ({ key, label }))
  return { next, hasPasskey: passkeys > 0, providers }
}

export async function action(args: Route.ActionArgs) {
  const { db, config, client, session, now } = begin(args, route)
  if (args.url.searchParams.get('do') === 'provider') return leave(args)
  const form = await readForm(args.request, confirmPasswordForm)
  if (!form.ok) return refuse(400, form.errors)
  const outcome = await confirmPassword(db, config, session, form.answers.password, client, now)
  if (!outcome.ok)
    return refuse(outcome.reason === 'too-many' ? 429 : 403, { password: confirmRefusals[outcome.reason] })
  const next = nextPath(args.url.searchParams.get('next'), session.user.role, session.mustEnrol)
  return redirectWith(next, staffCookies(config, outcome.tokens))
}

async function leave(args: Route.ActionArgs) {
  const { session } = begin(args, route)
  const { provider } = unlessWrong(await readForm(args.request, providerForm))
  const next = args.url.searchParams.get('next') ?? ''
  return leaveFor(args, provider, { for: 'confirm', userId: session.user.id, next })
}

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  const { next, hasPasskey, providers } = loaderData
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
      {providers.map(({ key, label }) => (
        <Form key={key} method="post" action={`?do=provider&next=${encodeURIComponent(next)}`}>
          <input type="hidden" name="provider" value={key} />
          <Button look="secondary">Confirm with {label}</Button>
        </Form>
      ))}
    </>
  )
}
