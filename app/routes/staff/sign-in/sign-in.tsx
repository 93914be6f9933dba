import { Form, redirect } from 'react-router'
import { providerSignInForm, signInForm, signUpForm } from '#features/staff/accounts/form.ts'
import { signUp } from '#features/staff/joining/joining.server.ts'
import { mustEnrol } from '#features/staff/factors/factor-queries.server.ts'
import { passwordSentences } from '#features/staff/session/password-rule.ts'
import { signIn } from '#features/staff/session/sign-in.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { readForm } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { ChoicesField, Field } from '#ui/form/field.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { begin, given } from '#routes/request/begin.server.ts'
import { nextPath, refuse, secondFactorPath, withoutSecrets } from '#routes/request/answers.server.ts'
import { BareStaffPage } from './bare-staff-page.tsx'
import { redirectAfterSignIn } from './after-sign-in.server.ts'
import { leaveFor, listProviders } from './providers.server.ts'
import { refusalFor } from './sign-in-refusals.ts'
import { SignedIn } from './signed-in.tsx'
import signInScript from './sign-in-script.ts?inline-script'
import { accessRoleOf } from '#routes/request/guard.server.ts'
import { PasskeyButton } from '#routes/staff/account/passkey-button.tsx'
import { signInPath } from '#routes/request/paths.ts'
import styles from './sign-in.module.css'
import { staffCookies } from '#routes/request/staff-cookies.server.ts'
import type { Route } from './+types/sign-in.ts'

const route = 'routes/staff/sign-in/sign-in'

export const handle = { script: signInScript }

export function loader(args: Route.LoaderArgs) {
  const { config, client, session } = begin(args, route)
  const next = args.url.searchParams.get('next')
  const role = accessRoleOf(session)
  if (role === 'half') throw redirect(secondFactorPath(next))
  if (role === 'unproved') throw redirect('/account/profile')
  if (session) throw redirect(nextPath(next, session.user.role, session.mustEnrol))
  return { next: next ?? '', hasEnded: client.tokens.session !== undefined, providers: listProviders(config) }
}

export async function action(args: Route.ActionArgs) {
  begin(args, route)
  switch (args.url.searchParams.get('do')) {
    case 'sign-up':
      return join(args)
    case 'provider':
      return leave(args)
    default:
      return enter(args)
  }
}

async function leave(args: Route.ActionArgs) {
  const form = await readForm(args.request, providerSignInForm)
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const { provider, next = '' } = form.answers
  return leaveFor(args, provider, { for: 'sign-in', next }, { next })
}

async function enter(args: Route.ActionArgs) {
  const form = await readForm(args.request, signInForm)
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const { next, ...answers } = form.answers
  const { db, config, client, now } = given(args)
  const outcome = await signIn(db, config, answers, client, now)
  if (outcome.ok) {
    const { user, hasFactor } = outcome
    const cookies = staffCookies(config, outcome.tokens)
    if (outcome.next === 'second-factor') return redirectAfterSignIn(args, secondFactorPath(next), cookies)
    return redirectAfterSignIn(
      args,
      nextPath(next, user.role, await mustEnrol(db, user.role, hasFactor)),
      cookies,
    )
  }
  const { neutralSignIn } = await readSettings(db)
  const { status, errors } = refusalFor(outcome, neutralSignIn, now)
  return refuse(status, errors, form.typed)
}

async function join(args: Route.ActionArgs) {
  const form = await readForm(args.request, signUpForm)
  if (!form.ok) return refuse(400, inSignUp(form.errors), inSignUp(withoutSecrets(form.typed)))
  const { db, config, client, now } = given(args)
  const { neutralSignIn } = await readSettings(db)
  const outcome = await signUp(db, config, form.answers, client, neutralSignIn, now)
  // With neutral messages no session starts, or the answer would reveal whether the address was known.
  if (outcome.ok && !outcome.tokens.session) return { linkSentTo: form.answers.email }
  if (outcome.ok) return redirectAfterSignIn(args, '/account/profile', staffCookies(config, outcome.tokens))
  return refuse(
    outcome.reason === 'too-many' ? 429 : 409,
    inSignUp(signUpSentence(outcome.reason)),
    inSignUp(withoutSecrets(form.typed)),
  )
}

type SignUpRefusal = Extract<Awaited<ReturnType<typeof signUp>>, { ok: false }>['reason']

