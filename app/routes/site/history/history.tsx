import { data } from 'react-router'
import {
  byYear,
  historyKinds,
  readHistoryQuery,
  type HistoryItem,
  type HistoryKind,
} from '#features/content/kinds/history.ts'
import { listHistory } from '#features/content/reading/history.server.ts'
import { officeDay } from '#office-time.ts'
import { begin } from '#routes/request/begin.server.ts'
import { useSite } from '#routes/site/frame/use-site.ts'
import { SitePage } from '#routes/site/pages/site-page.tsx'
import { Days } from '#ui/foundations/day.tsx'
import { SampleMark } from '#ui/text/sample-mark.tsx'
import { colourOf, HistoryStrip } from './history-strip.tsx'
import type { Route } from './+types/history.ts'
import styles from './history.module.css'

const kinds = Object.entries(historyKinds) as [HistoryKind, string][]

export async function loader(args: Route.LoaderArgs) {
  const { db, now } = begin(args, 'routes/site/history/history')
  const read = readHistoryQuery(args.url.searchParams)
  if (!read.ok) throw data({ sentence: read.error }, { status: 400 })
  const { kind } = read.query
  const all = await listHistory(db)
  return {
    kind,
    items: kind ? all.filter((item) => item.kind === kind) : all,
    year: Number(officeDay(now).slice(0, 4)),
  }
}

export default function History({ loaderData: { kind, items, year } }: Route.ComponentProps) {
  const { foundedOn, societyName } = useSite().settings
  const founded = Number(foundedOn.slice(0, 4))
  const view = { from: founded, to: Math.max(year, ...items.map(({ from }) => Number(from.slice(0, 4)))) + 1 }
  return (
    <SitePage
      wide
      title="History"
      lead={`Conferences, lectures, awards, newsletters and councils of the Academy since ${founded}.`}
      description={`What the ${societyName} has done since ${founded}, year by year.`}
      hidden={kind !== undefined}
    >
      <nav aria-label="Filter by kind" className={styles.kinds}>
        <ul>
          <li>
            <a href="/iaps/history" aria-current={kind === undefined ? 'page' : undefined}>
              Everything
            </a>
          </li>
          {kinds.map(([value, label]) => (
            <li key={value}>
              <svg width="3" height="14" aria-hidden="true" focusable="false">
                <rect width="3" height="14" fill={colourOf(value)} />
              </svg>
              <a href={`/iaps/history?kind=${value}`} aria-current={kind === value ? 'page' : undefined}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {items.length === 0 ? (
        <p>Nothing has been published yet.</p>
      ) : (
        <>
          <HistoryStrip items={items} view={view} />
          {byYear(items).map((each) => (
            <Year key={each.year} {...each} />
          ))}
        </>
      )}
    </SitePage>
  )
}

function Year({ year, items }: { year: string; items: HistoryItem[] }) {
  return (
    <section className={styles.year} id={`year-${year}`}>
      <h2>{year}</h2>
      <ul>
        {items.map(({ id, title, href, from, to, sample }) => (
          <li key={id}>
            <a href={href}>{title}</a> {sample && <SampleMark />}
            {from.length > 4 && (
              <p>
                <Days from={from} to={to} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
