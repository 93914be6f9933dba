import type { ReactNode } from 'react'
import { fellowAddress } from '#features/people/addresses.ts'
import { maxNameLength, peoplePerPrint } from '#features/people/form.ts'
import type { DirectoryPage, ListedPerson } from '#features/people/queries.server.ts'
import { Button } from '#ui/form/button.tsx'
import { DataTable } from '#ui/list/data-table.tsx'
import { Field, SelectField } from '#ui/form/field.tsx'
import { Pagination } from '#ui/list/pagination.tsx'
import { SampleMark } from '#ui/text/sample-mark.tsx'
import { formatNumber } from '#ui/foundations/numbers.ts'
import styles from './directory.module.css'

/** One filter of a directory. The chosen value comes from the address. */
export interface Filter {
  name: string
  label: string
  /** The choice that does not filter. */
  any: string
  chosen: string | undefined
  choices: { value: string; label: string; people?: number }[]
}

interface Props {
  path: string
  /** The items of the list, in the singular and the plural. */
  noun: [one: string, many: string]
  name: string | undefined
  filters: Filter[]
  /** The page has everyone it can, to be printed. */
  isWhole: boolean
  /** Parameters of the address that are not filters. */
  hiddenFields?: Record<string, string>
  found: DirectoryPage
  numberOf: (person: ListedPerson) => string
  yearOf: (person: ListedPerson) => ReactNode
}

/** A list of people with filters and pages; the address holds the whole query. */
export function Directory(props: Props) {
  const { path, noun, found, numberOf, yearOf } = props
  const hrefFor = (page: number) => addressOf(props, { ...chosenOf(props), ...wholeList(props) }, page)
  return (
    <div className={styles.directory}>
      {!props.isWhole && <FilterForm {...props} />}
      <div className={styles.summary}>
        <p>{countSentence(found, noun)}</p>
        <Chosen {...props} />
        <PrintLink {...props} />
      </div>
      {found.total === 0 ? (
        <Nobody path={path} isNarrowed={isNarrowed(props)} />
      ) : (
        <DataTable
          caption={noun[1]}
          captionHidden
          rows={found.people}
          rowKey={(person) => person.id}
          columns={[
            { key: 'number', label: 'No.', cell: numberOf },
            { key: 'name', label: 'Name', heads: true, cell: nameOf },
            { key: 'institution', label: 'Institution', cell: (person) => person.institution },
            { key: 'place', label: 'State/Country', cell: locationOf },
            { key: 'since', label: 'Since', cell: yearOf },
          ]}
        />
      )}
      <Pagination page={found.page} pages={found.pages} hrefFor={hrefFor} label={`${noun[1]}, pages`} />
    </div>
  )
}

/** A list of several pages can be opened as one, to be printed. */
function PrintLink(props: Props) {
  const { found, isWhole, noun } = props
  if (isWhole) {
    return (
      <p data-screen="">
        {found.pages > 1 && `One page has at most ${formatNumber(peoplePerPrint)} ${noun[1]}. `}
        <a href={addressOf(props, chosenOf(props))}>Back to the list with filters</a>
      </p>
    )
  }
  if (found.pages === 1) return null
  return (
    <>
      <p data-screen="">
        <a href={addressOf(props, { ...chosenOf(props), show: 'all' })} rel="nofollow">
          Show all on one page, to print
        </a>
      </p>
      <p className={styles.paper}>
        This is page {found.page} of {found.pages}. The website shows all {noun[1]} on one page, to print.
      </p>
    </>
  )
}

function wholeList({ isWhole }: Props): Choices {
  return isWhole ? { show: 'all' } : {}
}

export function isNarrowed(requested: { name: string | undefined; filters: Filter[] }): boolean {
  return requested.name !== undefined || requested.filters.some((filter) => filter.chosen !== undefined)
}

