import { data, Form } from 'react-router'
import {
  assignEnquiry,
  moveEnquiry,
  noteOnEnquiry,
  replyToEnquiry,
} from '#features/enquiries/casework.server.ts'
import { assignForm, moveForm, noteForm, replyForm } from '#features/enquiries/form.ts'
import { listColleagues } from '#features/enquiries/queries.server.ts'
import { readEnquiry } from '#features/enquiries/reading.server.ts'
import { signNames, type Sign } from '#features/enquiries/spam-score.ts'
import {
  answerableStates,
  enquiryMoves,
  eventLabels,
  inverseOfEnquiryMove,
  openEnquiryMoves,
  queues,
  type EnquiryMove,
} from '#features/enquiries/workflow.ts'
import { begin, givenToStaff } from '#routes/request/begin.server.ts'
import type { Flash } from '#routes/request/flash-messages.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import { changedSince, refuse, unlessWrong, unknownAction } from '#routes/request/answers.server.ts'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { readForm } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { EntryList } from '#ui/list/entry-list.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { SelectField, TextAreaField } from '#ui/form/field.tsx'
import { Facts } from '#ui/text/facts.tsx'
import { Notice } from '#ui/text/notice.tsx'
import styles from './enquiries.module.css'
import type { Route } from './+types/enquiry.ts'

const route = 'routes/staff/enquiries/enquiry'

export async function loader(args: Route.LoaderArgs) {
  const { db, actor, now } = begin(args, route)
  const enquiry = await readEnquiry(db, actor, args.params.id, now)
  if (!enquiry) throw notThere()
  return { enquiry, colleagues: await listColleagues(db) }
}

function notThere() {
  return data(
    { sentence: 'This enquiry does not exist. It may have been deleted when its retention period ended.' },
    { status: 404 },
  )
}

export async function action(args: Route.ActionArgs) {
  begin(args, route)
  const act = args.url.searchParams.get('do') ?? ''
  if (!Object.hasOwn(acts, act)) throw data({ sentence: unknownAction }, { status: 400 })
  const outcome = await acts[act as keyof typeof acts](args)
  if ('errors' in outcome) return refuse(400, outcome.errors, outcome.typed)
  if (outcome.ok) return redirectWithFlash(args, `/editor/enquiries/${args.params.id}`, outcome.flash)
  if (outcome.reason === 'not-found') throw notThere()
  return refuse(409, { [act === 'reply' ? 'reply' : 'moves']: refusals[outcome.reason] }, outcome.typed)
}

const refusals = {
  changed: 'Someone else changed this enquiry. Check its history below, then try again.',
  conflict: changedSince,
  'not-open': 'This is not possible in the current status.',
  'not-staff': 'This colleague no longer has an account. Choose someone else.',
}

type Args = Route.ActionArgs

const move = (name: EnquiryMove) => async (args: Args) => {
  const { version } = unlessWrong(await readForm(args.request, moveForm))
  const { db, actor, now } = givenToStaff(args)
  const { id } = args.params
  const outcome = await moveEnquiry(db, actor, id, { move: name, version }, now)
  if (!outcome.ok) return { ...outcome, typed: {} }
  const inverse = inverseOfEnquiryMove(name, outcome.before)
  const flash: Flash = { key: 'enquiry-moved', id, move: name, inverse, version: outcome.version }
  return { ok: true as const, flash }
}

const acts = {
  reply: async (args: Args) => {
    const form = await readForm(args.request, replyForm)
    if (!form.ok) return form
    const { db, actor, now } = givenToStaff(args)
    const outcome = await replyToEnquiry(db, actor, args.params.id, form.answers, now)
    const flash: Flash = { key: 'enquiry-answered' }
    return { ...outcome, flash, typed: form.typed }
  },
  note: async (args: Args) => {
    const form = await readForm(args.request, noteForm)
    if (!form.ok) return form
    const { db, actor, now } = givenToStaff(args)
    const outcome = await noteOnEnquiry(db, actor, args.params.id, form.answers.note, now)
    const flash: Flash = { key: 'enquiry-noted' }
    return { ...outcome, flash, typed: form.typed }
  },
  assign: async (args: Args) => {
    const { to, shownHash } = unlessWrong(await readForm(args.request, assignForm))
    const { db, actor, now } = givenToStaff(args)
    const { id } = args.params
    const outcome = await assignEnquiry(db, actor, id, { to: to || null, shownHash }, now)
    if (!outcome.ok) return { ...outcome, typed: {} }
    const name = (await listColleagues(db)).find((one) => one.id === to)?.name
    const made = { before: outcome.before, shownHash: outcome.shownHash }
    const flash: Flash = { key: 'enquiry-assigned', id, to: name, ...made }
    return { ok: true as const, flash }
  },
  clear: move('clear'),
  spam: move('spam'),
  close: move('close'),
  reopen: move('reopen'),
}

