import type { ReactNode } from 'react'
import { ownTasks, type DeskLines } from '#features/content/reading/desk-tasks.ts'
import { splitTasks, type DeskTask, type TimedWords } from '#features/desk-tasks/desk-task.ts'
import type { SharedDesk } from '#features/desk/desk.server.ts'
import type { Alarm } from '#features/watching/alarms.server.ts'
import { Moment } from '#ui/foundations/day.tsx'
import { EmptyState } from '#ui/list/empty-state.tsx'
import { EntryList } from '#ui/list/entry-list.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import styles from './desk-page.module.css'

type Props = {
  title: string
  desk: SharedDesk
  tasks: DeskTask[]
  alarms?: Alarm[]
  /** The statistics of this role. */
  plots: ReactNode
  children?: ReactNode
}

/** What needs attention today comes first, then what follows; the year in small is last. */
export function DeskPage({ title, desk, tasks, alarms = [], plots, children }: Props) {
  const { today, soon } = splitTasks(tasks, desk.now)
  return (
    <>
      <StaffTitle title={title} />
      <Alarms alarms={alarms} />
      {children}
      <div className={styles.lists}>
        <section aria-labelledby="today">
          <h2 id="today">Today</h2>
          {today.length === 0 ? (
            <Notice>
              <p>Nothing needs your attention. New tasks appear here, oldest first.</p>
            </Notice>
          ) : (
            <Tasks tasks={today} />
          )}
        </section>
        <section aria-labelledby="soon">
          <h2 id="soon">Soon</h2>
          {soon.length === 0 ? (
            <p className={styles.quiet}>Nothing is scheduled or due in the next 30 days.</p>
          ) : (
            <Tasks tasks={soon} />
          )}
        </section>
      </div>
      <Drafts drafts={desk.drafts} />
      {!desk.mayPublish && <InReview inReview={desk.inReview} />}
      {plots}
    </>
  )
}

export function Plots({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className={styles.plots}>{children}</div>
    </section>
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