function FilterForm({ path, name, filters, hiddenFields = {} }: Props) {
  return (
    <form action={path} className={styles.form} role="search" aria-label="Filter the list" data-screen="">
      <Field
        name="name"
        label="Name"
        type="search"
        maxLength={maxNameLength}
        defaultValue={name}
        width="full"
      />
      {filters.map(({ name, label, any, chosen, choices }) => (
        <SelectField
          key={name}
          name={name}
          label={label}
          choices={[{ value: '', label: any }, ...withChosen(choices, chosen).map(counted)]}
          defaultValue={chosen ?? ''}
        />
      ))}
      {Object.entries(hiddenFields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button>Filter</Button>
    </form>
  )
}

/** The address may name a year without elections; then the form must show it too. */
function withChosen(choices: Filter['choices'], chosen: string | undefined) {
  const isKnown = chosen === undefined || choices.some(({ value }) => value === chosen)
  return isKnown ? choices : [{ value: chosen, label: chosen }, ...choices]
}

function counted({ value, label, people }: Filter['choices'][number]) {
  return { value, label: people === undefined ? label : `${label} (${people})` }
}

/** The active filters, each with a link to remove it. */
function Chosen(props: Props) {
  const chosen = chosenOf(props)
  const entries = Object.entries(chosen)
  if (entries.length === 0) return null
  const labelOf = (name: string, value: string) =>
    props.filters.find((filter) => filter.name === name)?.choices.find((choice) => choice.value === value)
      ?.label ?? value
  return (
    <ul className={styles.chosen} data-screen="">
      {entries.map(([name, value]) => (
        <li key={name}>
          <a href={addressOf(props, { ...chosen, [name]: undefined })}>
            <span className="visually-hidden">Remove the filter </span>
            {name === 'name' ? `“${value}”` : labelOf(name, value)}
            <span aria-hidden="true"> ×</span>
          </a>
        </li>
      ))}
      {entries.length > 1 && (
        <li>
          <a href={addressOf(props, {})}>Remove all filters</a>
        </li>
      )}
    </ul>
  )
}

function Nobody({ path, isNarrowed }: { path: string; isNarrowed: boolean }) {
  if (!isNarrowed) return <p className={styles.nobody}>There is no one in this list yet.</p>
  return (
    <div className={styles.nobody}>
      <p>Remove a filter, or search for the first letters of the family name.</p>
      <p>
        <a href={path}>Show the whole list</a>, or <a href="/search">search the whole site</a>.
      </p>
    </div>
  )
}

function nameOf(person: ListedPerson) {
  return (
    <>
      {person.grade ? <a href={fellowAddress(person)}>{person.name}</a> : person.name}{' '}
      {person.sampleAt !== null && <SampleMark />}
      <span className={styles.field}>{person.discipline}</span>
    </>
  )
}

function locationOf(person: ListedPerson) {
  return [person.state, person.country].filter(Boolean).join(', ')
}

function countSentence({ total, page, pages, people }: DirectoryPage, [one, many]: Props['noun']) {
  if (total === 0) return `No results.`
  if (total === 1) return `Showing 1 ${one}.`
  if (total === people.length) return `Showing all ${total} ${many}.`
  const last = people.length + (page === pages ? total - people.length : (page - 1) * people.length)
  return `Showing ${last - people.length + 1} to ${last} of ${total} ${many}.`
}

type Choices = Record<string, string | undefined>

function chosenOf({ name, filters }: Props): Record<string, string> {
  const all: [string, string | undefined][] = [
    ['name', name],
    ...filters.map((filter): [string, string | undefined] => [filter.name, filter.chosen]),
  ]
  return Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== undefined))
}

function addressOf({ path, hiddenFields = {} }: Props, chosen: Choices, page = 1): string {
  const query = new URLSearchParams(hiddenFields)
  for (const [name, value] of Object.entries(chosen)) if (value !== undefined) query.set(name, value)
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `${path}?${query.toString()}` : path
}