type Shown = Route.ComponentProps['loaderData']['enquiry']

export default function EnquiryPage({ loaderData, actionData }: Route.ComponentProps) {
  const { enquiry, colleagues } = loaderData
  const errors: Record<string, string> = actionData?.errors ?? {}
  const typed: Record<string, string> = actionData?.typed ?? {}
  const { name, email, reference, receivedAt, isSpam } = enquiry
  return (
    <>
      <StaffTitle
        title={enquiry.subject}
        hasErrors={Boolean(actionData)}
        back={{ href: '/editor/enquiries', label: 'Enquiries' }}
      />
      <ErrorSummary errors={actionData?.errors} />
      <div data-peek>
        <Held enquiry={enquiry} />
        <Facts
          facts={[
            { label: 'Reference', value: reference },
            { label: 'From', value: name },
            { label: 'Email', value: <span className={styles.words}>{email}</span> },
            { label: 'Received', value: <Moment at={receivedAt} /> },
            { label: 'Status', value: isSpam ? 'Closed as spam' : queues[enquiry.state] },
          ]}
        />
        <pre className={styles.message}>{enquiry.body}</pre>
      </div>
      <Moves enquiry={enquiry} error={errors['moves']} />
      <Reply enquiry={enquiry} typed={typed['reply']} error={errors['reply']} />
      <section>
        <h2>Assign</h2>
        <Form method="post" action="?do=assign">
          <SelectField
            name="to"
            label="Assigned to"
            key={enquiry.assignedTo}
            defaultValue={enquiry.assignedTo ?? ''}
            choices={[
              { value: '', label: 'Nobody' },
              ...colleagues.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
          <Button look="secondary">Assign</Button>
        </Form>
      </section>
      <section>
        <h2>Note for colleagues</h2>
        <Form method="post" action="?do=note" noValidate key={enquiry.version}>
          <TextAreaField
            name="note"
            label="Note"
            hint="Only staff can see it."
            rows={3}
            defaultValue={typed['note']}
            error={errors['note']}
          />
          <Button look="secondary">Save note</Button>
        </Form>
      </section>
      <History events={enquiry.events} />
    </>
  )
}

function Held({ enquiry: { state, signs } }: { enquiry: Shown }) {
  if (state !== 'held') return null
  return (
    <Notice kind="warning" title="Possible spam">
      <p>This may be automated spam, so we sent no reply. Reasons:</p>
      <ul>
        {signs.map((sign) => (
          <li key={sign}>{Object.hasOwn(signNames, sign) ? signNames[sign as Sign] : sign}</li>
        ))}
      </ul>
    </Notice>
  )
}

function Moves({ enquiry: { state, version }, error }: { enquiry: Shown; error: string | undefined }) {
  return (
    <section id="moves" aria-label="Actions">
      {error && (
        <Notice kind="warning">
          <p>{error}</p>
        </Notice>
      )}
      <div className={styles.moves}>
        {openEnquiryMoves(state).map((move) => (
          <Form key={move} method="post" action={`?do=${move}`}>
            <input type="hidden" name="version" value={version} />
            <Button look="secondary">{enquiryMoves[move].label}</Button>
          </Form>
        ))}
      </div>
    </section>
  )
}

function Reply({
  enquiry,
  typed,
  error,
}: {
  enquiry: Shown
  typed: string | undefined
  error: string | undefined
}) {
  const { state, email, version } = enquiry
  return (
    <section>
      <h2>Reply</h2>
      {answerableStates.includes(state) ? (
        <Form method="post" action="?do=reply" noValidate key={version}>
          <input type="hidden" name="version" value={version} />
          <TextAreaField
            name="reply"
            label="Your reply"
            hint={`We send it to ${email} and add the greeting, the quoted message and the Academy’s name.`}
            rows={8}
            defaultValue={typed}
            error={error}
          />
          <Button>Send reply</Button>
        </Form>
      ) : (
        <p>
          {state === 'held'
            ? 'To reply, mark this enquiry as not spam first.'
            : 'To reply, reopen this enquiry first.'}
        </p>
      )}
    </section>
  )
}

function History({ events }: { events: Shown['events'] }) {
  return (
    <section data-peek>
      <h2>History</h2>
      <EntryList
        entries={events.map(({ number, kind, body, by, madeAt }) => ({
          id: `event-${number}`,
          title: `${eventLabels[kind] ?? kind}${kind === 'assigned' ? ` ${body}` : ''}`,
          margin: <Moment at={madeAt} />,
          ...(by && { meta: by }),
          ...(body && kind !== 'assigned' && { children: <p className={styles.words}>{body}</p> }),
        }))}
      />
    </section>
  )
}
