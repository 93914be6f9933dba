import { Form } from 'react-router'
import { ownAddressForm, profileForm } from '#features/staff/accounts/form.ts'
import { requestAddressChange } from '#features/staff/joining/address-change.server.ts'
import { sendVerification } from '#features/staff/joining/joining.server.ts'
import { changeProfile } from '#features/staff/accounts/own-account.server.ts'
import { roleLabels } from '#features/staff/accounts/workflow.ts'
import { readButton, readForm } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Facts } from '#ui/text/facts.tsx'
import { Field } from '#ui/form/field.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { refuse, unlessWrong, withoutSecrets } from '#routes/request/answers.server.ts'
import { linkedSignInsPath } from '#routes/request/paths.ts'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import type { Route } from './+types/profile.ts'

const route = 'routes/staff/account/profile'
const path = '/account/profile'

export function loader(args: Route.LoaderArgs) {
  const { config, session } = begin(args, route)
  return {
    user: session.user,
    hasProviders: config.signInProviders.length > 0 || config.firebase !== undefined,
  }
}

export async function action(args: Route.ActionArgs) {
  const { db, config, session, actor, now } = begin(args, route)
  const { request } = args
  if (args.url.searchParams.get('do') === 'address') return changeOwnAddress(args)
  if (args.url.searchParams.get('do') === 'verify') {
    unlessWrong(await readButton(request))
    const outcome = await sendVerification(db, config, actor, session.user.id, now)
    return outcome.ok
      ? redirectWithFlash(args, path, { key: 'confirmation-link-sent', email: session.user.email })
      : refuse(429, { verify: verifyRefusals[outcome.reason] })
  }
  const form = await readForm(request, profileForm)
  if (!form.ok) return refuse(400, form.errors, form.typed)
  await changeProfile(db, actor, session, form.answers, now)
  return redirectWithFlash(args, path, { key: 'profile-saved' })
}

async function changeOwnAddress(args: Route.ActionArgs) {
  const { db, config, session, actor, client, now } = begin(args, route)
  const form = await readForm(args.request, ownAddressForm)
  if (!form.ok) return refuse(400, form.errors, withoutSecrets(form.typed))
  const outcome = await requestAddressChange(db, config, actor, session, form.answers, client, now)
  if (outcome.ok)
    return redirectWithFlash(args, path, { key: 'new-address-link-sent', email: form.answers.newEmail })
  return refuse(409, addressRefusals[outcome.reason], withoutSecrets(form.typed))
}

type AddressRefusal = Extract<Awaited<ReturnType<typeof requestAddressChange>>, { ok: false }>['reason']

const addressRefusals: Record<AddressRefusal, Record<string, string>> = {
  'same-address': { newEmail: 'This is already the address of your account. Enter another one.' },
  'not-confirmed': { newEmail: 'Confirm your current address first.' },
  'wrong-password': { current: 'This is not your password. Try again.' },
  'too-many': { current: 'Too many attempts. Try again in 20 minutes.' },
  away: { current: 'We cannot reach Firebase right now. Try again in a few minutes.' },
  busy: { current: 'Many people are signing in right now. Try again in a few seconds.' },
  'session-over': { current: 'You are signed out. Sign in and try again.' },
}

const verifyRefusals = {
  'already-verified': 'Your email address is already confirmed.',
  'too-many':
    'We emailed you a link within the last 20 minutes. Look for the latest email, also in your spam folder. Its link works for 30 minutes.',
}

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const { user, hasProviders } = loaderData
  const errors: Record<string, string> = actionData?.errors ?? {}
  const typed: Record<string, string> = actionData?.typed ?? {}
  return (
    <>
      <StaffTitle title="Profile" hasErrors={Boolean(actionData)} />
      <ErrorSummary errors={actionData?.errors} />
      {user.state === 'pending' && (
        <Notice title="Your account is waiting for approval">
          <p>
            You asked to be {user.requestedRole === 'admin' ? 'an administrator' : 'an editor'}. An
            administrator checks every request, and we will email you. Until then you can edit your profile.
          </p>
        </Notice>
      )}
      <Facts
        facts={[
          { label: 'Email', value: user.email },
          { label: 'Role', value: user.role ? roleLabels[user.role] : 'None yet' },
        ]}
      />
      {!user.emailVerified && (
        <Form method="post" action="?do=verify">
          <p>
            Your email address is not confirmed yet. Until you confirm it, nobody can approve your account and
            you cannot set up a second factor.
          </p>
          <Button id="verify" look="secondary">
            Send a confirmation link
          </Button>
        </Form>
      )}
      <Form method="post" action="?" noValidate>
        <Field
          name="name"
          label="Name"
          autoComplete="name"
          defaultValue={typed['name'] ?? user.name}
          error={errors['name']}
        />
        <Field
          name="phone"
          label="Phone"
          type="tel"
          autoComplete="tel"
          defaultValue={typed['phone'] ?? user.phone}
          error={errors['phone']}
        />
        <Button>Save</Button>
      </Form>
      {user.emailVerified && (
        <section>
          <h2 id="address">Change your email address</h2>
          <p>
            We email a link to the new address, and a notice to {user.email}. The address changes when you
            open the link.
          </p>
          <Form method="post" action="?do=address" noValidate>
            <Field
              name="newEmail"
              label="New email address"
              type="email"
              autoComplete="email"
              defaultValue={typed['newEmail']}
              error={errors['newEmail']}
            />
            <PasswordField
              name="current"
              label="Your password"
              autoComplete="current-password"
              error={errors['current']}
            />
            <Button look="secondary">Send the link</Button>
          </Form>
        </section>
      )}
      {user.emailVerified && hasProviders && (
        <p>
          <a href={linkedSignInsPath}>Linked sign-ins</a>
        </p>
      )}
    </>
  )
}