function signUpSentence(reason: SignUpRefusal): Record<string, string> {
  switch (reason) {
    case 'email-taken':
      return { email: 'There is already an account with this address. Sign in, or request a new password.' }
    case 'too-many':
      return { email: 'Too many accounts were requested from your network. Try again in an hour.' }
    case 'busy':
      return { email: 'Many people are signing in right now. Try again in a few seconds.' }
    default:
      return { password: passwordSentences[reason] }
  }
}

/** Both forms are on one page, so the fields of the second have their own ids. */
function inSignUp(values: Record<string, string>) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`new-${name}`, value]))
}

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const { next, hasEnded, providers } = loaderData
  const refused = actionData && 'errors' in actionData ? actionData : undefined
  const errors: Record<string, string> = refused?.errors ?? {}
  const typed: Record<string, string> = refused?.typed ?? {}
  if (actionData && 'next' in actionData) return <SignedIn next={actionData.next} />
  if (actionData && 'linkSentTo' in actionData) return <LinkSent email={actionData.linkSentTo} />
  const asksToJoin = Object.keys(errors).some((name) => name.startsWith('new-'))
  return (
    <BareStaffPage title="Sign in" errors={refused?.errors}>
      {hasEnded && !refused && (
        <Notice title="Your session has ended">
          <p>
            Sign in again to continue. A session ends after 12 hours, when you sign out elsewhere, and when an
            administrator changes your account.
          </p>
        </Notice>
      )}
      <Form method="post" action="?" noValidate>
        <Field
          name="email"
          label="Email"
          type="email"
          autoComplete="username"
          defaultValue={typed['email']}
          error={errors['email']}
        />
        <PasswordField
          name="password"
          label="Password"
          autoComplete="current-password"
          error={errors['password']}
        />
        <input type="hidden" name="next" value={typed['next'] ?? next} />
        <Button data-busy="Signing in …">Sign in</Button>
      </Form>
      <div className={styles.ways}>
        <PasskeyButton next={next} />
        <a href="/admin/forgotten-password">Forgot your password, or locked out?</a>
      </div>
      {providers.length > 0 && (
        <div className={styles.ways}>
          {providers.map(({ key, label }, at) => (
            <Form key={key} method="post" action="?do=provider">
              <input type="hidden" name="provider" value={key} />
              <input type="hidden" name="next" value={typed['next'] ?? next} />
              <Button look="secondary" id={at === 0 ? 'provider' : undefined}>
                Sign in with {label}
              </Button>
            </Form>
          ))}
        </div>
      )}
      <details open={asksToJoin} className={styles.join}>
        <summary>Request an account</summary>
        <p>
          We will email you a link to confirm your address. Then an administrator approves or declines your
          request.
        </p>
        <Form method="post" action="?do=sign-up" noValidate>
          <Field
            id="new-name"
            name="name"
            label="Name"
            autoComplete="name"
            defaultValue={typed['new-name']}
            error={errors['new-name']}
          />
          <Field
            id="new-email"
            name="email"
            label="Email"
            type="email"
            autoComplete="email"
            defaultValue={typed['new-email']}
            error={errors['new-email']}
          />
          <Field
            id="new-phone"
            name="phone"
            label="Phone"
            type="tel"
            autoComplete="tel"
            hint="With the country code, such as +91 532 246 0000."
            defaultValue={typed['new-phone']}
            error={errors['new-phone']}
          />
          <PasswordField
            id="new-password"
            name="password"
            label="Password"
            autoComplete="new-password"
            hint="At least 15 characters. A few words in a row are easy to remember."
            error={errors['new-password']}
          />
          <ChoicesField
            id="new-role"
            name="role"
            label="Role"
            chosen={[typed['new-role'] ?? '']}
            error={errors['new-role']}
            choices={[
              { value: 'admin', label: 'Administrator' },
              { value: 'editor', label: 'Editor' },
            ]}
          />
          <Button look="secondary">Request an account</Button>
        </Form>
      </details>
    </BareStaffPage>
  )
}

function LinkSent({ email }: { email: string }) {
  return (
    <BareStaffPage title="Check your email" back={{ href: signInPath, label: 'Sign in' }}>
      <Notice kind="success">
        <p>We sent an email to {email}. It tells you what to do next.</p>
      </Notice>
    </BareStaffPage>
  )
}
