import { data, Form } from 'react-router'
import { dealWithSeveral } from '#features/enquiries/casework.server.ts'
import { bulkActs, inboxForm } from '#features/enquiries/form.ts'
import {
  countQueues,
  enquiriesPerPage,
  listFloods,
  type EnquiryLine,
} from '#features/enquiries/queries.server.ts'
import { readInbox } from '#features/enquiries/reading.server.ts'
import { signNames, type Sign } from '#features/enquiries/spam-score.ts'
import {
  enquiryMoves,
  openEnquiryMoves,
  queues,
  type EnquiryMove,
  type EnquiryQueue,
} from '#features/enquiries/workflow.ts'
import { begin } from '#routes/request/begin.server.ts'
import { redirectWithFlash } from '#routes/request/flash.server.ts'
import {
  queryOf,
  refuse,
  unlessWrong,
  unreadableForm,
  unknownAction,
} from '#routes/request/answers.server.ts'
import { listPage } from '#routes/request/list-page.server.ts'
import { peekOf } from '#routes/staff/shared/peek/peek-of.ts'
import { StaffList } from '#routes/staff/shared/staff-list.tsx'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { noFields, readButton, readChosen } from '#server/input/form.server.ts'
import { Button } from '#ui/form/button.tsx'
import { DataTable, type Column } from '#ui/list/data-table.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { EmptyState } from '#ui/list/empty-state.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Field } from '#ui/form/field.tsx'
import { listHref } from '#ui/list/list-href.ts'
import { formatNumber } from '#ui/foundations/numbers.ts'
import styles from './enquiries.module.css'
import type { Route } from './+types/inbox.ts'

const route = 'routes/staff/enquiries/inbox'
const path = '/editor/enquiries'

export async function loader(args: Route.LoaderArgs) {
  const { db, actor, now } = begin(args, route)
  const list = await listPage(args.url, inboxForm, async (query) => ({
    ...(await readInbox(db, actor, query, now)),
    pageSize: enquiriesPerPage,
  }))
  const { queue, flood } = list.query
  return {
    ...list,
    counts: await countQueues(db, actor.id),
    floods: queue === 'held' && !flood ? await listFloods(db) : [],
  }
}

export async function action(args: Route.ActionArgs) {
  const { db, actor, now } = begin(args, route)
  const { flood, ...requested } = Object.fromEntries(queryOf(args.url))
  const act = bulkActs.find((one) => one === args.url.searchParams.get('do'))
  if (!act) throw data({ sentence: unknownAction }, { status: 400 })
  const form = flood === undefined ? await readChosen(args.request, noFields) : undefined
  if (form && !form.ok) return refuse(400, { rows: form.errors['rows'] ?? unreadableForm })
  if (!form) unlessWrong(await readButton(args.request))
  const which = form ? { lines: form.answers.chosen } : { flood: flood ?? '' }
  const { moved, left, lines } = await dealWithSeveral(db, actor, act, which, now)
  const list = listHref(path, { ...requested, page: 1 })
  // A reopened enquiry is new, whatever its status was before.
  const wasNew = (requested['queue'] ?? 'new') === 'new' && (act === 'close' || act === 'spam')
  return redirectWithFlash(args, list, {
    ...{ key: 'enquiries-moved', act, moved, left, list },
    rows: form && wasNew ? lines : [],
  })
}

export default function Inbox({ loaderData, actionData }: Route.ComponentProps) {
  const { query, enquiries, floods, counts } = loaderData
  const isFiltered = Boolean(query.q || query.flood)
  return (
    <>
      <StaffTitle title="Enquiries" hasErrors={Boolean(actionData)} />
      <ErrorSummary errors={actionData?.errors} />
      <Queues current={query.queue} counts={counts} />
      <StaffList
        path={path}
        list={loaderData}
        rows={enquiries}
        caption="Enquiries"
        one="enquiry"
        many="enquiries"
        rowKey={(enquiry) => enquiry.id}
        columns={columnsOf(query.queue)}
        peek={({ id, subject }) => peekOf(subject, `${path}/${id}`)}
        filter={{
          label: 'Filter enquiries',
          hidden: { queue: query.queue, flood: query.flood },
          fields: (
            <Field
              name="q"
              label="Text, name, email or reference"
              type="search"
              defaultValue={query.q}
              maxLength={80}
            />
          ),
        }}
        isFiltered={isFiltered}
        allHref={listHref(path, { queue: query.queue })}
        above={<Floods floods={floods} />}
        noResults={<p>Try another queue or fewer words.</p>}
        empty={
          <EmptyState title={emptyWords[query.queue]}>
            <p>{emptyHints[query.queue]}</p>
          </EmptyState>
        }
        bulk={{
          things: 'enquiries',
          nameOf: (enquiry) => `${enquiry.subject}, ${enquiry.reference}`,
          acts: actsOf(query.queue).map((act) => ({
            label: act === 'take' ? 'Assign to me' : enquiryMoves[act].label,
            action: listHref(path, query, { do: act }),
          })),
        }}
      />
    </>
  )
}

