import { Form } from 'react-router'
import { emailForm } from '#features/staff/accounts/form.ts'
import { requestReset, requestSignInLink } from '#features/staff/joining/recovery.server.ts'
import { readForm } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { refuse } from '#routes/request/answers.server.ts'
import { BareStaffPage } from './bare-staff-page.tsx'
import { signInPath } from '#routes/request/paths.ts'
import type { Route } from './+types/forgotten-password.ts'

const route = 'routes/staff/sign-in/forgotten-password'

export function loader(args: Route.LoaderArgs) {
  begin(args, route)
  return null
}

/** The answer to the form contains someone's address. */
export function headers() {
  return { 'cache-control': 'no-store' }
}

export async function action(args: Route.ActionArgs) {
  const { db, config, client, now } = begin(args, route)
  const wantsLink = args.url.searchParams.get('do') === 'sign-in-link'
  const form = await readForm(args.request, emailForm)
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const send = wantsLink ? requestSignInLink : requestReset
  const { email } = form.answers
  const outcome = await send(db, config, email, client, now)
  if (!outcome.ok) return refuse(429, { email: refusals[outcome.reason] }, form.typed)
  return { sent: email }
}

const refusals = {
  'too-many': 'You have requested too many emails. Try again in an hour.',
  'sent-before':
    'If there is an account for this address, we emailed it a link within the last 20 minutes. Look for the latest email. Its link works for 30 minutes.',
}

export default function ForgottenPassword({ actionData }: Route.ComponentProps) {
  if (actionData && 'sent' in actionData)
    return (
      <BareStaffPage title="Check your email" back={{ href: signInPath, label: 'Sign in' }}>
        <Notice kind="success">
          <p>If there is an account for {actionData.sent}, we emailed it a link. It works for 30 minutes.</p>
        </Notice>
      </BareStaffPage>
    )
  const errors: Record<string, string> = actionData?.errors ?? {}
  return (
    <BareStaffPage
      title="Forgot your password?"
      errors={actionData?.errors}
      back={{ href: signInPath, label: 'Sign in' }}
    >
      <p>We will email you a link to set a new password.</p>
      <Form method="post" action="?" noValidate>
        <Field
          name="email"
          label="Email"
          type="email"
          autoComplete="username"
          defaultValue={actionData?.typed['email']}
          error={errors['email']}
        />
        <Button>Send a password link</Button>
        <p>If you know your password but are locked out, request a sign-in link instead.</p>
        <Button look="secondary" formAction="?do=sign-in-link">
          Send a sign-in link
        </Button>
      </Form>
    </BareStaffPage>
  )
}
