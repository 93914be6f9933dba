import { useState } from 'react'
import { Form, redirect } from 'react-router'
import { renderSVG } from 'uqr'
import {
  beginTotp,
  confirmTotp,
  findOpenTotp,
  removeTotp,
  renewRecoveryCodes,
} from '#features/staff/factors.server.ts'
import { findFactors } from '#features/staff/factor-queries.server.ts'
import { codeForm, sessionForm } from '#features/staff/form.ts'
import { listPasskeys, removePasskey } from '#features/staff/passkeys.server.ts'
import { configContext, dbContext, nowContext } from '#server/context.server.ts'
import { readForm } from '#server/form.server.ts'
import { clientContext } from '#routes/session-context.server.ts'
import { Button } from '#ui/button.tsx'
import { Moment } from '#ui/day.tsx'
import { EntryList } from '#ui/entry-list.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Field } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { dataWith, redirectWith, refuse } from './answers.server.ts'
import { actorOf, allowActing, allowReading } from './guard.server.ts'
import { addPasskey, canUsePasskeys } from './passkey-client.ts'
import { StaffTitle } from './staff-title.tsx'
import type { Route } from './+types/factors.ts'

const route = 'routes/staff/factors'
const here = '/account/factors'

export async function loader(args: Route.LoaderArgs) {
  const session = allowReading(args, route)!
  const { context } = args
  const db = context.get(dbContext)
  const open = await findOpenTotp(db, context.get(configContext), session)
  return {
    factors: await findFactors(db, session.user.id),
    passkeys: await listPasskeys(db, session.user.id),
    open: open && { ...open, picture: renderSVG(open.link, { border: 2 }) },
    needed: session.user.role === 'admin' && !session.hasFactor,
  }
}

export async function action(args: Route.ActionArgs) {
  const session = allowActing(args, route)!
  const { context, request } = args
  const db = context.get(dbContext)
  const config = context.get(configContext)
  const actor = actorOf(args)
  const client = context.get(clientContext)
  const now = context.get(nowContext)

  switch (new URL(request.url).searchParams.get('do')) {
    case 'begin-app': {
      await beginTotp(db, config, session)
      return redirect(`${here}#app`)
    }
    case 'confirm-app': {
      const form = await readForm(request, codeForm)
      if (!form.ok) return refuse(400, form.errors)
      const outcome = await confirmTotp(db, config, actor, session, form.answers.code, client, now)
      if (!outcome.ok) return refuse(409, { code: refusals[outcome.reason] })
      return dataWith({ codes: outcome.recoveryCodes }, outcome.cookies)
    }
    case 'remove-app': {
      const outcome = await removeTotp(db, config, actor, session, client, now)
      return outcome.ok ? redirectWith(here, outcome.cookies) : refuse(409, { app: refusals[outcome.reason] })
    }
    case 'remove-passkey': {
      const form = await readForm(request, sessionForm)
      if (!form.ok) return refuse(400, form.errors)
      const outcome = await removePasskey(db, config, actor, session, form.answers.id, client, now)
      return outcome.ok
        ? redirectWith(here, outcome.cookies)
        : refuse(409, { passkeys: refusals[outcome.reason] })
    }
    case 'new-codes': {
      const outcome = await renewRecoveryCodes(db, actor, session, now)
      return outcome.ok
        ? dataWith({ codes: outcome.recoveryCodes }, [])
        : refuse(409, { codes: refusals[outcome.reason] })
    }
    default:
      return refuse(400, { app: 'This page does not know that action.' })
  }
}

const refusals = {
  'wrong-code': 'This code is not right. Wait for the next one and try again.',
  'too-many': 'Too many wrong codes. Try again in a quarter of an hour.',
  'not-begun': 'Begin again: the key was not found.',
  'session-over': 'You were signed out in the meantime. Sign in again.',
  'not-on': 'There is no app to remove.',
  'not-found': 'This passkey is gone already.',
  'password-too-short':
    'Your password is too short to stand alone. Choose one of at least 15 characters first.',
  'no-factor': 'Set up an app or a passkey first.',
}

