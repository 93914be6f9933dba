import { data } from 'react-router'
import { issueForm, revokeForm } from '#features/certificates/form.ts'
import { issueCertificate, revokeCertificate } from '#features/certificates/operations.server.ts'
import { listCertificatesOf, type CertificateLine } from '#features/certificates/queries.server.ts'
import { kindTitles } from '#features/certificates/certificate-content.ts'
import { readPerson } from '#features/people/reading.server.ts'
import { readForm } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Field } from '#ui/form/field.tsx'
import { begin, given } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { expectNoQuery, refuse, unknownAction } from '#routes/request/answers.server.ts'
import { CertificateTable } from './certificate-table.tsx'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import styles from '#routes/staff/accounts/staff-account.module.css'
import type { Route } from './+types/person-certificates.ts'

/** The certificates of someone in the register: issue one by hand, issue it again, revoke it. */

const route = 'routes/staff/people/person-certificates'
const nobody = { sentence: 'There is no person at this address in the register.' }

export async function loader(args: Route.LoaderArgs) {
  const { db, actor, now } = begin(args, route)
  const { params, url } = args
  expectNoQuery(url)
  const person = await readPerson(db, actor, params.id, now)
  if (!person) throw data(nobody, { status: 404 })
  const certificates = await listCertificatesOf(db, person.id, now)
  return {
    id: person.id,
    name: person.name,
    kinds: kindsFor(person),
    certificates,
  }
}

/** Only people with a grade can get a certificate of fellowship, and people deleted from the register get none. */
function kindsFor({ grade, binnedAt }: { grade?: unknown; binnedAt: number | null }): Kind[] {
  if (binnedAt !== null) return []
  return grade ? ['fellowship', 'membership'] : ['membership']
}

export async function action(args: Route.ActionArgs) {
  begin(args, route)
  const move = args.url.searchParams.get('do')
  if (move === 'issue') return issue(args)
  if (move === 'revoke') return revoke(args)
  throw data({ sentence: unknownAction }, { status: 400 })
}

async function issue(args: Route.ActionArgs) {
  const { db, actor, now } = given(args)
  const { params, request } = args
  const form = await readForm(request, issueForm)
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const outcome = await issueCertificate(db, actor, params.id, { ...form.answers, byHand: true }, now)
  if (outcome.ok) return redirectWithFlash(args, page(args), { key: 'certificate-issued' })
  if (outcome.reason === 'not-found') throw data(nobody, { status: 404 })
  if (outcome.reason === 'unprintable')
    return refuse(409, { name: `${outcome.sentence} Change it in the register first.` }, form.typed)
  return refuse(409, { name: 'This person has no grade. Add one in the register first.' }, form.typed)
}

async function revoke(args: Route.ActionArgs) {
  const { db, actor, now } = given(args)
  const { params, request } = args
  const form = await readForm(request, revokeForm)
  if (!form.ok) return refuse(400, form.errors, form.typed)
  const { id, reason } = form.answers
  const which = { id, personId: params.id }
  const outcome = await revokeCertificate(db, actor, which, reason, now)
  if (outcome.ok) return redirectWithFlash(args, page(args), { key: 'certificate-revoked' })
  return refuse(409, { reason: 'This certificate is already revoked. Reload the page.' }, form.typed)
}

function page({ params }: Route.ActionArgs) {
  return `/editor/people/${params.id}/certificates`
}

type Kind = 'fellowship' | 'membership'

export default function PersonCertificates({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, kinds, certificates } = loaderData
  const errors: Record<string, string> = actionData?.errors ?? {}
  const typed: Record<string, string> = actionData?.typed ?? {}
  const open = certificates.filter(({ revokedAt }) => revokedAt === null)
  return (
    <>
      <StaffTitle
        title={`Certificates of ${name}`}
        hasErrors={Boolean(actionData)}
        back={{ href: `/editor/people/${id}`, label: name }}
      />
      <ErrorSummary errors={actionData && inForm(typed, errors)} />
      <CertificateTable certificates={certificates} />
      {kinds.length === 0 && (
        <p>
          This person was removed from the register. Nobody can find these certificates until you restore the
          person.
        </p>
      )}
      {kinds.length > 0 && (
        <section>
          <h2>Issue or revoke</h2>
          {kinds.map((kind) => {
            const former = open.find((one) => one.kind === kind)
            return <IssueForm key={kind} {...{ kind, former, errors, typed }} name={former?.name ?? name} />
          })}
          {open.map((certificate) => (
            <RevokeForm key={certificate.id} {...{ certificate, errors, typed }} />
          ))}
        </section>
      )}
    </>
  )
}

interface FormProps {
  errors: Record<string, string>
  typed: Record<string, string>
}

/** Several small forms are on the page, so each has its own ids. */
function inForm(typed: Record<string, string>, errors: Record<string, string>) {
  const form = typed['kind'] ?? typed['id'] ?? ''
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [`${form}-${name}`, error]))
}

function IssueForm({
  kind,
  former,
  name,
  errors,
  typed,
}: FormProps & { kind: Kind; former: CertificateLine | undefined; name: string }) {
  const isRefused = typed['kind'] === kind
  const verb = former ? 'Issue again' : 'Issue'
  return (
    <details className={styles.move} open={isRefused}>
      <summary>{`${verb}: ${kindTitles[kind]}`}</summary>
      <p>
        The certificate shows what the register says today.
        {former && ` This revokes ${former.number}; its page will say that there is a newer certificate.`}
      </p>
      <form method="post" action="?do=issue" noValidate>
        <input type="hidden" name="kind" value={kind} />
        <Field
          id={`${kind}-name`}
          name="name"
          label="Name on the certificate"
          hint="Use Latin, Greek, Cyrillic or Devanagari letters. Our certificates cannot print others."
          width="full"
          autoComplete="off"
          defaultValue={isRefused ? typed['name'] : name}
          error={isRefused ? errors['name'] : undefined}
        />
        <Button>{former ? `Replace ${former.number}` : 'Issue certificate'}</Button>
      </form>
    </details>
  )
}

function RevokeForm({ certificate, errors, typed }: FormProps & { certificate: CertificateLine }) {
  const isRefused = typed['id'] === certificate.id
  return (
    <details className={styles.move} open={isRefused}>
      <summary>{`Revoke ${certificate.number}`}</summary>
      <p>
        Its public page will say that it is revoked. You cannot undo this, but you can issue a new
        certificate.
      </p>
      <form method="post" action="?do=revoke" noValidate>
        <input type="hidden" name="id" value={certificate.id} />
        <Field
          id={`${certificate.id}-reason`}
          name="reason"
          label="Reason"
          hint="Only staff can see it. Recorded in the audit trail."
          width="full"
          defaultValue={isRefused ? typed['reason'] : undefined}
          error={isRefused ? errors['reason'] : undefined}
        />
        <Button look="secondary">{`Revoke ${certificate.number}`}</Button>
      </form>
    </details>
  )
}
