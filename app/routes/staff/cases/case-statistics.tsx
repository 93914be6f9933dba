import { data } from 'react-router'
import { statisticsForm } from '#features/casework/casework-form.ts'
import { statisticsOf } from '#features/casework/statistics/case-statistics.ts'
import { queueNames } from '#features/casework/queues.ts'
import { countCycle, listCycles } from '#features/casework/statistics/statistics.server.ts'
import type { GroupCount } from '#features/casework/statistics/statistics.ts'
import { begin } from '#routes/request/begin.server.ts'
import { exportRight } from '#routes/request/confirm.server.ts'
import { ExportForm } from '#routes/staff/shared/export-form.tsx'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { readQuery } from '#server/http/query-string.ts'
import { BarPlot } from '#ui/list/bar-plot.tsx'
import { Button } from '#ui/form/button.tsx'
import { DataTable } from '#ui/list/data-table.tsx'
import { EmptyState } from '#ui/list/empty-state.tsx'
import { Facts } from '#ui/text/facts.tsx'
import { SelectField } from '#ui/form/field.tsx'
import { FilterForm } from '#ui/list/filter-form.tsx'
import { formatNumber } from '#ui/foundations/numbers.ts'
import type { Route } from './+types/case-statistics.ts'
import styles from './cases.module.css'

const path = '/editor/cases/statistics'

/** Counts of a cycle, without names. */
export async function loader(args: Route.LoaderArgs) {
  const { db, session } = begin(args, 'routes/staff/cases/case-statistics')
  const { url } = args
  const read = readQuery(url.searchParams, statisticsForm)
  if (!read.ok) throw data({ sentence: read.error }, { status: 400 })
  const known = await listCycles(db)
  const caseType = read.query.process ?? known[0]?.process ?? 'fellow'
  const own = known.filter((one) => one.process === caseType).map(({ cycle }) => cycle)
  const cycle = read.query.cycle ?? own[0]
  return {
    process: caseType,
    cycle,
    cycles: [...new Set(known.map(({ cycle }) => cycle))],
    statistics: cycle === undefined ? null : statisticsOf(caseType, await countCycle(db, caseType, cycle)),
    mayExport: exportRight(args, session, 'routes/staff/cases/statistics-export'),
  }
}

export default function CaseStatistics({ loaderData }: Route.ComponentProps) {
  const { process: caseType, cycle, cycles, statistics, mayExport } = loaderData
  const title = cycle === undefined ? 'Statistics' : `Statistics: ${queueNames[caseType]}, ${cycle}`
  return (
    <>
      <StaffTitle title={title} back={{ href: '/editor/cases', label: 'Cases' }} />
      <FilterForm label="Filter statistics">
        <SelectField
          name="process"
          label="Case type"
          defaultValue={caseType}
          choices={Object.entries(queueNames).map(([value, label]) => ({ value, label }))}
        />
        <SelectField
          name="cycle"
          label="Cycle"
          defaultValue={cycle ?? ''}
          choices={[
            { value: '', label: 'Latest' },
            ...[...new Set([...(cycle === undefined ? [] : [cycle]), ...cycles])].map((value) => ({
              value,
              label: value,
            })),
          ]}
        />
        <Button look="secondary">Filter</Button>
      </FilterForm>
      {!statistics || statistics.received === 0 ? (
        <EmptyState title="No cases received">
          <p>Choose another cycle or case type. New cases are counted as soon as they are submitted.</p>
        </EmptyState>
      ) : (
        <>
          <Facts
            facts={[
              { label: 'Received', value: formatNumber(statistics.received) },
              {
                label: 'Closed as spam',
                value: statistics.spam > 0 && formatNumber(statistics.spam),
              },
              { label: 'Decided', value: formatNumber(statistics.decided) },
              {
                label: 'Median time to a decision',
                value:
                  statistics.medianDays === null
                    ? 'None yet'
                    : `${statistics.medianDays} ${statistics.medianDays === 1 ? 'day' : 'days'}`,
              },
            ]}
          />
          <div className={styles.plots}>
            <BarPlot label="Received by month" bars={statistics.months} unit="month" />
          </div>
          <Shares title="By status" shares={statistics.states} />
          <Shares title="By discipline" shares={statistics.disciplines} />
          <Shares title="By gender" shares={statistics.genders} />
          <p className={styles.note}>
            We ask for gender only for statistics. To protect people’s privacy, we hide groups of fewer than
            three and any number that would reveal them.
          </p>
          <ExportForm
            action={`${path}/export`}
            query={{ process: caseType, cycle }}
            what="these statistics"
            right={mayExport}
            back={path}
          />
        </>
      )}
    </>
  )
}

function Shares({ title, shares }: { title: string; shares: GroupCount[] }) {
  const max = Math.max(1, ...shares.map(({ count }) => count ?? 0))
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      <DataTable
        caption={title}
        captionHidden
        rows={shares}
        rowKey={({ name }) => name}
        columns={[
          { key: 'label', label: 'Group', heads: true, cell: ({ label }) => label },
          {
            key: 'count',
            label: 'Cases',
            numeric: true,
            cell: ({ count }) => (count === null ? 'hidden' : formatNumber(count)),
          },
          {
            key: 'bar',
            label: 'Compared',
            cell: ({ count }) => (
              <svg
                className={styles.bar}
                viewBox="0 0 100 4"
                preserveAspectRatio="none"
                aria-hidden="true"
                focusable="false"
              >
                <rect width={(100 * (count ?? 0)) / max} height="4" />
              </svg>
            ),
          },
        ]}
      />
    </section>
  )
}