export default function FactorsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { factors, passkeys, open, needed } = loaderData
  const refused = actionData && 'errors' in actionData ? actionData.errors : undefined
  const errors: Record<string, string> = refused ?? {}
  return (
    <>
      <StaffTitle title="Second factor" hasErrors={Boolean(refused)} />
      <ErrorSummary errors={Object.entries(errors).map(([fieldId, message]) => ({ fieldId, message }))} />
      {needed && (
        <Notice title="Set up a second factor">
          <p>
            Administrators need one. Choose an app on your telephone or a passkey; both together are best.
          </p>
        </Notice>
      )}
      {actionData && 'codes' in actionData && <RecoveryCodes codes={actionData.codes} />}
      <section>
        <h2 id="app">App</h2>
        {factors.totpSince ? (
          <>
            <p>
              Set up on <Moment at={factors.totpSince} />.
            </p>
            <Form method="post" action="?do=remove-app">
              <Button look="secondary">Remove the app</Button>
            </Form>
          </>
        ) : open ? (
          <OpenTotp open={open} error={errors['code']} />
        ) : (
          <Form method="post" action="?do=begin-app">
            <p>An authenticator app shows a new code every 30 seconds.</p>
            <Button look="secondary">Set up an app</Button>
          </Form>
        )}
      </section>
      <section>
        <h2 id="passkeys">Passkeys</h2>
        <EntryList
          entries={passkeys.map(({ id, name, createdAt }) => ({
            id,
            title: name,
            margin: <Moment at={createdAt} />,
            children: (
              <Form method="post" action="?do=remove-passkey">
                <input type="hidden" name="id" value={id} />
                <Button look="quiet">Remove {name}</Button>
              </Form>
            ),
          }))}
        />
        <AddPasskey />
      </section>
      <section>
        <h2 id="codes">Recovery codes</h2>
        <p>
          {factors.recoveryCodesLeft} of them are left. Each opens the account once when the app or passkey is
          lost.
        </p>
        <Form method="post" action="?do=new-codes">
          <Button look="secondary">Make new codes</Button>
        </Form>
      </section>
    </>
  )
}

function OpenTotp({
  open,
  error,
}: {
  open: { key: string; link: string; picture: string }
  error: string | undefined
}) {
  return (
    <>
      <p>Scan the picture with the app, or type the key into it, then enter the code it shows.</p>
      <div dangerouslySetInnerHTML={{ __html: open.picture }} data-qr="" />
      <p>
        Key: <code>{open.key}</code> · <a href={open.link}>Open in an app on this device</a>
      </p>
      <Form method="post" action="?do=confirm-app" noValidate>
        <Field
          name="code"
          label="Code of your app"
          hint="Six digits."
          width="short"
          inputMode="numeric"
          autoComplete="one-time-code"
          error={error}
        />
        <Button>Confirm</Button>
      </Form>
    </>
  )
}

function RecoveryCodes({ codes }: { codes: string[] }) {
  if (codes.length === 0) return null
  return (
    <Notice kind="success" title="Your recovery codes, shown only now">
      <p>Print them or write them down, and keep them away from your telephone.</p>
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function AddPasskey() {
  const [name, setName] = useState('')
  const [trouble, setTrouble] = useState('')
  const add = async () => {
    const outcome = canUsePasskeys()
      ? await addPasskey(name)
      : { ok: false as const, sentence: 'This browser cannot use passkeys.' }
    if (outcome.ok) window.location.assign(outcome.path)
    else setTrouble(outcome.sentence)
  }
  return (
    <div>
      <Field
        name="name"
        id="passkey-name"
        label="Name of the new passkey"
        hint="Such as My laptop."
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="button" look="secondary" onClick={add}>
        Add a passkey
      </Button>
      <p role="alert">{trouble}</p>
    </div>
  )
}
