import type { countPlan, listMatches, listWrongRows } from '#features/people/import/queries.server.ts'
import type { UnknownValue } from '#features/people/import/unknown-values.server.ts'
import { decisions, openDecisions, type MatchKind } from '#features/people/import/workflow.ts'
import { Button } from '#ui/form/button.tsx'
import { DataTable } from '#ui/list/data-table.tsx'
import { Facts } from '#ui/text/facts.tsx'
import { SelectField } from '#ui/form/field.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { Pagination } from '#ui/list/pagination.tsx'
import { countOf, formatNumber } from '#ui/foundations/numbers.ts'
import { ImportMeanings } from './import-meanings.tsx'
import type { ExportRight } from '#routes/request/confirm.server.ts'
import { WrongRows } from './import-report.tsx'
import { NumberAndInstitution, rowColumns } from './import-row-columns.tsx'
import styles from './import.module.css'

type Matches = Awaited<ReturnType<typeof listMatches>>

interface Props {
  id: string
  page: number
  counts: Awaited<ReturnType<typeof countPlan>>
  matches: Matches
  wrong: Awaited<ReturnType<typeof listWrongRows>>
  unknown: UnknownValue[]
  exportRight: ExportRight
}

const perPage = 50

/** The outcome of the dry run: what would be done, what needs a decision, what is wrong. */
export function ImportPlan({ id, page, counts, matches, wrong, unknown, exportRight }: Props) {
  const isAnything = counts.add + counts.update > 0
  const hasDuplicates = counts.byNumber + counts.byName > 0
  return (
    <>
      <section className={styles.plan}>
        <h2>Preview</h2>
        <Facts
          facts={[
            { label: 'Added', value: countOf(counts.add, 'person', 'people') },
            { label: 'Updated', value: countOf(counts.update, 'person', 'people') },
            { label: 'Skipped, already in the register', value: countOf(counts.skip, 'row') },
            { label: 'Rejected because of a problem', value: countOf(counts.wrong, 'row') },
          ]}
        />
        {isAnything ? (
          <form method="post" action="?do=start">
            {hasDuplicates && <p>Decide on the possible duplicates below first.</p>}
            <Button>
              Import: add {formatNumber(counts.add)}, update {formatNumber(counts.update)}
            </Button>
          </form>
        ) : (
          <Notice>
            <p>There is nothing to import: no row adds or updates a person.</p>
          </Notice>
        )}
        <p>
          <a href={`/editor/people/import/${id}?step=columns`}>Change columns</a>
        </p>
      </section>
      {hasDuplicates && (
        <section>
          <h2>Possible duplicates</h2>
          <div className={styles.columns}>
            {counts.byNumber > 0 && <DecideAll kind="number" count={counts.byNumber} />}
            {counts.byName > 0 && <DecideAll kind="name" count={counts.byName} />}
          </div>
          <MatchList matches={matches} page={page} />
          <Pagination
            page={page}
            pages={Math.ceil((counts.byNumber + counts.byName) / perPage)}
            hrefFor={(page) => `/editor/people/import/${id}?page=${page}`}
          />
        </section>
      )}
      <ImportMeanings unknown={unknown} />
      <WrongRows id={id} wrong={wrong} total={counts.wrong} exportRight={exportRight} />
    </>
  )
}

const matchLabels: Record<MatchKind, string> = {
  number: 'the same member number',
  name: 'a similar name and institution',
}

function DecideAll({ kind, count }: { kind: MatchKind; count: number }) {
  return (
    <form method="post" action="?do=decide-all">
      <input type="hidden" name="kind" value={kind} />
      <SelectField
        id={`all-${kind}`}
        name="decision"
        label={`All ${countOf(count, 'row')} with ${matchLabels[kind]}`}
        choices={openDecisions(kind).map((value) => ({ value, label: decisions[value] }))}
      />
      <Button look="secondary">Apply to all</Button>
    </form>
  )
}

function MatchList({ matches, page }: { matches: Matches; page: number }) {
  return (
    <form
      method="post"
      action={`?do=decide&page=${page}`}
      key={matches.map(({ decision }) => decision).join()}
    >
      <DataTable
        caption="Rows that may match a person in the register"
        captionHidden
        rows={matches}
        rowKey={({ number }) => String(number)}
        columns={[
          ...rowColumns<Matches[number]>(),
          {
            key: 'there',
            label: 'In the register',
            cell: ({ there }) => (
              <div>
                <Known {...there} />
                <NumberAndInstitution {...there} />
              </div>
            ),
          },
          { key: 'kind', label: 'Matched by', cell: ({ kind }) => matchLabels[kind] },
          {
            key: 'decision',
            label: 'Decision',
            cell: ({ number, kind, decision, said, there }) => (
              <select
                name={`row-${number}`}
                className={styles.decision}
                aria-label={`Decision for ${said.name}`}
                defaultValue={decision}
              >
                {openDecisions(kind, there.earlierRow !== null).map((value) => (
                  <option key={value} value={value}>
                    {decisions[value]}
                  </option>
                ))}
              </select>
            ),
          },
        ]}
      />
      <Button look="secondary">Save decisions</Button>
    </form>
  )
}

function Known({ id, name, earlierRow }: Matches[number]['there']) {
  if (earlierRow !== null) return <>Row {earlierRow} of this file</>
  return id ? <a href={`/editor/people/${id}`}>{name}</a> : <>no longer in the register</>
}
