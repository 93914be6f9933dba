import type { Desk } from '#features/staff/desk.server.ts'
import { roleLabels } from '#features/staff/workflow.ts'
import { BarPlot } from '#ui/bar-plot.tsx'
import { Moment } from '#ui/day.tsx'
import { EntryList } from '#ui/entry-list.tsx'
import { Notice } from '#ui/notice.tsx'
import { StaffTitle } from './staff-title.tsx'
import styles from './desk-page.module.css'

type EditorsPart = Omit<Desk, 'pending' | 'failedMail' | 'failedJobs' | 'signIns'>
type Props = { title: string; desk: EditorsPart & Partial<Desk>; isAdmin?: true }

/** What needs somebody today comes first; then the year in small. */
export function DeskPage({ title, desk, isAdmin }: Props) {
  const tasks = tasksOf(desk, isAdmin ?? false)
  return (
    <>
      <StaffTitle title={title} />
      <section>
        <h2 id="today">What needs you today</h2>
        {tasks.length === 0 ? (
          <Notice>
            <p>Nothing is waiting. What comes in will stand here, the oldest first.</p>
          </Notice>
        ) : (
          <EntryList entries={tasks} />
        )}
      </section>
      <section>
        <h2 id="figures">The last 30 days</h2>
        <div className={styles.plots}>
          <BarPlot label="Acts of staff and site" bars={desk.changes} />
          {desk.signIns && <BarPlot label="Sign-ins" bars={desk.signIns} />}
        </div>
      </section>
    </>
  )
}

function tasksOf(desk: Props['desk'], isAdmin: boolean) {
  return [
    ...(desk.pending ?? []).map(({ id, name, requestedRole, createdAt }) => ({
      id: `pending-${id}`,
      title: `${name} asks for an account`,
      href: `/admin/staff/${id}`,
      margin: <Moment at={new Date(createdAt)} />,
      meta: `Wants to be ${roleLabels[requestedRole]}`,
    })),
    ...counted(
      'failed-mail',
      desk.failedMail,
      'letter could not be sent',
      'letters could not be sent',
      '/admin/mail',
    ),
    ...counted('failed-jobs', desk.failedJobs, 'job has failed', 'jobs have failed', '/admin/system'),
    ...counted('in-review', desk.inReview, 'text waits for review', 'texts wait for review'),
    ...counted('drafts', desk.drafts, 'draft', 'drafts'),
    ...counted('scheduled', desk.scheduled, 'text is scheduled', 'texts are scheduled'),
    ...desk.calls.open.map(({ id, title, href, closesAt }) => ({
      id: `call-${id}`,
      title,
      href,
      margin: closesAt !== undefined && <Moment at={new Date(closesAt)} />,
      meta: closesAt === undefined ? 'Open without an end' : 'Closes then',
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

function counted(id: string, count: number | undefined, one: string, many: string, href?: string) {
  if (!count) return []
  return [{ id, title: `${count} ${count === 1 ? one : many}`, href }]
}
