import { Form } from 'react-router'
import { emailForm } from '#features/staff/accounts/form.ts'
import { requestReset, requestSignInLink } from '#features/staff/joining/recovery.server.ts'
import { readForm } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { refuse } from '#routes/staff/shared/answers.server.ts'
import { BareStaffPage } from './bare-staff-page.tsx'
import { given } from '#routes/staff/shared/given.server.ts'
import { allowActing, allowReading } from '#routes/request/guard.server.ts'
import { signInPath } from '#routes/staff/shared/paths.ts'
import type { Route } from './+types/forgotten-password.ts'

const route = 'routes/staff/sign-in/forgotten-password'

export function loader(args: Route.LoaderArgs) {
  allowReading(args, route)
  return null
}

/** The answer to the form is somebody's address. */
export function headers() {
  return { 'cache-control': 'no-store' }
}

export async function action(args: Route.ActionArgs) {
  allowActing(args, route)
  const wantsLink = args.url.searchParams.get('do') === 'sign-in-link'
  const form = await readForm(args.request, emailForm)
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const send = wantsLink ? requestSignInLink : requestReset
  const { email } = form.answers
  const { db, config, client, now } = given(args)
  const outcome = await send(db, config, email, client, now)
  if (!outcome.ok) return refuse(429, { email: refusals[outcome.reason] }, form.typed)
  return { sent: email }
}

const refusals = {
  'too-many': 'Too many letters were asked for. Try again in an hour.',
  'sent-before':
    'If there is an account for this address, we emailed links to it within the last 20 minutes. Look for the newest letter; its link works for 30 minutes.',
}

export default function ForgottenPassword({ actionData }: Route.ComponentProps) {
  if (actionData && 'sent' in actionData)
    return (
      <BareStaffPage title="Look into your mail" back={{ href: signInPath, label: 'Sign in' }}>
        <Notice kind="success">
          <p>
            If there is an account for {actionData.sent}, a letter with a link is on its way. The link works
            for 30 minutes.
          </p>
        </Notice>
      </BareStaffPage>
    )
  const errors: Record<string, string> = actionData?.errors ?? {}
  return (
    <BareStaffPage
      title="Forgotten your password?"
      errors={actionData?.errors}
      back={{ href: signInPath, label: 'Sign in' }}
    >
      <p>We send a link to your address. A new password is set on the page it opens.</p>
      <Form method="post" action="?" noValidate>
        <Field
          name="email"
          label="Email"
          type="email"
          autoComplete="username"
          defaultValue={actionData?.typed['email']}
          error={errors['email']}
        />
        <Button>Send me a link for a new password</Button>
        <p>
          If you know the password but are locked out after too many tries, a sign-in link opens this browser
          again.
        </p>
        <Button look="secondary" formAction="?do=sign-in-link">
          Send me a sign-in link
        </Button>
      </Form>
    </BareStaffPage>
  )
}
