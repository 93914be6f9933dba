import { data } from 'react-router'
import { findSubscription } from '#features/newsletter/queries.server.ts'
import { findEmailChange } from '#features/own-pages/email-change.server.ts'
import { findOrcid } from '#features/own-pages/own-changes.server.ts'
import { hasOpenRequest } from '#features/own-pages/request-queries.server.ts'
import { findContact } from '#features/people/contacts/queries.server.ts'
import { findPicture } from '#features/people/pictures.server.ts'
import { toValues } from '#features/people/person-fields.ts'
import { findRecord } from '#features/people/register-queries.server.ts'
import type { Differing } from '#routes/request/answers.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { takeFlash } from '#routes/request/flash.server.ts'
import { SitePage } from '#routes/site/pages/site-page.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { ConflictTable } from '#ui/list/conflict-table.tsx'
import { FlashNotice } from '#ui/text/flash-notice.tsx'
import { ownActs, sharedActs } from './change-acts.server.ts'
import { changeForms } from './change-forms.tsx'
import { ownHeaders, requireOwn, requireVisit } from './own-session.server.ts'
import { changeParts, isChangePart, isHelperPart, type ChangePart } from './parts.ts'
import { ownPath } from './paths.ts'
import type { Route } from './+types/change.ts'

/** One thing that the person changes about themselves, or asks the office to change. */

const route = 'routes/site/own-page/change'

export async function loader(args: Route.LoaderArgs) {
  const { db, now } = begin(args, route)
  const part = readPart(args.params.part)
  const { session } = isHelperPart(part) ? await requireVisit(args) : await requireOwn(args)
  const person = await findRecord(db, session.personId)
  if (!person) throw new Error('The person of this session is not in the register.')
  const { title, givenName, familyName, institution, city, state } = toValues(person)
  const { phone, postalAddress, version } = await findContact(db, session.personId)
  const { flash, headers } = takeFlash(args)
  const values = {
    ...{ title, givenName, familyName, institution, city, state, phone, postalAddress },
    contactVersion: String(version),
    email: session.email,
    newEmail: (await findEmailChange(db, session, now)) ?? '',
    helper: session.helper?.name ?? '',
    listed: person.listed ? 'yes' : 'no',
    newsletter: (await findSubscription(db, session.email)) === undefined ? 'no' : 'yes',
    hasPage: person.grade ? 'yes' : 'no',
    publicPhotograph: (await findPicture(db, session.personId)) ? 'yes' : 'no',
    waitingPhotograph: (await hasOpenRequest(db, session.personId, 'photograph')) ? 'yes' : 'no',
    orcid: (await findOrcid(db, session.personId)) ?? '',
  }
  return data({ part, values, flash }, { headers })
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  const cookie = loaderHeaders.get('set-cookie')
  return { ...ownHeaders, ...(cookie && { 'set-cookie': cookie }) }
}

export async function action(args: Route.ActionArgs) {
  begin(args, route)
  const part = readPart(args.params.part)
  return isHelperPart(part)
    ? sharedActs[part](args, await requireVisit(args))
    : ownActs[part](args, await requireOwn(args))
}

function readPart(text: string): ChangePart {
  if (isChangePart(text)) return text
  throw data({ sentence: 'There is no page at this address.' }, { status: 404 })
}

interface Answered {
  errors?: Record<string, string>
  typed?: Record<string, string>
  /** Only contact details have one. */
  conflict?: { differing: Differing[]; version: number }
}

export default function Change({ loaderData, actionData }: Route.ComponentProps) {
  const { part, values, flash } = loaderData
  const answered = actionData as Answered | undefined
  const errors = answered?.errors
  const conflict = answered?.conflict
  const typed = answered?.typed ?? {}
  const Fields = changeForms[part]
  return (
    <SitePage
      column
      hidden
      title={changeParts[part]}
      description="Change what the Academy holds about you."
      trail={[{ label: 'My page', href: ownPath }]}
      hasErrors={errors !== undefined}
    >
      {flash && <FlashNotice {...flash} />}
      <ErrorSummary errors={errors} />
      {conflict && (
        <ConflictTable differing={conflict.differing}>
          Your changes are still in the form below. Copy what you need from the saved version, then save.
        </ConflictTable>
      )}
      <Fields
        values={values}
        typed={conflict ? { ...typed, contactVersion: String(conflict.version) } : typed}
        errors={errors ?? {}}
      />
      <p>
        <a href={ownPath}>Back to My page</a>
      </p>
    </SitePage>
  )
}
