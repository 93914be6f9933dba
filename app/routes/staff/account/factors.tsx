import { useState } from 'react'
import { Form, useRevalidator } from 'react-router'
import { renderSVG } from 'uqr'
import { findOpenTotp } from '#features/staff/factors/factors.server.ts'
import { findFactors } from '#features/staff/factors/factor-queries.server.ts'
import { listPasskeys } from '#features/staff/factors/passkeys.server.ts'
import { isFresh } from '#features/staff/session/sessions.server.ts'
import { Button, ButtonLink } from '#ui/form/button.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { EntryList } from '#ui/list/entry-list.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Field } from '#ui/form/field.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { refuse, unknownAction } from '#routes/request/answers.server.ts'
import { ConfirmForm } from '#routes/staff/sign-in/confirm-form.tsx'
import { findFactorAct } from './factor-acts.server.ts'
import { canUsePasskeys } from '#ui/script/passkey-ceremony.ts'
import { addPasskey } from './passkey-client.ts'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { CodeTools } from './code-tools.tsx'
import styles from './factors.module.css'
import type { Route } from './+types/factors.ts'

const route = 'routes/staff/account/factors'

export async function loader(args: Route.LoaderArgs) {
  const { db, config, session, now } = begin(args, route)
  const isProved = isFresh(session, now)
  // Anyone who reads the key can make every code of the app.
  const open = isProved ? await findOpenTotp(db, config, session) : undefined
  return {
    factors: await findFactors(db, session.user.id),
    passkeys: await listPasskeys(db, session.user.id),
    open: open && { ...open, picture: asAddress(renderSVG(open.link, { border: 2 })) },
    isProved,
    needed: session.user.role === 'admin' && !session.hasFactor,
  }
}

function asAddress(svg: string) {
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

export async function action(args: Route.ActionArgs) {
  const { session } = begin(args, route)
  const act = findFactorAct(args.url.searchParams.get('do'))
  return act ? act(args, session) : refuse(400, { app: unknownAction })
}

export default function FactorsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { factors, passkeys, open, needed, isProved } = loaderData
  const refused = actionData && 'errors' in actionData ? actionData.errors : undefined
  const errors: Record<string, string> = refused ?? {}
  const [codesOfPasskey, setCodesOfPasskey] = useState<string[]>([])
  if (actionData && 'confirm' in actionData) return <ConfirmForm {...actionData.confirm} />
  const codes = actionData && 'codes' in actionData ? actionData.codes : codesOfPasskey
  const hasFactor = Boolean(factors.totpSince) || passkeys.length > 0
  return (
    <>
      <StaffTitle title="Second factor" hasErrors={Boolean(refused)} />
      <ErrorSummary errors={refused} />
      {needed && (
        <Notice title="Set up a second factor">
          <p>
            Administrators need a second factor. Set up an app on your phone or a passkey. Both together are
            safest.
          </p>
        </Notice>
      )}
      <RecoveryCodes codes={codes} />
      <section>
        <h2 id="app">App</h2>
        {factors.totpSince ? (
          <Form method="post" action="?do=remove-app">
            <p>
              Set up on <Moment at={factors.totpSince} />. If you remove it, its codes stop working here.
            </p>
            <Button look="secondary">Remove app</Button>
          </Form>
        ) : open ? (
          <OpenTotp open={open} error={errors['code']} />
        ) : (
          <Form method="post" action="?do=begin-app">
            <p>An authenticator app on your phone shows a new code every 30 seconds.</p>
            <Button look="secondary">Set up an app</Button>
          </Form>
        )}
      </section>
      <section>
        <h2 id="passkeys">Passkeys</h2>
        <p>Sign in with your fingerprint, face or PIN instead of a password.</p>
        {passkeys.length > 0 && (
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
        )}
        {isProved ? <AddPasskey added={setCodesOfPasskey} /> : <ConfirmBeforePasskey />}
      </section>
      <section>
        <h2 id="codes">Recovery codes</h2>
        {hasFactor ? (
          <Form method="post" action="?do=new-codes">
            <p>
              {codesLeft(factors.recoveryCodesLeft)} Each code works once, if you lose your app or passkey.
              New codes replace the old ones.
            </p>
            <Button look="secondary">Create new codes</Button>
          </Form>
        ) : (
          <p>You get recovery codes with your first app or passkey. Use them if you lose it.</p>
        )}
      </section>
    </>
  )
}

function codesLeft(count: number) {
  if (count === 0) return 'No codes left.'
  return count === 1 ? '1 code left.' : `${count} codes left.`
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
      <p>Scan the QR code with the app, or type the key into it. Then enter the code it shows.</p>
      <div className={styles.setUp}>
        <img
          className={styles.picture}
          src={open.picture}
          width={200}
          height={200}
          alt="QR code with the key"
        />
        <div>
          <p>
            Key
            <code className={styles.key}>{open.key}</code>
          </p>
          <p>
            <a href={open.link}>Open in an app on this device</a>
          </p>
          <Form method="post" action="?do=confirm-app" noValidate>
            <Field
              name="code"
              label="Code from your app"
              hint="Six digits."
              width="short"
              inputMode="numeric"
              autoComplete="one-time-code"
              error={error}
            />
            <Button>Confirm</Button>
          </Form>
        </div>
      </div>
    </>
  )
}

function RecoveryCodes({ codes }: { codes: string[] }) {
  if (codes.length === 0) return null
  return (
    <Notice kind="success" title="Your recovery codes. We show them only once.">
      <p>Print them or write them down, and store them away from your phone.</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <CodeTools codes={codes} />
    </Notice>
  )
}

function ConfirmBeforePasskey() {
  return (
    <>
      <p>Confirm your password to add a passkey.</p>
      <ButtonLink href="/account/confirm?next=/account/factors" look="secondary">
        Confirm your password
      </ButtonLink>
    </>
  )
}

/** Recovery codes come with the first factor; they are passed on to be shown. */
function AddPasskey({ added }: { added: (codes: string[]) => void }) {
  const [name, setName] = useState('')
  const [trouble, setTrouble] = useState('')
  const { revalidate } = useRevalidator()
  const add = async () => {
    // Before the device makes the passkey: one that is refused afterwards would stay on it, useless.
    if (!name.trim()) return setTrouble('Enter a name for the passkey, such as My laptop.')
    setTrouble('')
    const outcome = canUsePasskeys()
      ? await addPasskey(name)
      : { ok: false as const, sentence: 'This browser cannot use passkeys.' }
    if (!outcome.ok) return setTrouble(outcome.sentence)
    setName('')
    added(outcome.recoveryCodes ?? [])
    await revalidate()
  }
  return (
    <>
      <p className={styles.withoutScripts}>
        JavaScript is turned off in this browser. Turn it on to add a passkey.
      </p>
      <form
        className={styles.withScripts}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <Field
          name="name"
          id="passkey-name"
          label="Name of the new passkey"
          hint="Such as My laptop."
          error={trouble || undefined}
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button look="secondary">Add a passkey</Button>
        <p role="alert" className="visually-hidden">
          {trouble}
        </p>
      </form>
    </>
  )
}
