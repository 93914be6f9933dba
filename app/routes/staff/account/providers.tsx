import { Form } from 'react-router'
import { buttonForm, firebasePasswordForm, providerForm, sessionForm } from '#features/staff/accounts/form.ts'
import { movePasswordToFirebase } from '#features/staff/firebase/move-password.server.ts'
import { hasPassword } from '#features/staff/accounts/queries.server.ts'
import { labelOfIssuer, listLinkedSignIns } from '#features/staff/providers/identities.server.ts'
import { unlinkIdentity } from '#features/staff/providers/linking.server.ts'
import { readConfirmable, readForm } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { EntryList } from '#ui/list/entry-list.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { refuse, unlessWrong, unknownAction } from '#routes/request/answers.server.ts'
import { linkedSignInsPath } from '#routes/request/paths.ts'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { ConfirmForm } from '#routes/staff/sign-in/confirm-form.tsx'
import { confirmHere } from '#routes/request/confirm.server.ts'
import { leaveFor, listProviders } from '#routes/staff/sign-in/providers.server.ts'
import { FirebaseForm } from './firebase-form.tsx'
import { movePasswordErrors } from './firebase-sentences.ts'
import { staffCookies } from '#routes/request/staff-cookies.server.ts'
import type { Route } from './+types/providers.ts'

const route = 'routes/staff/account/providers'

export async function loader(args: Route.LoaderArgs) {
  const { db, config, session } = begin(args, route)
  const linked = await listLinkedSignIns(db, session.user.id)
  const isFree = ({ key }: { key: string }) =>
    !linked.some(({ issuer }) => keyOf(config.signInProviders, issuer) === key)
  return {
    linked: linked.map(({ id, issuer, email, createdAt, lastUsedAt }) => ({
      id,
      label: labelOfIssuer(config.signInProviders, issuer),
      email,
      createdAt,
      lastUsedAt,
    })),
    providers: listProviders(config).filter(isFree),
    firebaseEmail:
      config.firebase && (await hasPassword(db, session.user.id)) ? session.user.email : undefined,
  }
}

type Known = { key: string; issuer: string }[]

function keyOf(known: Known, issuer: string) {
  return known.find((one) => one.issuer === issuer)?.key
}

export async function action(args: Route.ActionArgs) {
  const { db, config, session, actor, client, now } = begin(args, route)
  const act = args.url.searchParams.get('do')
  if (act === 'link') {
    const form = await readConfirmable(args.request, providerForm)
    const { provider } = unlessWrong(form)
    const proof = await confirmHere(args, session, form)
    if (!proof.ok) return proof.answer
    return leaveFor(args, provider, { for: 'link', userId: session.user.id }, {}, proof.cookies)
  }
  if (act === 'firebase') return moveToFirebase(args)
  if (act !== 'unlink') {
    unlessWrong(await readConfirmable(args.request, buttonForm))
    return refuse(400, { linked: unknownAction })
  }
  const form = await readConfirmable(args.request, sessionForm)
  const { id } = unlessWrong(form)
  const proof = await confirmHere(args, session, form)
  if (!proof.ok) return proof.answer
  const own = (await listLinkedSignIns(db, session.user.id)).find((one) => one.id === id)
  const label = own ? labelOfIssuer(config.signInProviders, own.issuer) : ''
  const outcome = await unlinkIdentity(db, config, actor, proof.session, { id, label }, client, now)
  if (!outcome.ok) return refuse(409, { linked: refusals[outcome.reason] }, {}, proof.cookies)
  const cookies = staffCookies(config, outcome.tokens)
  return redirectWithFlash(args, linkedSignInsPath, { key: 'sign-in-unlinked', label }, cookies)
}

async function moveToFirebase(args: Route.ActionArgs) {
  const { db, config, session, actor, client, now } = begin(args, route)
  const form = await readForm(args.request, firebasePasswordForm)
  if (!form.ok) return refuse(400, form.errors)
  const outcome = await movePasswordToFirebase(db, config, actor, session, form.answers, client, now)
  if (!outcome.ok)
    return refuse(outcome.reason === 'too-many' ? 429 : 409, movePasswordErrors(outcome.reason))
  return redirectWithFlash(
    args,
    linkedSignInsPath,
    { key: 'sign-in-linked', label: 'Firebase' },
    staffCookies(config, outcome.tokens),
  )
}

const refusals = {
  'session-over': 'You have been signed out. Sign in again.',
  'not-found': 'This sign-in has already been unlinked.',
  'no-password':
    'Your account has no password yet. Sign out and choose one with “Forgot your password” on the sign-in page. Then you can unlink this sign-in.',
}

export default function LinkedSignIns({ loaderData, actionData }: Route.ComponentProps) {
  const { linked, providers, firebaseEmail } = loaderData
  if (actionData && 'confirm' in actionData) return <ConfirmForm {...actionData.confirm} />
  const errors: Record<string, string> | undefined = actionData?.errors
  return (
    <>
      <StaffTitle title="Linked sign-ins" hasErrors={Boolean(errors)} />
      <ErrorSummary errors={errors} />
      <p>
        Sign in with an account you have elsewhere instead of your password here. Your second factor does not
        change.
      </p>
      <div id="linked">
        {linked.length > 0 && (
          <EntryList
            entries={linked.map(({ id, label, email, createdAt, lastUsedAt }) => ({
              id,
              title: `${label} (${email})`,
              margin: <Moment at={createdAt} />,
              children: (
                <Form method="post" action="?do=unlink">
                  <p>
                    {lastUsedAt ? (
                      <>
                        Last used <Moment at={lastUsedAt} />.
                      </>
                    ) : (
                      'Not used yet.'
                    )}
                  </p>
                  <input type="hidden" name="id" value={id} />
                  <Button look="quiet">Unlink {label}</Button>
                </Form>
              ),
            }))}
          />
        )}
      </div>
      {linked.length === 0 && providers.length === 0 && firebaseEmail === undefined && (
        <p>No sign-in provider is set up on this site.</p>
      )}
      {providers.map(({ key, label }) => (
        <Form key={key} method="post" action="?do=link">
          <input type="hidden" name="provider" value={key} />
          <Button look="secondary">Link {label}</Button>
        </Form>
      ))}
      {firebaseEmail !== undefined && <FirebaseForm email={firebaseEmail} errors={errors ?? {}} />}
    </>
  )
}
