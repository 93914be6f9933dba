import { Form, redirect } from 'react-router'
import { codeForm, recoveryCodeForm } from '#features/staff/accounts/form.ts'
import { passSecondFactor, type FactorOutcome } from '#features/staff/session/sign-in.server.ts'
import { readForm } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { listHref } from '#ui/list/list-href.ts'
import { begin } from '#routes/request/begin.server.ts'
import { nextPath, refuse } from '#routes/request/answers.server.ts'
import { BareStaffPage } from './bare-staff-page.tsx'
import { redirectAfterSignIn } from './after-sign-in.server.ts'
import { SignedIn } from './signed-in.tsx'
import signInScript from './sign-in-script.ts?inline-script'
import { accessRoleOf } from '#routes/request/guard.server.ts'
import { PasskeyButton } from '#routes/staff/account/passkey-button.tsx'
import { SignOutButton } from './sign-out-button.tsx'
import styles from './sign-in.module.css'
import { staffCookies } from '#routes/request/staff-cookies.server.ts'
import type { Route } from './+types/second-factor.ts'

const route = 'routes/staff/sign-in/second-factor'
const path = '/admin/second-factor'

export const handle = { script: signInScript }

export function loader(args: Route.LoaderArgs) {
  const { session } = begin(args, route)
  if (accessRoleOf(session) === 'unproved') throw redirect('/account/profile')
  const next = args.url.searchParams.get('next')
  if (session && !session.isHalf) throw redirect(nextPath(next, session.user.role, session.mustEnrol))
  return { next: next ?? '' }
}

export async function action(args: Route.ActionArgs) {
  const { db, config, client, session, now } = begin(args, route)
  const { request } = args
  const byRecovery = args.url.searchParams.get('do') === 'recovery'
  const form = byRecovery ? await readForm(request, recoveryCodeForm) : await readForm(request, codeForm)
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const outcome = await passSecondFactor(db, config, session, form.answers, client, now)
  if (outcome.ok) {
    const next = nextPath(args.url.searchParams.get('next'), outcome.user.role)
    return redirectAfterSignIn(args, next, staffCookies(config, outcome.tokens))
  }
  const isLimited = outcome.reason === 'too-many' || outcome.reason === 'locked'
  return refuse(isLimited ? 429 : 401, {
    [byRecovery ? 'recoveryCode' : 'code']: sentences[outcome.reason],
  })
}

const sentences: Record<(FactorOutcome & { ok: false })['reason'], string> = {
  'wrong-code': 'This code is wrong or has been used. Wait for the next one and try again.',
  'too-many': 'Too many wrong codes. Try again in 15 minutes.',
  locked:
    'Too many wrong codes in a row. Sign out, then set a new password with “Forgot your password” on the sign-in page.',
  'session-over': 'This took too long. Sign in with your password again.',
}

export default function SecondFactor({ loaderData: { next }, actionData }: Route.ComponentProps) {
  if (actionData && 'next' in actionData) return <SignedIn next={actionData.next} />
  const errors: Record<string, string> = actionData?.errors ?? {}
  return (
    <BareStaffPage title="Second factor" errors={actionData?.errors}>
      <Form method="post" action={listHref(path, { next })} noValidate>
        <Field
          name="code"
          label="Code from your app"
          hint="Six digits."
          width="short"
          inputMode="numeric"
          autoComplete="one-time-code"
          error={errors['code']}
        />
        <Button>Continue</Button>
      </Form>
      <PasskeyButton next={next} />
      <details open={errors['recoveryCode'] !== undefined} className={styles.join}>
        <summary>I cannot use my app</summary>
        <Form method="post" action={listHref(path, { do: 'recovery', next })} noValidate>
          <Field
            name="recoveryCode"
            label="Recovery code"
            hint="One of the codes you stored. Each works once."
            autoComplete="off"
            error={errors['recoveryCode']}
          />
          <Button look="secondary">Use recovery code</Button>
        </Form>
        <p>If you have no codes, ask an administrator to reset your second factor.</p>
      </details>
      <SignOutButton />
    </BareStaffPage>
  )
}
