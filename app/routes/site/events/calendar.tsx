import { data } from 'react-router'
import { byMonth, dayOf, isOver } from '#features/calendar/academy-dates.ts'
import { readCalendarQuery } from '#features/calendar/form.ts'
import { listAcademyDates } from '#features/calendar/queries.server.ts'
import { formatDay } from '#ui/foundations/dates.ts'
import { EntryList } from '#ui/list/entry-list.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { begin } from '#routes/request/begin.server.ts'
import { useSite } from '#routes/site/frame/use-site.ts'
import { PageSections } from '#routes/site/pages/page-sections.tsx'
import { academyRef } from '#routes/site/frame/json-ld.ts'
import { readSectionText } from '#routes/site/pages/section-text.server.ts'
import { SitePage } from '#routes/site/pages/site-page.tsx'
import { listedDate } from './listed-date.tsx'
import { eventList } from './event-list.ts'
import styles from './calendar.module.css'
import type { Route } from './+types/calendar.ts'

export async function loader(args: Route.LoaderArgs) {
  const { db, now } = begin(args, 'routes/site/events/calendar')
  const { context, url } = args
  const read = readCalendarQuery(url.searchParams)
  if (!read.ok) throw data({ sentence: read.error }, { status: 400 })
  const { year } = read.query
  const all = await listAcademyDates(db, now)
  const isShown = (date: (typeof all)[number]) =>
    year === undefined ? !isOver(date, now.getTime()) : yearOf(date) === year
  return {
    text: await readSectionText(context, url.pathname),
    year,
    dates: all.filter(isShown),
    years: [...new Set(all.map(yearOf))].toSorted((a, b) => b - a),
  }
}

function yearOf(date: Parameters<typeof dayOf>[0]): number {
  return Number(dayOf(date).slice(0, 4))
}

export default function CalendarPage({ loaderData: { text, year, dates, years } }: Route.ComponentProps) {
  const { origin, settings } = useSite()
  const title = year === undefined ? text.title : `${text.title} ${year}`
  return (
    <SitePage
      title={title}
      lead={text.lead}
      about={eventList(origin, academyRef(origin, settings), dates)}
      hidden={year !== undefined}
      {...(year !== undefined && { trail: [{ label: text.title, href: '/calendar' }] })}
    >
      <PageSections sections={text.sections} pictures={text.pictures} />
      <Subscribe origin={origin} />
      {dates.length === 0 && <NoDates year={year} />}
      {byMonth(dates).map(({ month, dates }) => (
        <section key={month}>
          <h2 id={`month-${month}`}>{formatDay(month)}</h2>
          <EntryList entries={dates.map(listedDate)} />
        </section>
      ))}
      <Years years={years} current={year} />
    </SitePage>
  )
}

function Subscribe({ origin }: { origin: string }) {
  return (
    <p className={styles.subscribe}>
      <a href={`${origin.replace(/^https?:/, 'webcal:')}/calendar.ics`}>Subscribe in your calendar</a>
      <a href="/calendar.ics">Add to your calendar (.ics)</a>
    </p>
  )
}

function NoDates({ year }: { year: number | undefined }) {
  return (
    <Notice>
      {year === undefined ? (
        <p>
          No dates are announced at the moment. Subscribe to the calendar, and new ones will appear in yours.
          Meanwhile, read about past <a href="/conferences">conferences</a> and{' '}
          <a href="/activities">activities</a>.
        </p>
      ) : (
        <p>
          No dates in {year}. <a href="/calendar">Show all upcoming dates</a>.
        </p>
      )}
    </Notice>
  )
}

function Years({ years, current }: { years: number[]; current: number | undefined }) {
  if (years.length === 0) return null
  return (
    <nav aria-labelledby="years" className={styles.years}>
      <h2 id="years">All dates by year</h2>
      <ul>
        {current !== undefined && (
          <li>
            <a href="/calendar">Upcoming dates</a>
          </li>
        )}
        {years.map((year) => (
          <li key={year}>
            <a href={`/calendar?year=${year}`} {...(year === current && { 'aria-current': 'page' })}>
              {year}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
