import { readLifeListQuery } from '#features/people/form.ts'
import { listFilterOptions, listLifeMembers } from '#features/people/queries.server.ts'
import { categories, lifeListCategories } from '#features/people/register.ts'
import { begin } from '#routes/request/begin.server.ts'
import { CheckLink } from '#routes/site/certificates/check-link.tsx'
import { answerable, directoryAddress, withinPages } from './directory.server.ts'
import { Directory, isNarrowed } from './directory.tsx'
import { countryFilter, disciplineFilter, yearFilter } from './directory-filters.ts'
import { PageSections } from '#routes/site/pages/page-sections.tsx'
import { readPageText } from '#routes/site/pages/page-text.server.ts'
import { SitePage } from '#routes/site/pages/site-page.tsx'
import type { Route } from './+types/members.ts'
import styles from './fellows.module.css'

export async function loader(args: Route.LoaderArgs) {
  const { db } = begin(args, 'routes/site/directory/members')
  const { context, url } = args
  const address = directoryAddress(url)
  const options = await listFilterOptions(db, 'life')
  const query = answerable(readLifeListQuery(address, options))
  return {
    text: await readPageText(context, 'members'),
    query,
    options,
    found: withinPages(await listLifeMembers(db, query, query.page)),
  }
}

export default function Members({ loaderData: { text, query, options, found } }: Route.ComponentProps) {
  const requested = {
    name: query.name,
    filters: [
      disciplineFilter(options, query.discipline),
      countryFilter(options, query.country),
      yearFilter(options, query.year, 'Joined in'),
      {
        name: 'category',
        label: 'Category',
        any: 'All categories',
        chosen: query.category,
        choices: lifeListCategories.map((value) => ({ value, label: categories[value] })),
      },
    ],
  }
  const isWhole = query.show === 'all'
  return (
    <SitePage wide title={text.title} lead={text.lead} hidden={isWhole || isNarrowed(requested)}>
      <Directory
        path="/membership/life-members-or-iaps-associates"
        noun={['member', 'members']}
        {...requested}
        isWhole={isWhole}
        found={found}
        numberOf={(person) => person.memberNo}
        yearOf={(person) => person.since}
      />
      {!isWhole && <CheckLink />}
      {query.page === 1 && !isWhole && !isNarrowed(requested) && text.sections.length > 0 && (
        <div className={styles.text}>
          <PageSections sections={text.sections} pictures={text.pictures} />
        </div>
      )}
    </SitePage>
  )
}
