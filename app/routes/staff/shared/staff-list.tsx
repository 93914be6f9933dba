import { useState, type ReactNode } from 'react'
import { useSubmit } from 'react-router'
import type { ExportRight } from '#routes/request/confirm.server.ts'
import { ExportForm } from './export-form.tsx'
import { Button } from '#ui/form/button.tsx'
import { CountLine } from '#ui/list/count-line.tsx'
import { DataTable, type Column } from '#ui/list/data-table.tsx'
import { EmptyState } from '#ui/list/empty-state.tsx'
import { FilterForm } from '#ui/list/filter-form.tsx'
import { listHref, type Direction, type Query } from '#ui/list/list-href.ts'
import { Pagination } from '#ui/list/pagination.tsx'
import type { RowChoice } from '#ui/form/choose-several.tsx'
import { countOf } from '#ui/foundations/numbers.ts'
import type { Peek } from './peek/peek-sheet.tsx'
import { usePeek } from './peek/use-peek.tsx'
import styles from './staff-list.module.css'

/** What `listPage` loads, without the rows. */
export interface ListFacts {
  query: Query & { page: number; sort?: string | undefined; dir?: Direction | undefined }
  total: number
  pageSize: number
  pages: number
}

interface ListTable<Row> {
  rowKey: (row: Row) => string
  columns: Column<Row>[]
  /** The column that decides the order if the address names none. */
  defaultSort?: string
  bulk?: RowChoice<Row>
  /** What is shown of a row without leaving the list. */
  peek?: (row: Row) => Peek
}

/** The rows, if they are not a table. */
interface View<Row> {
  view: (rows: Row[]) => ReactNode
}

interface Shared<Row> {
  path: string
  list: ListFacts
  rows: Row[]
  /** The name of the list, for screen readers. */
  caption: string
  /** What the rows are: person, people. */
  one: string
  many: string
  /** The address of the list with some of its query changed, where that is not the usual one. */
  hrefFor?: (changes: Query) => string
  filter?: {
    label: string
    fields: ReactNode
    /** Parts of the query that a filter preserves, besides the order. */
    hidden?: Record<string, string | undefined>
  }
  /** Whether the list shows only a part; normally everything but page and order filters. */
  isFiltered?: boolean
  /** Where “Show all” leads. */
  allHref?: string
  /** Between the filter and the rows. */
  above?: ReactNode
  /** Selections that people often need. Each has its address, so it can be bookmarked and shared. */
  views?: ListView[]
  besideCount?: ReactNode
  /** Below the count. */
  note?: ReactNode
  /** The advice if nothing matches the filter. */
  noResults?: ReactNode
  /** What the list shows before its first row. */
  empty: ReactNode
  exported?: {
    right: ExportRight
    action?: string
    query?: Query
    what?: string
    /** Distinguishes it from another export form on the page. */
    name?: string
    asksReason?: boolean
  }
}

export interface ListView {
  label: string
  query: Record<string, string>
}

type Props<Row> = Shared<Row> & (ListTable<Row> | View<Row>)

/** A list of the staff area: filter, count, rows with a bulk bar, pages, export. */
export function StaffList<Row>(props: Props<Row>) {
  const { path, list, rows, filter, above, exported, empty } = props
  const { query, total, pages } = list
  const hrefFor = props.hrefFor ?? ((changes: Query) => listHref(path, query, changes))
  const isFiltered = props.isFiltered ?? isFilteredBy(query)
  const { apply, isApplied } = useAppliedFilter()
  return (
    <>
      {filter && (
        <FilterForm
          apply={apply}
          label={filter.label}
          clearHref={isFiltered ? (props.allHref ?? path) : undefined}
          hiddenFields={filter.hidden ?? orderIn(query)}
        >
          {filter.fields}
          <Button look="secondary">Filter</Button>
        </FilterForm>
      )}
      <p className="visually-hidden" aria-live="polite">
        {isApplied && (total === 0 ? 'No results' : countOf(total, props.one, props.many))}
      </p>
      {props.views && <Views path={path} views={props.views} query={query} />}
      {above}
      {rows.length > 0 && <Rows {...props} hrefFor={hrefFor} />}
      {rows.length === 0 && !isFiltered && empty}
      {rows.length === 0 && isFiltered && (
        <EmptyState title="No results">{props.noResults ?? <p>Remove a filter to see more.</p>}</EmptyState>
      )}
      <Pagination page={query.page} pages={pages} hrefFor={(page) => hrefFor({ page })} />
      {exported && total > 0 && (
        <ExportForm
          action={exported.action ?? `${path}/export`}
          query={exported.query ?? { ...query, page: 1 }}
          what={exported.what ?? countOf(total, props.one, props.many)}
          right={exported.right}
          back={path}
          {...(exported.name !== undefined && { name: exported.name })}
          {...(exported.asksReason === false && { asksReason: false })}
        />
      )}
    </>
  )
}