function Queues({ current, counts }: { current: EnquiryQueue; counts: Record<EnquiryQueue, number> }) {
  return (
    <nav aria-label="Queues" className={styles.queues}>
      <ul>
        {(Object.keys(queues) as EnquiryQueue[]).map((queue) => (
          <li key={queue}>
            <a href={listHref(path, { queue })} aria-current={queue === current ? 'page' : undefined}>
              {queues[queue]} <span className={styles.count}>{formatNumber(counts[queue])}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type Flood = Route.ComponentProps['loaderData']['floods'][number]

/** A flood is one row per kind, so that the list below stays readable. */
function Floods({ floods }: { floods: Flood[] }) {
  if (floods.length === 0) return null
  return (
    <section>
      <h2 id="floods">Similar enquiries</h2>
      <DataTable
        caption="Groups of similar enquiries"
        captionHidden
        rows={floods}
        rowKey={({ key }) => key}
        columns={[
          {
            key: 'what',
            label: 'Group',
            heads: true,
            cell: ({ key, count }) => (
              <a href={listHref(path, { queue: 'held', flood: key })}>
                {formatNumber(count)} more: {signText(key.split(':')[0] ?? '')}
              </a>
            ),
          },
          { key: 'first', label: 'First', cell: ({ firstAt }) => <Moment at={firstAt} /> },
          { key: 'last', label: 'Last', cell: ({ lastAt }) => <Moment at={lastAt} /> },
          {
            key: 'act',
            label: 'Action',
            cell: ({ key, count }) => (
              <Form method="post" action={listHref(path, { queue: 'held', do: 'spam', flood: key })}>
                <Button
                  look="secondary"
                  aria-label={`Close all ${count} as spam: ${signText(key.split(':')[0] ?? '')}`}
                >
                  {' '}
                  Close as spam{' '}
                </Button>
              </Form>
            ),
          },
        ]}
      />
    </section>
  )
}

function signText(sign: string): string {
  return Object.hasOwn(signNames, sign) ? signNames[sign as Sign] : 'Other'
}

function actsOf(queue: EnquiryQueue): ('take' | EnquiryMove)[] {
  if (queue === 'mine') return ['close']
  const moves = openEnquiryMoves(queue)
  return queue === 'new' || queue === 'answered' ? ['take', ...moves] : moves
}

const emptyWords: Record<EnquiryQueue, string> = {
  new: 'No new enquiries',
  mine: 'No enquiries are assigned to you',
  held: 'No possible spam',
  answered: 'No answered enquiries',
  closed: 'No closed enquiries',
}

const emptyHints: Record<EnquiryQueue, string> = {
  new: 'Messages from the contact page appear here, oldest first.',
  mine: 'Assign a new enquiry to yourself, or a colleague can assign one to you.',
  held: 'Messages that look automated wait here for someone to check them. We do not delete any unread.',
  answered: 'Enquiries appear here after the first reply until you close them.',
  closed: 'Closed enquiries stay here until their retention period in the settings ends.',
}

function columnsOf(queue: EnquiryQueue): Column<EnquiryLine>[] {
  return [
    {
      key: 'subject',
      label: 'Subject',
      heads: true,
      cell: ({ id, subject }) => <a href={`${path}/${id}`}>{subject}</a>,
    },
    { key: 'from', label: 'From', cell: ({ name }) => name },
    { key: 'reference', label: 'Reference', cell: ({ reference }) => reference },
    { key: 'received', label: 'Received', cell: ({ receivedAt }) => <Moment at={receivedAt} /> },
    ...(queue === 'held'
      ? [{ key: 'signs', label: 'Reason', cell: ({ signs }: EnquiryLine) => signs.map(signText).join('; ') }]
      : [
          {
            key: 'whose',
            label: 'Assigned to',
            cell: ({ assignedTo }: EnquiryLine) => assignedTo ?? 'Nobody',
          },
        ]),
    ...(queue === 'closed'
      ? [{ key: 'as', label: 'Closed as', cell: ({ isSpam }: EnquiryLine) => (isSpam ? 'Spam' : 'Done') }]
      : []),
  ]
}
