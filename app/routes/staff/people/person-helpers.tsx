import { data } from 'react-router'
import { officeHelperForm, oneHelperForm } from '#features/own-pages/form.ts'
import {
  endHelper,
  extendHelper,
  nameHelperFor,
  type ExtendRefusal,
  type NamingRefusal,
} from '#features/own-pages/helpers/operations.server.ts'
import { isHelping, listHelpers, type HelperLine } from '#features/own-pages/helpers/queries.server.ts'
import { maxHelpers } from '#features/own-pages/helpers/term.ts'
import { readPerson } from '#features/people/reading.server.ts'
import { expectNoQuery, refuse, unknownAction, unlessWrong } from '#routes/request/answers.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { readForm } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Field } from '#ui/form/field.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { EmptyState } from '#ui/list/empty-state.tsx'
import { Facts } from '#ui/text/facts.tsx'
import type { Route } from './+types/person-helpers.ts'

/** Who helps someone with their own page. The office names a helper when the person has asked for it in writing. */

const route = 'routes/staff/people/person-helpers'
const nobody = { sentence: 'There is no person at this address in the register.' }

export async function loader(args: Route.LoaderArgs) {
  const { db, actor, now } = begin(args, route)
  expectNoQuery(args.url)
  const person = await readPerson(db, actor, args.params.id, now)
  if (!person) throw data(nobody, { status: 404 })
  const helpers = (await listHelpers(db, person.id)).map((helper) => ({
    ...helper,
    isOpen: isHelping(helper, now),
  }))
  const isClosed = person.binnedAt !== null || Boolean(person.diedYear)
  return { id: person.id, name: person.name, helpers, isClosed }
}

export async function action(args: Route.ActionArgs) {
  const { db, config, actor, now } = begin(args, route)
  const personId = args.params.id
  const page = `/editor/people/${personId}/helpers`
  const act = args.url.searchParams.get('do')
  if (act === null) {
    const form = await readForm(args.request, officeHelperForm)
    if (!form.ok) return refuse(400, form.errors, form.typed)
    const named = await nameHelperFor(db, actor, config.origin, { ...form.answers, personId }, now)
    if (named.ok) return redirectWithFlash(args, page, { key: 'helper-named' })
    return refuse(409, namingRefusals[named.reason], form.typed)
  }
  if (act !== 'end' && act !== 'extend') throw data({ sentence: unknownAction }, { status: 400 })
  const { helper: id } = unlessWrong(await readForm(args.request, oneHelperForm))
  if (act === 'end') {
    const ended = await endHelper(db, actor, { id, personId }, now)
    return redirectWithFlash(args, page, { key: ended.ok ? 'helper-ended' : 'own-helper-gone' })
  }
  const extended = await extendHelper(db, actor, { id, personId, session: undefined }, now)
  if (extended.ok) return redirectWithFlash(args, page, { key: 'helper-extended' })
  return refuse(409, { [`helper-${id}`]: extendRefusals[extended.reason] })
}

const closed = 'This person is not in the register, or has died.'

const namingRefusals: Record<NamingRefusal, Record<string, string>> = {
  'not-found': { name: closed },
  same: { email: 'This is the address of the person. Enter the helper’s email address.' },
  twice: { email: 'This address already belongs to a helper of this person.' },
  'too-many': { name: `A person can have ${maxHelpers} helpers. Remove one first.` },
  // Only for people on their own page.
  'not-fresh': { name: closed },
  'too-often': { name: closed },
}

const extendRefusals: Record<ExtendRefusal, string> = {
  'not-found': 'This person is no longer a helper. You can name them again.',
  'not-fresh': closed,
  'not-proved': 'You can extend this only after the helper has signed in for the first time.',
}

export default function PersonHelpers({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, helpers, isClosed } = loaderData
  const errors: Record<string, string> | undefined = actionData?.errors
  const typed: Record<string, string> = actionData?.typed ?? {}
  return (
    <>
      <StaffTitle
        title={`Helpers of ${name}`}
        hasErrors={Boolean(actionData)}
        back={{ href: `/editor/people/${id}`, label: name }}
      />
      <ErrorSummary errors={errors} />
      <p>
        A helper signs in with their own address and manages the page of {name} for them. {name} names helpers
        on My page. Name one here only if {name} has asked for it in writing. We email both.
      </p>
      {helpers.length === 0 && <EmptyState title="No helpers" />}
      {helpers.map((helper) => (
        <HelperEntry key={helper.id} helper={helper} error={errors?.[`helper-${helper.id}`]} />
      ))}
      {isClosed ? (
        <p>{closed}</p>
      ) : (
        <section>
          <h2>Add a helper</h2>
          <form method="post" noValidate>
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
            <Field
              name="reason"
              label="Written request"
              hint="Such as “Letter of 3 May 2027”. Recorded in the history; the person can read it in a copy of their data."
              width="full"
              maxLength={300}
              defaultValue={typed['reason']}
              error={errors?.['reason']}
            />
            <Button>Add helper</Button>
          </form>
        </section>
      )}
    </>
  )
}

const endings = {
  person: 'Removed by the person',
  office: 'Removed by the office',
  helper: 'Stopped by the helper',
  term: 'Expired after a year',
  address: 'Removed because the address of the person changed',
}

function endingOf(endedBy: keyof typeof endings, isProved: boolean): string {
  return endedBy === 'term' && !isProved ? 'Expired: did not sign in within 30 days' : endings[endedBy]
}

interface EntryProps {
  helper: HelperLine & { isOpen: boolean }
  error: string | undefined
}

function HelperEntry({ helper, error }: EntryProps) {
  const { id, name, email, reason, namedAt, provedAt, endsAt, endedAt, endedBy, isOpen } = helper
  return (
    <section>
      <h2>{name}</h2>
      <Facts
        facts={[
          { label: 'Email', value: email },
          { label: 'Named by', value: reason === null ? 'The person, on My page' : `The office: ${reason}` },
          { label: 'Named on', value: <Moment at={new Date(namedAt)} /> },
          {
            label: 'First signed in',
            value: provedAt === null ? 'Not yet' : <Moment at={new Date(provedAt)} />,
          },
          {
            label: endedBy === null ? 'Ends' : endingOf(endedBy, provedAt !== null),
            value: <Moment at={new Date(endedAt ?? endsAt)} />,
          },
        ]}
      />
      {error && <p id={`helper-${id}`}>{error}</p>}
      {isOpen && provedAt !== null && (
        <form method="post" action="?do=extend">
          <input type="hidden" name="helper" value={id} />
          <Button look="secondary">Extend by a year: {name}</Button>
        </form>
      )}
      {isOpen && (
        <form method="post" action="?do=end">
          <input type="hidden" name="helper" value={id} />
          <Button look="secondary">Remove helper {name}</Button>
        </form>
      )}
    </section>
  )
}
