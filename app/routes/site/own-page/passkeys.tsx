import { data } from 'react-router'
import { passkeyChangeForm } from '#features/own-pages/passkey-form.ts'
import { listPasskeys, removePasskey, renamePasskey } from '#features/own-pages/passkeys.server.ts'
import { refuse, unlessWrong, unknownAction } from '#routes/request/answers.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { redirectWithFlash, takeFlash } from '#routes/request/flash.server.ts'
import { SitePage } from '#routes/site/pages/site-page.tsx'
import { readForm } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Field } from '#ui/form/field.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { EntryList } from '#ui/list/entry-list.tsx'
import { FlashNotice } from '#ui/text/flash-notice.tsx'
import { ownHeaders, requireOwn } from './own-session.server.ts'
import passkeyScript from './passkey-script.ts?inline-script'
import { ownPath, passkeysPath } from './paths.ts'
import type { Route } from './+types/passkeys.ts'

/** The passkeys of the person who is signed in. Only adding one needs a script. */

const route = 'routes/site/own-page/passkeys'

export const handle = { script: passkeyScript }

export async function loader(args: Route.LoaderArgs) {
  const { db } = begin(args, route)
  const { session } = await requireOwn(args)
  const { flash, headers } = takeFlash(args)
  const passkeys = (await listPasskeys(db, session.personId)).map(({ id, name, createdAt, usedAt }) => ({
    ...{ id, name, createdAt, usedAt },
  }))
  return data({ passkeys, flash }, { headers })
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  const cookie = loaderHeaders.get('set-cookie')
  return { ...ownHeaders, ...(cookie && { 'set-cookie': cookie }) }
}

export async function action(args: Route.ActionArgs) {
  const { db, now } = begin(args, route)
  const { session, actor } = await requireOwn(args)
  const act = args.url.searchParams.get('do')
  if (act !== 'rename' && act !== 'remove') throw data({ sentence: unknownAction }, { status: 400 })
  const form = await readForm(args.request, passkeyChangeForm)
  if (!form.ok && act === 'rename')
    return refuse(400, { [`name-${form.typed['passkey']}`]: form.errors['name'] ?? '' })
  const { passkey: id, name } = unlessWrong(form)
  const done =
    act === 'rename'
      ? await renamePasskey(db, actor, { id, name }, now)
      : await removePasskey(db, actor, session, id, now)
  const said = act === 'rename' ? 'own-passkey-renamed' : 'own-passkey-removed'
  const key = done.ok ? said : 'own-passkey-gone'
  return redirectWithFlash(args, passkeysPath, { key })
}

export default function Passkeys({ loaderData: { passkeys, flash }, actionData }: Route.ComponentProps) {
  const errors: Record<string, string> | undefined = actionData?.errors
  return (
    <SitePage
      column
      hidden
      title="Passkeys"
      description="Sign in to your page with a device of yours."
      trail={[{ label: 'My page', href: ownPath }]}
      hasErrors={errors !== undefined}
    >
      {flash && <FlashNotice {...flash} />}
      <ErrorSummary errors={errors} />
      <p>
        With a passkey you sign in with your fingerprint, your face or the PIN of your device instead of a
        code. You can still sign in with a code by email.
      </p>
      {passkeys.length === 0 ? (
        <p>You have no passkey.</p>
      ) : (
        <EntryList
          level={2}
          entries={passkeys.map((passkey) => ({
            id: passkey.id,
            title: passkey.name,
            children: <Passkey {...passkey} error={errors?.[`name-${passkey.id}`]} />,
          }))}
        />
      )}
      <h2>Add a passkey</h2>
      <p data-without-passkeys="">
        This browser cannot use passkeys, or JavaScript is turned off. Turn it on, or use another browser.
      </p>
      <div data-own-passkey="" hidden>
        <form method="post" action="/my-page/passkey">
          <Field name="name" label="Name of the device" hint="Such as “My phone”." maxLength={60} />
          <Button>Add a passkey</Button>
        </form>
        <p role="alert" />
      </div>
      <p>
        <a href={ownPath}>Back to My page</a>
      </p>
    </SitePage>
  )
}

interface PasskeyProps {
  id: string
  name: string
  createdAt: number
  usedAt: number | null
  error: string | undefined
}

function Passkey({ id, name, createdAt, usedAt, error }: PasskeyProps) {
  return (
    <>
      <p>
        Added <Moment at={new Date(createdAt)} />
        {usedAt !== null && (
          <>
            , last used <Moment at={new Date(usedAt)} />
          </>
        )}
      </p>
      <form method="post" action="?do=rename" noValidate>
        <input type="hidden" name="passkey" value={id} />
        <Field
          id={`name-${id}`}
          name="name"
          label="New name"
          defaultValue={name}
          maxLength={60}
          error={error}
        />
        <Button look="secondary">Rename {name}</Button>
      </form>
      <form method="post" action="?do=remove">
        <input type="hidden" name="passkey" value={id} />
        <input type="hidden" name="name" value={name} />
        <Button look="secondary">Remove {name}</Button>
      </form>
    </>
  )
}
