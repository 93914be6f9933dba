import { data } from 'react-router'
import { visitsQuery } from '#features/visits/form.ts'
import { minShown, periods } from '#features/visits/periods.ts'
import { readVisits, type VisitSum, type VisitSums } from '#features/visits/queries.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { readQuery } from '#server/http/query-string.ts'
import { BarPlot } from '#ui/list/bar-plot.tsx'
import { DataTable, type Column } from '#ui/list/data-table.tsx'
import { formatNumber } from '#ui/foundations/numbers.ts'
import type { Route } from './+types/visits.ts'
import styles from './visits.module.css'

/** What visitors read, download and look for in vain, as sums that name nobody. */
export async function loader(args: Route.LoaderArgs) {
  const { db, now } = begin(args, 'routes/staff/visits/visits')
  const read = readQuery(args.url.searchParams, visitsQuery)
  if (!read.ok) throw data({ sentence: read.error }, { status: 400 })
  const { days } = read.query
  return { days, ...(await readVisits(db, now, Number(days))) }
}

export default function Visits({ loaderData }: Route.ComponentProps) {
  const { days, byDay, pages, downloads, referrers, searches } = loaderData
  const unit = days === '365' ? 'month' : 'day'
  return (
    <>
      <StaffTitle title="Visits" />
      <nav aria-label="Period">
        <ul className={styles.periods}>
          {Object.entries(periods).map(([value, label]) => (
            <li key={value}>
              <a href={`?days=${value}`} aria-current={value === days ? 'page' : undefined}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <p>
        We count visits on our own server, without cookies and without storing anything about visitors. We do
        not count signed-in staff or programs. We do not show numbers below {minShown}; in the chart, a {unit}{' '}
        with fewer visits counts as none.
      </p>
      <BarPlot label={`Visits, ${periods[days].toLowerCase()}`} bars={byDay} unit={unit} />
      <SumTable title="Pages" head="Page" sums={pages} link />
      <SumTable title="Downloads" head="File" sums={downloads} link />
      <SumTable title="Where visitors come from" head="Website" sums={referrers} />
      <SumTable title="Searches without results" head="Words" sums={searches} />
    </>
  )
}

type TableProps = { title: string; head: string; sums: VisitSums; link?: true }

function SumTable({ title, head, sums, link }: TableProps) {
  const id = title.toLowerCase().replaceAll(' ', '-')
  const max = Math.max(1, ...sums.rows.map(({ amount }) => amount))
  return (
    <section className={styles.sums}>
      <h2 id={id}>{title}</h2>
      {sums.rows.length === 0 ? (
        <p>Nothing to show for this period.</p>
      ) : (
        <DataTable
          caption={title}
          captionHidden
          rows={sums.rows}
          rowKey={({ name }) => name}
          columns={columnsFor(head, max, link)}
        />
      )}
      {sums.hidden > 0 && (
        <p className={styles.quiet}>
          {`${sums.hidden === 1 ? '1 more is' : `${formatNumber(sums.hidden)} more are`} not shown.`}
        </p>
      )}
    </section>
  )
}

function columnsFor(head: string, max: number, link: true | undefined): Column<VisitSum>[] {
  return [
    {
      key: 'name',
      label: head,
      heads: true,
      cell: ({ name }) => (link ? <a href={name}>{readable(name)}</a> : name),
    },
    {
      key: 'amount',
      label: 'Count',
      cell: ({ amount }) => (
        <span className={styles.amount}>
          {formatNumber(amount)}
          <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" focusable="false">
            <rect width={(100 * amount) / max} height="8" />
          </svg>
        </span>
      ),
    },
  ]
}

/** An address as people read it: without percent signs. */
function readable(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
