import { Form } from 'react-router'
import { changePasswordForm } from '#features/staff/accounts/form.ts'
import { changePassword } from '#features/staff/accounts/own-account.server.ts'
import { passwordSentences } from '#features/staff/session/password-rule.ts'
import { hasPasswordAtFirebase } from '#features/staff/session/check-password.server.ts'
import { readForm } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { refuse } from '#routes/request/answers.server.ts'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { staffCookies } from '#routes/request/staff-cookies.server.ts'
import type { Route } from './+types/password.ts'

const route = 'routes/staff/account/password'

export async function loader(args: Route.LoaderArgs) {
  const { db, config, session } = begin(args, route)
  const { user, hasFactor } = session
  const isAtFirebase =
    config.firebase !== undefined && (await hasPasswordAtFirebase(db, config.firebase, user.id))
  return { hasFactor, isAtFirebase }
}

export async function action(args: Route.ActionArgs) {
  const { db, config, client, session, actor, now } = begin(args, route)
  const form = await readForm(args.request, changePasswordForm)
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const outcome = await changePassword(db, config, actor, session, form.answers, client, now)
  if (outcome.ok) {
    const cookies = staffCookies(config, outcome.tokens)
    return redirectWithFlash(args, '/account/password', { key: 'password-changed' }, cookies)
  }
  return refuse(outcome.reason === 'too-many' ? 429 : 409, sentenceFor(outcome.reason))
}

type Refusal = Extract<Awaited<ReturnType<typeof changePassword>>, { ok: false }>['reason']

function sentenceFor(reason: Refusal): Record<string, string> {
  switch (reason) {
    case 'wrong-password':
      return { current: 'This is not your current password.' }
    case 'too-many':
      return { current: 'Too many wrong passwords. Try again in 15 minutes.' }
    case 'away':
      return { current: 'We cannot reach Firebase right now. Try again in a few minutes.' }
    case 'busy':
      return { current: 'Many people are signing in right now. Try again in a few seconds.' }
    case 'session-over':
      return { current: 'You have been signed out. Sign in again.' }
    default:
      return { password: passwordSentences[reason] }
  }
}

export default function Password({
  loaderData: { hasFactor, isAtFirebase },
  actionData,
}: Route.ComponentProps) {
  const errors: Record<string, string> = actionData?.errors ?? {}
  return (
    <>
      <StaffTitle title="Password" hasErrors={Boolean(actionData)} />
      <ErrorSummary errors={actionData?.errors} />
      {isAtFirebase && (
        <p>
          Your password is stored at Firebase. The new one is stored on this site instead: you then sign in
          here with the new one, and your password at Firebase does not change.
        </p>
      )}
      <Form method="post" noValidate>
        <PasswordField
          name="current"
          label="Current password"
          autoComplete="current-password"
          error={errors['current']}
        />
        <PasswordField
          name="password"
          label="New password"
          autoComplete="new-password"
          hint={
            hasFactor
              ? 'At least 8 characters.'
              : 'At least 15 characters, or 8 once you have a second factor.'
          }
          error={errors['password']}
        />
        <Button>Change password</Button>
      </Form>
    </>
  )
}
