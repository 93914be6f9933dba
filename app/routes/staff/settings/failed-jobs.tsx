import type { describeSystem } from '#features/watching/system.server.ts'
import { Moment } from '#ui/foundations/day.tsx'
import { DataTable } from '#ui/list/data-table.tsx'
import styles from './failed-jobs.module.css'

type FailedJob = Awaited<ReturnType<typeof describeSystem>>['failedJobs'][number]

/** Background work that the site gave up, with what to do about it. */
export function FailedJobs({ jobs, path }: { jobs: FailedJob[]; path: string }) {
  return (
    <section>
      <h2 id="failed-jobs">Failed background jobs</h2>
      <p>
        The site tried each of these ten times. Solve the problem first, then select the jobs. Remove jobs
        that are no longer needed.
      </p>
      <DataTable
        caption="Failed background jobs"
        captionHidden
        rows={jobs}
        rowKey={({ id }) => id}
        columns={[
          { key: 'work', label: 'Job', heads: true, cell: ({ work }) => work },
          {
            key: 'problem',
            label: 'Problem',
            cell: ({ problem }) => <span className={styles.problem}>{problem}</span>,
          },
          { key: 'advice', label: 'What to do', cell: ({ advice }) => advice },
          { key: 'failed', label: 'Last tried', cell: ({ failedAt }) => <Moment at={failedAt} /> },
        ]}
        choice={{
          things: 'jobs',
          nameOf: ({ work }) => work,
          acts: [
            { label: 'Try again', action: `${path}?do=try-again` },
            { label: 'Remove', action: `${path}?do=remove`, look: 'secondary' },
          ],
        }}
      />
    </section>
  )
}
