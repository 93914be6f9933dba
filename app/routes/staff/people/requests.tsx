import { decisionForm } from '#features/own-pages/form.ts'
import { readOpenRequests } from '#features/own-pages/request-queries.server.ts'
import { requestWords } from '#features/own-pages/request-words.ts'
import { decideRequest, type RequestRefusal } from '#features/own-pages/requests.server.ts'
import { personFields } from '#features/people/person-fields.ts'
import { begin } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { expectNoQuery, refuse, unreadableForm } from '#routes/request/answers.server.ts'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { readForm } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { TextAreaField } from '#ui/form/field.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { EmptyState } from '#ui/list/empty-state.tsx'
import { Facts } from '#ui/text/facts.tsx'
import styles from './requests.module.css'
import type { Route } from './+types/requests.ts'

/** What people in the register ask the office to change about them. */

const route = 'routes/staff/people/requests'

export async function loader(args: Route.LoaderArgs) {
  const { db, session, actor, now } = begin(args, route)
  expectNoQuery(args.url)
  const requests = (await readOpenRequests(db, actor, now)).map((request) => ({
    ...request,
    title: requestWords[request.kind].title,
  }))
  return { requests, isAdmin: session.user.role === 'admin' }
}

export async function action(args: Route.ActionArgs) {
  const { db, config, actor, now } = begin(args, route)
  const form = await readForm(args.request, decisionForm)
  if (!form.ok) return refuse(400, { requests: form.errors['note'] ?? unreadableForm })
  const { request: id, version, decision, note } = form.answers
  const approves = decision === 'approve'
  const decided = await decideRequest(db, actor, config.origin, { id, version, approves, note }, now)
  if (!decided.ok) return refuse(409, { [`note-${id}`]: refusals[decided.reason] }, { [`note-${id}`]: note })
  return redirectWithFlash(args, '/editor/people/requests', { key: 'own-request-decided', approves })
}

const refusals: Record<RequestRefusal, string> = {
  'not-found':
    'Someone else decided this request, or the person withdrew it. This page now shows the open ones.',
  'no-note': 'Write a note that says why. We email it to the person.',
  'cannot-approve':
    'We could not make this change automatically. Open the person to check the entry, or decline the request with a note.',
  changed:
    'Someone changed this person’s entry since you opened the page. Compare the request with it again, then decide.',
  conflict: 'We could not save this change in the register. Open the person and enter it there.',
}

export default function Requests({ loaderData: { requests, isAdmin }, actionData }: Route.ComponentProps) {
  const typed: Record<string, string> = actionData?.typed ?? {}
  return (
    <>
      <StaffTitle
        title="Requests from members"
        hasErrors={Boolean(actionData)}
        back={{ href: '/editor/people', label: 'People' }}
      />
      <ErrorSummary errors={actionData?.errors} />
      <p id="requests">
        Members ask for these changes on My page. When you approve one, we change the register and email the
        person.
      </p>
      {requests.length === 0 && <EmptyState title="No open requests" />}
      {requests.map((request) => (
        <section key={request.id}>
          <h2>
            <a href={`/editor/people/${request.personId}`}>{request.name}</a>: {request.title}
          </h2>
          <p>
            Waiting since <Moment at={new Date(request.requestedAt)} />
          </p>
          {request.kind === 'photograph' && (
            <div className={styles.photographs}>
              <figure>
                <img
                  src={`/editor/people/requests/${request.id}/photograph`}
                  alt={`Photograph that ${request.name} sent`}
                  width={240}
                  height={320}
                />
                <figcaption>New</figcaption>
              </figure>
              {request.picture && (
                <figure>
                  <img
                    src={`/editor/media/${request.picture}/whole`}
                    alt={`Photograph of ${request.name} now`}
                    width={240}
                    height={320}
                  />
                  <figcaption>Now</figcaption>
                </figure>
              )}
            </div>
          )}
          {Object.keys(request.proposed).length > 0 && (
            <Facts
              facts={Object.entries(request.proposed).map(([field, value]) => ({
                label: labelOf(field),
                value:
                  field in request.now ? `${request.now[field] || '(empty)'} → ${value || '(empty)'}` : value,
              }))}
            />
          )}
          {request.kind === 'erasure' && <HowToDelete isAdmin={isAdmin} email={request.email} />}
          <form method="post" noValidate>
            <input type="hidden" name="request" value={request.id} />
            <input type="hidden" name="version" value={request.version} />
            <TextAreaField
              id={`note-${request.id}`}
              name="note"
              label={`Note to ${request.name}`}
              hint="Needed if you decline."
              rows={3}
              maxLength={1000}
              defaultValue={typed[`note-${request.id}`]}
              error={actionData?.errors[`note-${request.id}`]}
            />
            {request.kind !== 'erasure' && (
              <Button name="decision" value="approve">
                Approve
              </Button>
            )}{' '}
            <Button name="decision" value="refuse" look="secondary">
              Decline
            </Button>
          </form>
        </section>
      ))}
    </>
  )
}

/** Nothing approves a deletion: the request is deleted together with the person. */
function HowToDelete({ isAdmin, email }: { isAdmin: boolean; email: string | null }) {
  if (!isAdmin)
    return <p>Only an administrator can delete the data. You can decline the request with a note.</p>
  return (
    <p>
      {email ? (
        <>
          Look up {email} under <a href="/admin/privacy">Personal data</a> and delete the data there.
        </>
      ) : (
        <>
          This person has no email address in the register. Open the person and enter it. Then look it up
          under <a href="/admin/privacy">Personal data</a> and delete the data there.
        </>
      )}{' '}
      This request is deleted together with the person’s entry in the register. You can also decline it with a
      note.
    </p>
  )
}

function labelOf(field: string): string {
  return Object.hasOwn(personFields, field)
    ? personFields[field as keyof typeof personFields].label
    : 'Reason'
}
