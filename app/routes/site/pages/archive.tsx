import { data } from 'react-router'
import { archiveLabels } from '#features/content/kinds/archive-labels.ts'
import { readArchiveQuery } from '#features/content/kinds/archive.ts'
import { listLatest } from '#features/content/reading/queries.server.ts'
import { findDownloads } from '#features/media/queries.server.ts'
import { Button } from '#ui/form/button.tsx'
import { EntryList } from '#ui/list/entry-list.tsx'
import { ExternalLink } from '#ui/text/external-link.tsx'
import { SelectField } from '#ui/form/field.tsx'
import { FilterForm } from '#ui/list/filter-form.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { DownloadLink, isPdf } from './download-link.tsx'
import { PageSections } from './page-sections.tsx'
import { readPageText } from './page-text.server.ts'
import { SitePage } from './site-page.tsx'
import { begin } from '#routes/request/begin.server.ts'
import type { Route } from './+types/archive.ts'

export async function loader(args: Route.LoaderArgs) {
  const { db } = begin(args, 'routes/site/pages/archive')
  const { context, url } = args
  const read = readArchiveQuery(url.searchParams)
  if (!read.ok) throw data({ sentence: read.error }, { status: 400 })
  const { type, year } = read.query
  const all = await listLatest(db, 'archive-item')
  const items = all.filter((item) => (!type || item.data.type === type) && (!year || item.data.year === year))
  return {
    text: await readPageText(context, 'archive'),
    query: read.query,
    years: [...new Set(all.map((item) => item.data.year))].toSorted((a, b) => b - a),
    items,
    downloads: await findDownloads(
      db,
      items.map((item) => item.data.file),
    ),
  }
}

export default function Archive({ loaderData }: Route.ComponentProps) {
  const { text, query, years, items, downloads } = loaderData
  const filtered = query.type !== undefined || query.year !== undefined
  return (
    <SitePage title={text.title} lead={text.lead} hidden={filtered}>
      <PageSections sections={text.sections} pictures={text.pictures} />
      <FilterForm label="Filter the archive" clearHref={filtered ? '/archive' : undefined}>
        <SelectField
          name="type"
          label="Type"
          defaultValue={query.type ?? ''}
          choices={[
            { value: '', label: 'All types' },
            ...Object.entries(archiveLabels).map(([value, label]) => ({ value, label })),
          ]}
        />
        <SelectField
          name="year"
          label="Year"
          defaultValue={query.year ?? ''}
          choices={[
            { value: '', label: 'All years' },
            ...years.map((year) => ({ value: String(year), label: String(year) })),
          ]}
        />
        <Button look="secondary">Filter</Button>
      </FilterForm>
      {items.length === 0 && (
        <Notice>
          <p>
            No results. <a href="/archive">Show the whole archive</a>.
          </p>
        </Notice>
      )}
      <EntryList
        level={2}
        entries={items.map(({ slug, sample, data }) => {
          const file = data.file && downloads[data.file]
          const isOwnPage = data.url?.startsWith('/')
          return {
            id: slug,
            title: data.title,
            ...(isOwnPage && { href: data.url }),
            margin: data.year,
            meta: archiveLabels[data.type],
            sample,
            children: (
              <>
                {data.description && <p>{data.description}</p>}
                {file && (
                  <p>
                    <DownloadLink file={file}>
                      {isPdf(file) ? 'Read' : 'Download'} “{data.title}”
                    </DownloadLink>
                  </p>
                )}
                {data.url && !isOwnPage && (
                  <p>
                    <ExternalLink href={data.url}>{`Read it at ${new URL(data.url).hostname}`}</ExternalLink>
                  </p>
                )}
              </>
            ),
          }
        })}
      />
    </SitePage>
  )
}
