import { redirect } from 'react-router'
import {
  codeCookie,
  dropOwnToken,
  knownCookie,
  readOwnToken,
  sessionCookie,
  setOwnToken,
} from '#routes/request/own-page-cookies.server.ts'
import { findRequestedAddress, useCode, type CodeRefusal } from '#features/own-pages/codes.server.ts'
import { codeForm } from '#features/own-pages/form.ts'
import { begin } from '#routes/request/begin.server.ts'
import { SitePage } from '#routes/site/pages/site-page.tsx'
import { redirectWith, refuse } from '#routes/request/answers.server.ts'
import { readForm } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Field } from '#ui/form/field.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { ownHeaders } from './own-session.server.ts'
import { choosePath, ownPath, signInPath } from './paths.ts'
import type { Route } from './+types/code.ts'

/** The second step: the code from the email, in the browser that requested it. */

const route = 'routes/site/own-page/code'

export async function loader(args: Route.LoaderArgs) {
  const { db, config, client, now } = begin(args, route)
  const token = readOwnToken(client.cookie, codeCookie, config.origin)
  if (token === undefined) throw redirect(signInPath)
  return { email: await findRequestedAddress(db, token, now) }
}

export function headers() {
  return ownHeaders
}

export async function action(args: Route.ActionArgs) {
  const { db, config, client, now } = begin(args, route)
  const token = readOwnToken(client.cookie, codeCookie, config.origin)
  if (token === undefined) throw redirect(signInPath)
  const form = await readForm(args.request, codeForm)
  if (!form.ok) return refuse(400, form.errors)
  const former = readOwnToken(client.cookie, sessionCookie, config.origin)
  const known = readOwnToken(client.cookie, knownCookie, config.origin)
  const browser = { address: client.address, former, known }
  const used = await useCode(db, config.secret, { token, typed: form.answers.code }, browser, now)
  if (!used.ok) return refuse(used.reason === 'too-many' ? 429 : 400, { code: refusals[used.reason] })
  return redirectWith(used.mustChoose ? choosePath : ownPath, [
    setOwnToken(sessionCookie, used.token, config.origin),
    dropOwnToken(codeCookie, config.origin),
    ...(used.known ? [setOwnToken(knownCookie, used.known, config.origin)] : []),
  ])
}

const refusals: Record<CodeRefusal, string> = {
  wrong: 'This code is not right. Check the newest email and enter the code again.',
  over: 'This code no longer works. Request a new one.',
  'too-many': 'There were too many tries from your network. Wait 15 minutes and try again.',
}

export default function Code({ loaderData: { email }, actionData }: Route.ComponentProps) {
  const errors: Record<string, string> | undefined = actionData?.errors
  return (
    <SitePage
      column
      hidden
      title="Enter the code"
      description="Enter the code that we emailed you."
      trail={[{ label: 'Sign in to My page', href: signInPath }]}
      hasErrors={errors !== undefined}
    >
      <ErrorSummary errors={errors} />
      {email === undefined ? (
        <Notice kind="warning">
          <p>
            The code has expired or was entered incorrectly too often.{' '}
            <a href={signInPath}>Request a new code</a>.
          </p>
        </Notice>
      ) : (
        <form method="post" noValidate>
          <p>
            If {email} is in the register, we have emailed a code to it. The code works once, for ten minutes
            and only in this browser.
          </p>
          <Field
            name="code"
            label="Code"
            hint="Eight letters and digits, such as ACDE-FGHJ. Capitals do not matter."
            width="short"
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            error={errors?.['code']}
          />
          <Button>Sign in</Button>
        </form>
      )}
      <p>
        No email after a few minutes? Look in the spam folder, or{' '}
        <a href={signInPath}>request another code</a>.
      </p>
    </SitePage>
  )
}
