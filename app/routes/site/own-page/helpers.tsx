import { data } from 'react-router'
import { helperForm, oneHelperForm } from '#features/own-pages/form.ts'
import {
  endHelper,
  extendHelper,
  nameHelper,
  type ExtendRefusal,
  type NamingRefusal,
} from '#features/own-pages/helpers/operations.server.ts'
import { isHelping, listHelpers } from '#features/own-pages/helpers/queries.server.ts'
import { maxHelpers } from '#features/own-pages/helpers/term.ts'
import { refuse, unknownAction, unlessWrong } from '#routes/request/answers.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { redirectWithFlash, takeFlash } from '#routes/request/flash.server.ts'
import { SitePage } from '#routes/site/pages/site-page.tsx'
import { readForm } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Field } from '#ui/form/field.tsx'
import { EntryList } from '#ui/list/entry-list.tsx'
import { FlashNotice } from '#ui/text/flash-notice.tsx'
import { HelperLimits, HelperTerm } from './helper-sections.tsx'
import { ownHeaders, requireOwn } from './own-session.server.ts'
import { helpersPath, ownPath } from './paths.ts'
import type { Route } from './+types/helpers.ts'

/** Whom the person lets help on this page. A helper does not get here. */

const route = 'routes/site/own-page/helpers'

export async function loader(args: Route.LoaderArgs) {
  const { db, now } = begin(args, route)
  const { session } = await requireOwn(args)
  const { flash, headers } = takeFlash(args)
  const helpers = (await listHelpers(db, session.personId))
    .filter((helper) => isHelping(helper, now))
    .map(({ id, name, email, endsAt, provedAt }) => ({
      id,
      name,
      email,
      endsAt,
      isProved: provedAt !== null,
    }))
  return data({ helpers, flash }, { headers })
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  const cookie = loaderHeaders.get('set-cookie')
  return { ...ownHeaders, ...(cookie && { 'set-cookie': cookie }) }
}

export async function action(args: Route.ActionArgs) {
  const { db, config, now } = begin(args, route)
  const { session, actor } = await requireOwn(args)
  const act = args.url.searchParams.get('do')
  if (act === null) {
    const form = await readForm(args.request, helperForm)
    if (!form.ok) return refuse(400, form.errors, form.typed)
    const named = await nameHelper(db, actor, session, config.origin, form.answers, now)
    if (named.ok) return redirectWithFlash(args, helpersPath, { key: 'own-helper-named' })
    return refuse(refusedAs[named.reason] ?? 409, namingRefusals[named.reason], form.typed)
  }
  if (act !== 'end' && act !== 'extend') throw data({ sentence: unknownAction }, { status: 400 })
  const { helper: id } = unlessWrong(await readForm(args.request, oneHelperForm))
  const which = { id, personId: session.personId }
  if (act === 'end') {
    const ended = await endHelper(db, actor, which, now)
    return redirectWithFlash(args, helpersPath, { key: ended.ok ? 'own-helper-ended' : 'own-helper-gone' })
  }
  const extended = await extendHelper(db, actor, { ...which, session }, now)
  if (extended.ok) return redirectWithFlash(args, helpersPath, { key: 'own-helper-extended' })
  return refuse(extended.reason === 'not-fresh' ? 403 : 409, {
    [`helper-${id}`]: extendRefusals[extended.reason],
  })
}

const notFresh = 'You signed in more than 15 minutes ago. Sign out, sign in again and then do this.'

const refusedAs: Partial<Record<NamingRefusal, number>> = { 'not-fresh': 403, 'too-often': 429 }

const namingRefusals: Record<NamingRefusal, Record<string, string>> = {
  'not-found': { email: 'You cannot add a helper at the moment. Contact the office.' },
  same: { email: 'This is your own address. Enter the helper’s email address.' },
  twice: { email: 'This address already belongs to a helper of yours.' },
  'too-many': { name: `You can have ${maxHelpers} helpers. Remove one first.` },
  'not-fresh': { name: notFresh },
  'too-often': { name: 'You have added several helpers today. Try again tomorrow, or contact the office.' },
}

const extendRefusals: Record<ExtendRefusal, string> = {
  'not-found': 'This person is no longer a helper. You can name them again.',
  'not-fresh': notFresh,
  'not-proved': 'You can extend this only after the helper has signed in for the first time.',
}

export default function Helpers({ loaderData: { helpers, flash }, actionData }: Route.ComponentProps) {
  const errors: Record<string, string> | undefined = actionData?.errors
  const typed: Record<string, string> = actionData?.typed ?? {}
  return (
    <SitePage
      column
      hidden
      title="Helpers"
      description="Let someone manage your page for you."
      trail={[{ label: 'My page', href: ownPath }]}
      hasErrors={errors !== undefined}
    >
      {flash && <FlashNotice {...flash} />}
      <ErrorSummary errors={errors} />
      <HelperLimits />
      {helpers.length === 0 ? (
        <p>You have no helper.</p>
      ) : (
        <EntryList
          level={2}
          entries={helpers.map((helper) => ({
            id: helper.id,
            title: helper.name,
            meta: helper.email,
            children: <HelperActs {...helper} error={errors?.[`helper-${helper.id}`]} />,
          }))}
        />
      )}
      <h2>Add a helper</h2>
      <form method="post" noValidate>
        <p>
          We email the helper, who has 30 days to sign in. A helper can act for one year, unless you extend
          it. You can remove the helper at any time.
        </p>
        <Field
          name="name"
          label="Name of the helper"
          autoComplete="off"
          maxLength={100}
          defaultValue={typed['name']}
          error={errors?.['name']}
        />
        <Field
          name="email"
          label="Email of the helper"
          type="email"
          autoComplete="off"
          defaultValue={typed['email']}
          error={errors?.['email']}
        />
        <Button>Add helper</Button>
      </form>
      <p>
        <a href={ownPath}>Back to My page</a>
      </p>
    </SitePage>
  )
}

interface ActsProps {
  id: string
  name: string
  endsAt: number
  isProved: boolean
  error: string | undefined
}

function HelperActs({ id, name, endsAt, isProved, error }: ActsProps) {
  return (
    <>
      <HelperTerm endsAt={endsAt} isProved={isProved} />
      {error && <p id={`helper-${id}`}>{error}</p>}
      {isProved && (
        <form method="post" action="?do=extend">
          <input type="hidden" name="helper" value={id} />
          <Button look="secondary" aria-label={`Extend by a year: ${name}`}>
            Extend by a year
          </Button>
        </form>
      )}
      <form method="post" action="?do=end">
        <input type="hidden" name="helper" value={id} />
        <Button look="secondary" aria-label={`Remove helper ${name}`}>
          {' '}
          Remove helper
        </Button>
      </form>
    </>
  )
}
