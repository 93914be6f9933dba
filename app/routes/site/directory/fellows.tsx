import { readFellowQuery } from '#features/people/form.ts'
import { listDeceasedFellows, listFellows, listFilterOptions } from '#features/people/queries.server.ts'
import { grades } from '#features/people/register.ts'
import { begin } from '#routes/request/begin.server.ts'
import { CheckLink } from '#routes/site/certificates/check-link.tsx'
import { answerable, directoryAddress, withinPages } from './directory.server.ts'
import { Directory, isNarrowed } from './directory.tsx'
import { countryFilter, disciplineFilter, stateFilter, yearFilter } from './directory-filters.ts'
import { PageSections } from '#routes/site/pages/page-sections.tsx'
import { readPageText } from '#routes/site/pages/page-text.server.ts'
import { SitePage } from '#routes/site/pages/site-page.tsx'
import type { Route } from './+types/fellows.ts'
import styles from './fellows.module.css'

const path = '/fellowship/fellows'

export async function loader(args: Route.LoaderArgs) {
  const { db } = begin(args, 'routes/site/directory/fellows')
  const { context, url } = args
  const address = directoryAddress(url)
  const isMemorial = address.get('list') === 'deceased'
  const options = await listFilterOptions(db, isMemorial ? 'deceased-fellows' : 'fellows')
  const query = answerable(readFellowQuery(address, options))
  const list = isMemorial ? listDeceasedFellows : listFellows
  return {
    text: await readPageText(context, 'fellows'),
    query,
    options,
    found: withinPages(await list(db, query, query.page)),
    lost: (await listDeceasedFellows(db, {}, 1)).total,
  }
}

export default function Fellows({ loaderData: { text, query, options, found, lost } }: Route.ComponentProps) {
  const isMemorial = query.list === 'deceased'
  const requested = {
    name: query.name,
    filters: [
      disciplineFilter(options, query.discipline),
      countryFilter(options, query.country),
      stateFilter(options, query.state),
      yearFilter(options, query.year, 'Elected in'),
      {
        name: 'grade',
        label: 'Grade',
        any: 'All grades',
        chosen: query.grade,
        choices: Object.entries(grades).map(([value, label]) => ({ value, label })),
      },
    ],
  }
  const isWhole = query.show === 'all'
  const isFirst = query.page === 1 && !isMemorial && !isWhole && !isNarrowed(requested)
  return (
    <SitePage
      wide
      title={isMemorial ? 'In memoriam' : text.title}
      lead={isMemorial ? 'Fellows of the Academy who have died.' : text.lead}
      trail={isMemorial ? [{ label: text.title, href: path }] : []}
      hidden={isWhole || isNarrowed(requested)}
    >
      {lost > 0 && !isWhole && <Lists isMemorial={isMemorial} lost={lost} />}
      <Directory
        path={path}
        noun={['fellow', 'fellows']}
        {...requested}
        isWhole={isWhole}
        hiddenFields={isMemorial ? { list: 'deceased' } : {}}
        found={found}
        numberOf={(person) => person.fellowNo ?? ''}
        yearOf={(person) =>
          person.diedYear ? `${person.electedYear ?? ''}, died ${person.diedYear}` : person.electedYear
        }
      />
      {!isMemorial && !isWhole && (
        <p>
          <a href="/fellowship/figures">Fellows in figures</a>
        </p>
      )}
      {!isWhole && <CheckLink />}
      {isFirst && text.sections.length > 0 && (
        <div className={styles.text}>
          <PageSections sections={text.sections} pictures={text.pictures} />
        </div>
      )}
    </SitePage>
  )
}

function Lists({ isMemorial, lost }: { isMemorial: boolean; lost: number }) {
  return (
    <nav className={styles.lists} aria-label="Lists of fellows">
      <a href={path} aria-current={isMemorial ? undefined : 'page'}>
        Fellows
      </a>
      <a href={`${path}?list=deceased`} aria-current={isMemorial ? 'page' : undefined}>
        In memoriam ({lost})
      </a>
    </nav>
  )
}
