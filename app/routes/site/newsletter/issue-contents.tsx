import { articleAddress } from '#features/content/addresses/addresses.ts'
import { isArticle, listContents, type ListedArticle } from '#features/content/kinds/articles.ts'
import type { Data } from '#features/content/kinds/kinds.ts'
import { DataTable } from '#ui/list/data-table.tsx'
import { EntryList } from '#ui/list/entry-list.tsx'

interface Props {
  slug: string
  contents: Data<'newsletter'>['contents']
}

/** The articles of an issue: a list to read on from, or only a table if none has a text or a summary. */
export function IssueContents({ slug, contents }: Props) {
  const items = listContents(contents)
  if (!items.some((item) => isArticle(item) || item.summary)) return <ContentsTable items={items} />
  return (
    <EntryList
      entries={items.map((item, index) => ({
        id: isArticle(item) ? item.slug : `article-${index + 1}`,
        title: item.title,
        href: isArticle(item) ? articleAddress(slug, item.slug) : undefined,
        meta: metaOf(item),
        children: item.summary && <p>{item.summary}</p>,
      }))}
    />
  )
}

function metaOf({ author, page }: ListedArticle): string {
  return [author, page && `Page ${page}`].filter(Boolean).join(' · ')
}

function ContentsTable({ items }: { items: ListedArticle[] }) {
  return (
    <DataTable
      caption="Contents of the issue"
      captionHidden
      rows={items}
      rowKey={(_article, index) => String(index)}
      columns={[
        { key: 'title', label: 'Title', cell: (article) => article.title, heads: true },
        { key: 'author', label: 'Author', cell: (article) => article.author },
        { key: 'page', label: 'Page', cell: (article) => article.page, numeric: true },
      ]}
    />
  )
}
