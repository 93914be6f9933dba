import { goneFrom } from '#features/erasures/bin.ts'
import { officeYear } from '#office-time.ts'
import { data } from 'react-router'
import { listHistoryOf } from '#features/audit/queries.server.ts'
import { listCertificatesOf } from '#features/certificates/queries.server.ts'
import { changeSlug } from '#features/people/addresses.server.ts'
import { fellowAddress } from '#features/people/addresses.ts'
import { findContact } from '#features/people/contacts/queries.server.ts'
import { movePeople } from '#features/people/editing.server.ts'
import { correctPerson, mayWriteGrades } from '#features/people/grades.server.ts'
import { personFields, toValues, type PersonValues } from '#features/people/person-fields.ts'
import { addressForm, changeForm } from '#features/people/person-form.ts'
import { findPicture } from '#features/people/pictures.server.ts'
import { findRemoval } from '#features/people/removing/queries.server.ts'
import { findRecord } from '#features/people/register-queries.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { readPerson } from '#features/people/reading.server.ts'
import { readButton, readForm } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { undone } from '#routes/request/messages/message.ts'
import {
  changedSince,
  differingFields,
  expectNoQuery,
  labelsOf,
  refuse,
  refuseConflict,
  unlessWrong,
  unknownAction,
} from '#routes/request/answers.server.ts'
import { toAuditLine } from '#routes/staff/audit/audit-line.server.ts'
import { AuditList } from '#routes/staff/audit/audit-list.tsx'
import { CertificateTable } from './certificate-table.tsx'
import { ConflictTable } from '#ui/list/conflict-table.tsx'
import { isOfficeOrAdmin } from './is-office-or-admin.server.ts'
import { changeContact } from './contact-act.server.ts'
import { ContactForm } from './contact-form.tsx'
import { AddressForm } from './address-form.tsx'
import { addressRefusals, personRefusals } from './person-refusals.ts'
import { ProposeRemoval, RemovalWaits } from './person-removal.tsx'
import { actOnRemoval, isRemovalAct } from './removal-acts.server.ts'
import { PersonPhotograph } from './person-photograph.tsx'
import { deletePhotograph } from './photograph-acts.server.ts'
import { PersonEditForm } from './person-edit-form.tsx'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import type { Route } from './+types/person.ts'

const route = 'routes/staff/people/person'
const nobody = { sentence: 'There is no person at this address in the register.' }

export async function loader(args: Route.LoaderArgs) {
  const { db, session, actor, now } = begin(args, route)
  const { params, url } = args
  expectNoQuery(url)
  const person = await readPerson(db, actor, params.id, now)
  if (!person) throw data(nobody, { status: 404 })
  const { decisionsNeedRelease } = await readSettings(db)
  const mayDecide = isOfficeOrAdmin(session)
  const { entries } = await listHistoryOf(db, actor, `person:${person.id}`, 1)
  return {
    id: person.id,
    name: person.name,
    values: toValues(person),
    mayWriteGrades: mayWriteGrades(actor),
    version: person.version,
    contact: mayDecide ? await findContact(db, person.id) : null,
    removal: showRemoval(
      await findRemoval(db, person.id),
      mayDecide ? actor.id : undefined,
      decisionsNeedRelease,
    ),
    needsRelease: decisionsNeedRelease,
    binnedAt: person.binnedAt,
    isSample: person.sample,
    slug: person.binnedAt === null ? person.slug : null,
    publicPage: person.listed && person.grade && !person.binnedAt ? fellowAddress(person) : null,
    pictureFile: (await findPicture(db, person.id))?.id ?? null,
    certificates: await listCertificatesOf(db, person.id, now),
    certificatesPage:
      session.user.role === 'admin' && !person.binnedAt ? `/editor/people/${person.id}/certificates` : null,
    history: entries.map(toAuditLine),
  }
}

export async function action(args: Route.ActionArgs) {
  const { db, session, actor, now } = begin(args, route)
  const { params, request, url } = args
  const page = `/editor/people/${params.id}`
  const move = url.searchParams.get('do')
  if (move !== null) {
    if (move === 'address') return changeAddress(args, page)
    if (move === 'contact') return changeContact(args, params.id, isOfficeOrAdmin(session))
    if (move === 'remove-photograph') return deletePhotograph(args, params.id)
    if (isRemovalAct(move)) return actOnRemoval(args, move, params.id, isOfficeOrAdmin(session))
    if (move !== 'restore') throw data({ sentence: unknownAction }, { status: 400 })
    unlessWrong(await readButton(request))
    const { moved } = await movePeople(db, actor, move, [params.id], now)
    if (moved === 0 && !(await findRecord(db, params.id))) throw data(nobody, { status: 404 })
    return redirectWithFlash(args, page, { key: 'person-restored', moved })
  }
  const form = await readForm(request, changeForm(officeYear(now)))
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const { version, gradeReason, ...person } = form.answers
  const outcome = await correctPerson(db, actor, { id: params.id, version, person, gradeReason }, now)
  if (outcome.ok) {
    // Undo gives a reason, because the grade may have changed.
    const before = { ...toValues(outcome.before), version: String(outcome.version), gradeReason: undone }
    return redirectWithFlash(args, page, { key: 'person-saved', id: params.id, before })
  }
  if (outcome.reason === 'not-found') throw data(nobody, { status: 404 })
  if (outcome.reason === 'conflict')
    return refuseConflict(
      { conflict: 'Someone else saved changes to this person since you opened the page.' },
      form.typed,
      {
        differing: differingFields(labelsOf(personFields), form.typed, toValues(outcome.current)),
        version: outcome.current.version,
      },
    )
  if (outcome.reason === 'in-bin')
    return refuse(
      409,
      { memberNo: 'Someone removed this person from the register. Restore the person first.' },
      form.typed,
    )
  return refuse(409, personRefusals[outcome.reason], form.typed)
}

