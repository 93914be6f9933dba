import { data, Form } from 'react-router'
import { firstAdminForm, linkForm, newPasswordForm } from '#features/staff/accounts/form.ts'
import { changeAddress, findAddressChange } from '#features/staff/joining/address-change.server.ts'
import { findInvite } from '#features/staff/joining/invitations.server.ts'
import { useFirstAdminLink, verifyEmail } from '#features/staff/joining/joining.server.ts'
import { resetPassword, useSignInLink } from '#features/staff/joining/recovery.server.ts'
import { roleLabels } from '#features/staff/accounts/workflow.ts'
import { readForm } from '#server/input/form.server.ts'
import { Button, ButtonLink } from '#ui/form/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { begin, given } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { dataWith, redirectWith, refuse } from '#routes/request/answers.server.ts'
import { BareStaffPage } from './bare-staff-page.tsx'
import { answerInvite } from './invite-answers.server.ts'
import { deadLink, sentenceFor } from './link-sentences.ts'
import { listProviders } from './providers.server.ts'
import showPasswordScript from './show-password-script.ts?inline-script'
import { signInPath } from '#routes/request/paths.ts'
import { staffCookies } from '#routes/request/staff-cookies.server.ts'
import type { Route } from './+types/follow-link.ts'

/** Where a mailed link leads. Opening it only shows the page; the button on it acts. */

const route = 'routes/staff/sign-in/follow-link'

const titles = {
  verify: 'Confirm your email address',
  reset: 'Choose a new password',
  invite: 'Accept your invitation',
  'first-admin': 'Create the first administrator',
  'sign-in': 'Unlock this browser',
}

type Purpose = keyof typeof titles

export const handle = { script: showPasswordScript }

export async function loader(args: Route.LoaderArgs) {
  const { db, config, now } = begin(args, route)
  const purpose = readPurpose(args.params.purpose)
  const token = args.url.searchParams.get('token') ?? ''
  const invite = purpose === 'invite' ? await findInvite(db, token, now) : undefined
  const isDead = purpose === 'invite' && !invite
  const newAddress = purpose === 'verify' ? await findAddressChange(db, token, now) : undefined
  const providers = invite ? listProviders(config) : []
  const hasFirebase = purpose === 'verify' && config.firebase !== undefined
  return { purpose, token, invite, isDead, newAddress, providers, hasFirebase }
}

/** The page contains the token and its owner. */
export function headers() {
  return { 'cache-control': 'no-store' }
}

export async function action(args: Route.ActionArgs) {
  begin(args, route)
  const purpose = readPurpose(args.params.purpose)
  switch (purpose) {
    case 'verify':
      return args.url.searchParams.get('do') === 'change' ? change(args) : verify(args)
    case 'reset':
      return reset(args)
    case 'invite':
      return answerInvite(args)
    case 'first-admin':
      return makeFirst(args)
    case 'sign-in':
      return unlock(args)
  }
}

function readPurpose(text: string): Purpose {
  if (Object.hasOwn(titles, text)) return text as Purpose
  throw data({ sentence: 'This link does not exist.' }, { status: 404 })
}

async function verify(args: Route.ActionArgs) {
  const form = await readForm(args.request, newPasswordForm)
  if (!form.ok) return refuse(400, form.errors)
  const { db, config, client, now } = given(args)
  const outcome = await verifyEmail(db, config, form.answers, client, now)
  if (outcome.ok) {
    const cookies = staffCookies(config, outcome.tokens)
    return redirectWithFlash(args, '/account/profile', { key: 'address-confirmed' }, cookies)
  }
  return refuse(outcome.reason === 'link-dead' ? 410 : 409, sentenceFor(outcome.reason))
}

async function change(args: Route.ActionArgs) {
  const form = await readForm(args.request, linkForm)
  if (!form.ok) return refuse(400, form.errors)
  const { db, client, now } = given(args)
  const outcome = await changeAddress(db, form.answers.token, client, now)
  if (!outcome.ok) return refuse(410, deadLink)
  return { done: 'Email address changed. Sign in with the new address.' }
}

async function reset(args: Route.ActionArgs) {
  const form = await readForm(args.request, newPasswordForm)
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const { db, config, client, now } = given(args)
  const outcome = await resetPassword(db, config, form.answers, client, now)
  if (!outcome.ok) return refuse(409, sentenceFor(outcome.reason), form.typed)
  const done = 'Password changed. Sign in with the new password.'
  return dataWith({ done }, staffCookies(config, outcome.tokens))
}

async function makeFirst(args: Route.ActionArgs) {
  const form = await readForm(args.request, firstAdminForm)
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const { db, config, client, now } = given(args)
  const outcome = await useFirstAdminLink(db, config, form.answers, client, now)
  return outcome.ok
    ? redirectWith('/account/factors', staffCookies(config, outcome.tokens))
    : refuse(409, sentenceFor(outcome.reason), form.typed)
}

