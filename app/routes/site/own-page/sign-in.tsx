import {
  codeCookie,
  knownCookie,
  readOwnToken,
  setOwnToken,
} from '#routes/request/own-page-cookies.server.ts'
import { requestCode } from '#features/own-pages/codes.server.ts'
import { signInForm } from '#features/own-pages/form.ts'
import { begin } from '#routes/request/begin.server.ts'
import { SitePage } from '#routes/site/pages/site-page.tsx'
import { redirectWith, refuse } from '#routes/request/answers.server.ts'
import { readForm } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Field } from '#ui/form/field.tsx'
import { ownHeaders, skipIfSignedIn } from './own-session.server.ts'
import passkeyScript from './passkey-script.ts?inline-script'
import { codePath } from './paths.ts'
import type { Route } from './+types/sign-in.ts'

/** The first step to the own page: an address, to which we email a code. */

const route = 'routes/site/own-page/sign-in'

export const handle = { script: passkeyScript }

export async function loader(args: Route.LoaderArgs) {
  begin(args, route)
  await skipIfSignedIn(args)
  return null
}

export function headers() {
  return ownHeaders
}

export async function action(args: Route.ActionArgs) {
  const { db, config, client, now } = begin(args, route)
  const form = await readForm(args.request, signInForm)
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const known = readOwnToken(client.cookie, knownCookie, config.origin)
  const requested = await requestCode(db, form.answers.email, client.address, now, known)
  if (!requested.ok) return refuse(429, { email: tooMany }, form.typed)
  return redirectWith(codePath, [setOwnToken(codeCookie, requested.token, config.origin)])
}

const tooMany =
  'You have requested several codes. Use the code in our newest email, or wait ten minutes and request another one. If that fails too, try again tomorrow or contact the office.'

export default function SignIn({ actionData }: Route.ComponentProps) {
  const errors: Record<string, string> | undefined = actionData?.errors
  return (
    <SitePage
      column
      title="Sign in to My page"
      description="For fellows and members: see and correct what the Academy holds about you."
      hasErrors={errors !== undefined}
    >
      <ErrorSummary errors={errors} />
      <p>
        For people in the register of the Academy. You need no password: we email you a code that you enter on
        the next page.
      </p>
      <form method="post" noValidate>
        <Field
          name="email"
          label="Email"
          hint="The address that the Academy has for you."
          type="email"
          autoComplete="email"
          defaultValue={actionData?.typed['email']}
          error={errors?.['email']}
        />
        <Button>Email me a code</Button>
      </form>
      <div data-own-passkey="" hidden>
        <h2>With a passkey</h2>
        <form method="post" action="/my-page/sign-in/passkey">
          <p>If you have added one to your page, you need no code.</p>
          <Button look="secondary">Use a passkey</Button>
        </form>
        <p role="alert" />
      </div>
      <h2>If this does not work</h2>
      <p>
        If your address has changed or the Academy has none for you,{' '}
        <a href="/contact-us">contact the office</a>. Have you submitted a nomination or an application? You
        can also <a href="/case-status">track an application</a> without signing in.
      </p>
    </SitePage>
  )
}
