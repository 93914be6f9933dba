import type { ReactNode } from 'react'
import { hasSamplePeople, listFilterOptions } from '#features/people/queries.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { SampleMark } from '#ui/text/sample-mark.tsx'
import { SitePage } from '#routes/site/pages/site-page.tsx'
import { Bars, Columns, type Counted } from './charts.tsx'
import { StateMap } from './state-map.tsx'
import type { Route } from './+types/figures.ts'
import styles from './figures.module.css'

const fellows = '/fellowship/fellows'

export async function loader(args: Route.LoaderArgs) {
  const { db } = begin(args, 'routes/site/directory/figures')
  return { ...(await listFilterOptions(db, 'fellows')), sample: await hasSamplePeople(db, 'fellows') }
}

export default function Figures({ loaderData: options }: Route.ComponentProps) {
  const { disciplines, countries, states, years, sample } = options
  const total = disciplines.reduce((sum, { people }) => sum + people, 0)
  return (
    <SitePage
      wide
      title="Fellows in figures"
      {...(sample && { kicker: <SampleMark /> })}
      lead="Fellows of the Academy by discipline, state, country and year of election."
      trail={[{ label: 'Fellows', href: fellows }]}
    >
      {total === 0 ? (
        <p>No Fellow is listed yet.</p>
      ) : (
        <>
          <div className={styles.charts}>
            <Chart title="By discipline">
              <Bars rows={mostFirst(disciplines)} hrefFor={addressFor('discipline')} />
            </Chart>
            <Chart title="By state of India">
              <StateMap counts={states} hrefFor={addressFor('state')} />
            </Chart>
            <Chart title="By country">
              <Bars rows={mostFirst(countries)} hrefFor={addressFor('country')} />
            </Chart>
            <Chart title="By year of election">
              <Columns rows={everyYear(years)} hrefFor={addressFor('year')} />
            </Chart>
          </div>
          <p>
            These are the {total} living Fellows, Associate Fellows and Honorary Fellows who agreed to be
            listed. <a href={fellows}>Show all of them</a>.
          </p>
        </>
      )}
    </SitePage>
  )
}

function Chart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.chart}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function addressFor(name: string) {
  return (value: string | number) => `${fellows}?${new URLSearchParams({ [name]: String(value) })}`
}

function mostFirst<T extends Counted>(rows: T[]): T[] {
  return rows.toSorted((a, b) => b.people - a.people)
}

/** From the first year to the last, with the years in which nobody was elected. */
function everyYear(years: { value: number; people: number }[]) {
  const counts = new Map(years.map(({ value, people }) => [value, people]))
  const first = Math.min(...counts.keys())
  const last = Math.max(...counts.keys())
  if (counts.size === 0) return []
  return Array.from({ length: last - first + 1 }, (_, at) => ({
    value: first + at,
    people: counts.get(first + at) ?? 0,
  }))
}