/** A removal that waits; `officer` is the viewer, if they may release removals of others. */
function showRemoval(
  removal: Awaited<ReturnType<typeof findRemoval>>,
  officer: string | undefined,
  needsRelease: boolean,
) {
  if (!removal) return null
  const { officerId, ...shown } = removal
  // A delay from before counts for nothing once a second officer is required again.
  const releaseAt = needsRelease ? null : shown.releaseAt
  return { ...shown, releaseAt, mayRelease: officer !== undefined && officerId !== officer }
}

async function changeAddress(args: Route.ActionArgs, page: string) {
  const { db, actor, now } = begin(args, route)
  const form = await readForm(args.request, addressForm)
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const { id } = args.params
  const outcome = await changeSlug(db, actor, { id, ...form.answers }, now)
  if (outcome.ok) {
    const { before, shownHash } = outcome
    return redirectWithFlash(args, page, { key: 'person-address-changed', id, before, shownHash })
  }
  if (outcome.reason === 'not-found') throw data(nobody, { status: 404 })
  if (outcome.reason === 'conflict') return refuse(409, { slug: changedSince })
  return refuse(409, { slug: addressRefusals[outcome.reason] }, form.typed)
}

export default function PersonPage({ loaderData, actionData }: Route.ComponentProps) {
  const { name, values, version, binnedAt, isSample, publicPage, history } = loaderData
  const { certificates, certificatesPage, pictureFile, slug, removal } = loaderData
  const typed: Record<string, string> = actionData?.typed ?? {}
  const isAboutContact = typed['contactVersion'] !== undefined
  const shown = actionData?.conflict
  const [conflict, contactConflict] = isAboutContact ? [undefined, shown] : [shown, undefined]
  return (
    <>
      <StaffTitle
        title={name}
        hasErrors={Boolean(actionData)}
        back={{ href: '/editor/people', label: 'People' }}
      />
      <ErrorSummary errors={actionData?.errors} />
      {shown && (
        <ConflictTable differing={shown.differing}>
          Your changes are still in the form {isAboutContact ? '“Contact” ' : ''}below. Copy what you need
          from the saved version, then save.
        </ConflictTable>
      )}
      {isSample && (
        <Notice>
          <p>
            This person is sample content. Once you save a change here, they count as real and stay when you
            delete the samples.
          </p>
        </Notice>
      )}
      {removal && binnedAt === null && <RemovalWaits name={name} removal={removal} />}
      {publicPage && (
        <p>
          <a href={publicPage}>View page</a>
        </p>
      )}
      {pictureFile && (
        <PersonPhotograph name={name} file={pictureFile} error={actionData?.errors['photograph']} />
      )}
      {binnedAt === null ? (
        <PersonEditForm
          key={conflict?.version ?? version}
          values={{ ...values, ...onlyFields(typed) }}
          errors={actionData?.errors ?? {}}
          version={conflict?.version ?? versionIn(typed['version'], version)}
          gradeReason={typed['gradeReason'] ?? ''}
          mayWriteGrades={loaderData.mayWriteGrades}
          button={conflict ? 'Save my version' : 'Save'}
        />
      ) : (
        <Binned name={name} binnedAt={binnedAt} />
      )}
      {binnedAt === null && loaderData.contact && (
        <>
          <ContactForm
            key={contactConflict?.version ?? loaderData.contact.version}
            contact={loaderData.contact}
            version={
              contactConflict?.version ?? versionIn(typed['contactVersion'], loaderData.contact.version)
            }
            typed={typed}
            errors={actionData?.errors ?? {}}
            button={contactConflict ? 'Save my version' : 'Update contact'}
          />
          <p>
            <a href={`/editor/people/${loaderData.id}/helpers`}>Helpers on My page</a>
          </p>
        </>
      )}
      {slug !== null && (
        <AddressForm slug={typed['slug'] ?? slug} isHidden={!publicPage} error={actionData?.errors['slug']} />
      )}
      {binnedAt === null && !removal && (
        <ProposeRemoval
          name={name}
          needsRelease={loaderData.needsRelease}
          typed={typed['removalReason']}
          error={actionData?.errors['removalReason']}
        />
      )}
      <section data-peek>
        <h2 id="certificates">Certificates</h2>
        <CertificateTable certificates={certificates} />
        {certificatesPage && (
          <p>
            <a href={certificatesPage}>Issue or revoke certificates</a>
          </p>
        )}
      </section>
      <section data-peek>
        <h2 id="history">History</h2>
        <AuditList entries={history} level={3} />
      </section>
    </>
  )
}

function Binned({ name, binnedAt }: { name: string; binnedAt: number }) {
  const goneAt = new Date(goneFrom(binnedAt))
  return (
    <Notice kind="warning" title="Removed">
      <p>
        {name} is no longer in the register or the directory. We permanently delete the data after{' '}
        <Moment at={goneAt} />.
      </p>
      <form method="post" action="?do=restore">
        <Button>Restore {name}</Button>
      </form>
    </Notice>
  )
}

/** The version that was shown when this was typed; anything but a number was not sent by our page. */
function versionIn(version = '', current: number): number {
  return /^\d{1,9}$/.test(version) ? Number(version) : current
}

function onlyFields(typed: Record<string, string>): Partial<PersonValues> {
  return Object.fromEntries(Object.entries(typed).filter(([name]) => Object.hasOwn(personFields, name)))
}