/**
 * Applies a filter without a new page, so that the focus and what is typed on meanwhile stay. The address follows, but
 * not the history: going back does not pass through what was half typed.
 */
function useAppliedFilter() {
  const submit = useSubmit()
  const [isApplied, setApplied] = useState(false)
  const apply = (form: HTMLFormElement) => {
    void submit(form, { replace: true, preventScrollReset: true }).then(() => setApplied(true))
  }
  return { apply, isApplied }
}

function Views({ path, views, query }: { path: string; views: ListView[]; query: ListFacts['query'] }) {
  return (
    <nav className={styles.views} aria-label="Views">
      {views.map((view) => (
        <a
          key={view.label}
          href={listHref(path, view.query)}
          aria-current={isShown(view, query) ? 'page' : undefined}
        >
          {view.label}
        </a>
      ))}
    </nav>
  )
}

/** Whatever the page and the order. */
function isShown(view: ListView, { page: _page, sort: _sort, dir: _dir, ...filter }: ListFacts['query']) {
  const set = Object.entries(filter).filter(([, value]) => Boolean(value))
  return (
    set.length === Object.keys(view.query).length && set.every(([name, value]) => view.query[name] === value)
  )
}

function Rows<Row>(props: Props<Row> & { hrefFor: (changes: Query) => string }) {
  const { list, rows, one, many, besideCount, note } = props
  const { query, total, pageSize } = list
  const count = <CountLine page={query.page} pageSize={pageSize} total={total} one={one} many={many} />
  return (
    <section id="rows" className={styles.rows}>
      {besideCount ? (
        <div className={styles.bar}>
          {count}
          {besideCount}
        </div>
      ) : (
        count
      )}
      {note}
      {'view' in props ? props.view(rows) : <TableOfRows {...props} />}
    </section>
  )
}

function TableOfRows<Row>(props: Shared<Row> & ListTable<Row> & { hrefFor: (changes: Query) => string }) {
  const { list, rows, caption, rowKey, columns, defaultSort, hrefFor, bulk, peek } = props
  const { sort = defaultSort, dir = 'asc' } = list.query
  const sorting = {
    sort,
    dir,
    hrefFor: (sort: string, dir: Direction) => hrefFor({ sort, dir, page: 1 }),
  }
  const peeking = usePeek(rows, columns, peek)
  const table = (
    <DataTable
      {...{ caption, rows, rowKey, columns: peeking?.columns ?? columns }}
      captionHidden
      {...(columns.some(({ sorts }) => sorts) && { sorting })}
      {...(bulk && { choice: bulk })}
    />
  )
  if (!peeking) return table
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles the keys pressed on its links
    <div onKeyDown={peeking.openBySpace}>
      {table}
      {peeking.sheet}
    </div>
  )
}

function isFilteredBy({ page: _page, sort: _sort, dir: _dir, ...filter }: ListFacts['query']): boolean {
  return Object.values(filter).some(Boolean)
}

function orderIn({ sort, dir }: ListFacts['query']) {
  return { sort, dir: dir === 'desc' ? dir : undefined }
}