async function unlock(args: Route.ActionArgs) {
  const form = await readForm(args.request, linkForm)
  if (!form.ok) return refuse(400, form.errors)
  const { db, config, client, now } = given(args)
  const outcome = await useSignInLink(db, form.answers.token, client, now)
  if (!outcome.ok) return refuse(410, deadLink)
  return redirectWith(signInPath, staffCookies(config, outcome.tokens))
}

export default function FollowLink({ loaderData, actionData }: Route.ComponentProps) {
  const { purpose, token, invite, isDead, newAddress, providers, hasFirebase } = loaderData
  const refused = actionData && 'errors' in actionData ? actionData : undefined
  const back = { href: signInPath, label: 'Sign in' }
  if (actionData && 'done' in actionData)
    return (
      <BareStaffPage title={titles[purpose]} back={back}>
        <Notice kind="success">
          <p>{actionData.done}</p>
        </Notice>
        <p>
          <ButtonLink href={signInPath} look="secondary">
            Continue
          </ButtonLink>
        </p>
      </BareStaffPage>
    )
  if (isDead)
    return (
      <BareStaffPage title={titles[purpose]} back={back}>
        <Notice kind="warning">
          <p>{deadLink.link} Ask the person who invited you to send another.</p>
        </Notice>
      </BareStaffPage>
    )
  if (invite?.isOver)
    return (
      <BareStaffPage title={titles[purpose]} errors={refused?.errors} back={back}>
        <p>
          The link in your email worked for 30 minutes and has expired. Your invitation is still valid. We can
          send a new link to {invite.email}.
        </p>
        <Form method="post" action={`?do=renew&token=${encodeURIComponent(token)}`} noValidate>
          <input type="hidden" name="token" value={token} />
          <Button id="link">Send a new link</Button>
        </Form>
      </BareStaffPage>
    )
  if (newAddress)
    return (
      <BareStaffPage title={titles[purpose]} errors={refused?.errors} back={back}>
        <p>
          From now on, you sign in with {newAddress}. We sign you out everywhere and email your old address
          about it.
        </p>
        <Form method="post" action={`?do=change&token=${encodeURIComponent(token)}`} noValidate>
          <input type="hidden" name="token" value={token} />
          <Button id="link">Use this address</Button>
        </Form>
      </BareStaffPage>
    )
  const errors: Record<string, string> = refused?.errors ?? {}
  const typed: Record<string, string> = refused?.typed ?? {}
  const asksPerson = purpose === 'invite' || purpose === 'first-admin'
  const asksPassword = asksPerson || purpose === 'reset' || purpose === 'verify'
  return (
    <BareStaffPage title={titles[purpose]} errors={refused?.errors} back={back}>
      {invite && (
        <p>
          You are invited as {roleLabels[invite.role]}. Your account will use the address {invite.email}.
        </p>
      )}
      {purpose === 'verify' && (
        <p>
          Enter the password you chose when you requested the account, or choose another. From now on, only
          the password you enter here works. If you did not request an account, close this page.
        </p>
      )}
      {hasFirebase && <p>If you already have a Firebase account, enter the password of that account.</p>}
      <Form method="post" noValidate>
        <input type="hidden" name="token" value={token} />
        {asksPerson && (
          <Field
            name="name"
            label="Name"
            autoComplete="name"
            defaultValue={typed['name']}
            error={errors['name']}
          />
        )}
        {purpose === 'first-admin' && (
          <Field
            name="email"
            label="Email"
            type="email"
            autoComplete="email"
            defaultValue={typed['email']}
            error={errors['email']}
          />
        )}
        {asksPerson && (
          <Field
            name="phone"
            label="Phone"
            type="tel"
            autoComplete="tel"
            defaultValue={typed['phone']}
            error={errors['phone']}
          />
        )}
        {asksPassword && (
          <PasswordField
            name="password"
            label={purpose === 'reset' ? 'New password' : 'Password'}
            autoComplete={purpose === 'verify' ? 'current-password' : 'new-password'}
            hint="At least 15 characters. A few words in a row are easy to remember."
            error={errors['password']}
          />
        )}
        <Button id="link">{titles[purpose]}</Button>
        {providers.map(({ key, label }, at) => (
          <Button
            key={key}
            id={at === 0 ? 'provider' : undefined}
            look="secondary"
            name="provider"
            value={key}
            formAction={`?do=provider&token=${encodeURIComponent(token)}`}
          >
            {`Accept with ${label}`}
          </Button>
        ))}
      </Form>
    </BareStaffPage>
  )
}
