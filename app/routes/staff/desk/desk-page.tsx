import type { ReactNode } from 'react'
import { ownTasks, scheduledTasks, type DeskLines } from '#features/content/reading/desk-tasks.ts'
import type { DeskTask, TimedWords } from '#features/desk-tasks/desk-task.ts'
import { tasksOf, type ShownDesk } from '#features/desk/tasks.ts'
import type { Alarm } from '#features/watching/alarms.server.ts'
import { BarPlot } from '#ui/list/bar-plot.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { EmptyState } from '#ui/list/empty-state.tsx'
import { EntryList } from '#ui/list/entry-list.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import styles from './desk-page.module.css'

type Props = { title: string; desk: ShownDesk; alarms?: Alarm[]; isAdmin?: true; children?: ReactNode }

/** What needs attention today comes first; then the year in small. */
export function DeskPage({ title, desk, alarms = [], isAdmin, children }: Props) {
  const tasks = tasksOf(desk, isAdmin ?? false)
  return (
    <>
      <StaffTitle title={title} />
      <Alarms alarms={alarms} />
      {children}
      <section>
        <h2 id="today">Today</h2>
        {tasks.length === 0 ? (
          <Notice>
            <p>Nothing needs your attention. New tasks appear here, oldest first.</p>
          </Notice>
        ) : (
          <Tasks tasks={tasks} />
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
          <BarPlot label="Visits" bars={desk.visits} />
          <BarPlot label="Activity" bars={desk.changes} />
          {desk.signIns && <BarPlot label="Sign-ins" bars={desk.signIns} />}
        </div>
        <p>
          <a href="/editor/visits">All visits</a>
        </p>
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

function Drafts({ drafts }: { drafts: DeskLines }) {
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
        <Tasks tasks={ownTasks(drafts)} />
      )}
    </section>
  )
}

/** For those who may not publish: what they submitted for review. */
function InReview({ inReview }: { inReview: DeskLines }) {
  if (inReview.total === 0) return null
  return (
    <section>
      <h2 id="in-review">Waiting for review</h2>
      <Tasks tasks={ownTasks(inReview)} />
    </section>
  )
}

function Scheduled({ scheduled }: { scheduled: DeskLines }) {
  return (
    <section>
      <h2 id="scheduled">Scheduled</h2>
      {scheduled.total === 0 ? (
        <EmptyState title="Nothing is scheduled">
          <p>When you schedule an entry, it appears here until it is published.</p>
        </EmptyState>
      ) : (
        <Tasks tasks={scheduledTasks(scheduled)} />
      )}
    </section>
  )
}

function Tasks({ tasks }: { tasks: DeskTask[] }) {
  const entries = tasks.map((task) => ({ ...task, margin: timed(task.margin), meta: timed(task.meta) }))
  return <EntryList entries={entries} />
}

function timed(said: TimedWords | undefined) {
  if (typeof said !== 'object') return said
  return (
    <>
      {said.words && `${said.words} `}
      <Moment at={new Date(said.at)} />
    </>
  )
}
