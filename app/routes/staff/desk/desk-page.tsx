import type { ReactNode } from 'react'
import { capital } from '#server/input/capital.ts'
import { kindNames } from '#features/content/kinds/fields.ts'
import type { StaffDesk } from '#features/desk/desk.server.ts'
import type { Alarm } from '#features/watching/alarms.server.ts'
import { BarPlot } from '#ui/list/bar-plot.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { EmptyState } from '#ui/list/empty-state.tsx'
import { EntryList } from '#ui/list/entry-list.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { caseTasks } from '#routes/staff/cases/case-tasks.tsx'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import styles from './desk-page.module.css'

type EditorsPart = Omit<StaffDesk, 'pending' | 'failedMail' | 'bouncedMail' | 'failedJobs' | 'signIns'>
type Props = { title: string; desk: EditorsPart & Partial<StaffDesk>; alarms?: Alarm[]; isAdmin?: true }

/** What needs attention today comes first; then the year in small. */
export function DeskPage({ title, desk, alarms = [], isAdmin }: Props) {
  const tasks = tasksOf(desk, isAdmin ?? false)
  return (
    <>
      <StaffTitle title={title} />
      <Alarms alarms={alarms} />
      <section>
        <h2 id="today">Today</h2>
        {tasks.length === 0 ? (
          <Notice>
            <p>Nothing needs your attention. New tasks appear here, oldest first.</p>
          </Notice>
        ) : (
          <EntryList entries={tasks} />
        )}
      </section>
      <Drafts drafts={desk.drafts} />
      {!desk.mayPublish && <InReview inReview={desk.inReview} />}
      <Scheduled scheduled={desk.scheduled} />
      <section>
        <h2 id="published">The last twelve months</h2>
        <div className={styles.plots}>
          <BarPlot label="Nominations and applications" bars={desk.cases.submissions} unit="month" />
          <BarPlot label="Entries published" bars={desk.published} unit="month" />
        </div>
      </section>
      <section>
        <h2 id="figures">The last 30 days</h2>
        <div className={styles.plots}>
          <BarPlot label="Activity" bars={desk.changes} />
          {desk.signIns && <BarPlot label="Sign-ins" bars={desk.signIns} />}
        </div>
      </section>
    </>
  )
}

/** Before everything else: what is wrong with the site itself. */
function Alarms({ alarms }: { alarms: Alarm[] }) {
  if (alarms.length === 0) return null
  return (
    <Notice kind="warning" title="The site needs attention">
      {alarms.map(({ name, sentence }) => (
        <p key={name}>{sentence}</p>
      ))}
      <p>
        <a href="/admin/system">View system status</a>
      </p>
    </Notice>
  )
}

function tasksOf(desk: Props['desk'], isAdmin: boolean) {
  return [
    ...waiting(desk.pending),
    ...caseTasks(desk.cases),
    ...counted(
      'failed-mail',
      desk.failedMail,
      'email could not be sent',
      'emails could not be sent',
      '/admin/mail',
    ),
    ...counted(
      'bounced-mail',
      desk.bouncedMail,
      'email bounced',
      'emails bounced',
      '/admin/mail?state=bounced',
    ),
    ...counted('enquiries', desk.enquiries.new, 'new enquiry', 'new enquiries', '/editor/enquiries'),
    ...counted(
      'held-enquiries',
      desk.enquiries.held,
      'enquiry to check for spam',
      'enquiries to check for spam',
      '/editor/enquiries?queue=held',
    ),
    ...counted(
      'failed-jobs',
      desk.failedJobs,
      'background job failed',
      'background jobs failed',
      '/admin/system',
    ),
    ...(desk.mayPublish
      ? linesFor(desk.inReview, (line) => `Waiting for review: ${kindNames[line.kind].one}`)
      : []),
    ...moreOf(desk.mayPublish ? desk.inReview : undefined),
    ...desk.calls.open.map(({ id, title, href, closesAt }) => ({
      id: `call-${id}`,
      title,
      href,
      meta: closesAt === undefined ? 'Open, no closing date' : <When word="Closes" at={closesAt} />,
    })),
    ...counted(
      'samples',
      desk.samples,
      'sample entry is on the site',
      'sample entries are on the site',
      isAdmin ? '/admin/samples' : undefined,
    ),
  ]
}

/** How many accounts wait for approval, and since when; their names are on the page whose reading is recorded. */
function waiting(pending: StaffDesk['pending'] | undefined) {
  const { count = 0, oldestAt = null } = pending ?? {}
  return counted(
    'pending',
    count,
    'account is waiting for approval',
    'accounts are waiting for approval',
    '/admin/staff?state=pending',
  ).map((task) => ({
    ...task,
    ...(oldestAt !== null && {
      meta: <When word={count === 1 ? 'Waiting since' : 'Oldest waiting since'} at={oldestAt} />,
    }),
  }))
}

type Lines = StaffDesk['drafts']

function Drafts({ drafts }: { drafts: Lines }) {
  return (
    <section>
      <h2 id="drafts">Your drafts</h2>
      {drafts.total === 0 ? (
        <EmptyState title="You have no drafts">
          <p>
            Write <a href="/editor/content/news/new">a news item</a> or edit{' '}
            <a href="/editor/content/page">a page</a>. Your drafts appear here until they are published.
          </p>
        </EmptyState>
      ) : (
        <EntryList
          entries={[...linesFor(drafts, (line) => capital(kindNames[line.kind].one)), ...moreOf(drafts)]}
        />
      )}
    </section>
  )
}

/** For those who may not publish: what they submitted for review. */
function InReview({ inReview }: { inReview: Lines }) {
  if (inReview.total === 0) return null
  return (
    <section>
      <h2 id="in-review">Waiting for review</h2>
      <EntryList
        entries={[...linesFor(inReview, (line) => capital(kindNames[line.kind].one)), ...moreOf(inReview)]}
      />
    </section>
  )
}

function Scheduled({ scheduled }: { scheduled: Lines }) {
  return (
    <section>
      <h2 id="scheduled">Scheduled</h2>
      {scheduled.total === 0 ? (
        <EmptyState title="Nothing is scheduled">
          <p>When you schedule an entry, it appears here until it is published.</p>
        </EmptyState>
      ) : (
        <EntryList
          entries={[
            ...linesFor(scheduled, ({ publishAt, updatedAt }) => (
              <When word="Will be published" at={publishAt ?? updatedAt} />
            )),
            ...moreOf(scheduled),
          ]}
        />
      )}
    </section>
  )
}

function linesFor({ lines }: Lines, metaOf: (line: Lines['lines'][number]) => ReactNode) {
  return lines.map((line) => ({
    id: `entry-${line.id}`,
    title: line.title,
    href: `/editor/entries/${line.id}`,
    margin: line.publishAt === null && <Moment at={new Date(line.updatedAt)} />,
    meta: metaOf(line),
  }))
}

/** Such as “Closes 31 January 2027, 23:59 IST”. */
function When({ word, at }: { word: string; at: number }) {
  return (
    <>
      {word} <Moment at={new Date(at)} />
    </>
  )
}

/** Says how many the list leaves out. */
function moreOf(all: Lines | undefined) {
  const more = all ? all.total - all.lines.length : 0
  return more > 0 ? [{ id: `more-${all?.lines[0]?.id}`, title: `and ${more} more` }] : []
}

function counted(id: string, count: number | undefined, one: string, many: string, href?: string) {
  if (!count) return []
  return [{ id, title: `${count} ${count === 1 ? one : many}`, href }]
}
