import { data } from 'react-router'
import { findTouchedCases, type TouchedCase } from '#features/nominations/rules.server.ts'
import { findDraft, findRulebook } from '#features/rulebook/queries.server.ts'
import { answerNames } from '#features/rulebook/rulebook.ts'
import { begin } from '#routes/request/begin.server.ts'
import { expectNoQuery } from '#routes/request/answers.server.ts'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { DataTable, type Column } from '#ui/list/data-table.tsx'
import { noRulebook } from './rulebook-acts.server.ts'
import type { Route } from './+types/rulebook-cases.ts'

/** Compares the draft with the version in force on every open case. Nothing is changed by it. */
export async function loader(args: Route.LoaderArgs) {
  const { db, actor, now } = begin(args, 'routes/staff/rulebooks/rulebook-cases')
  expectNoQuery(args.url)
  const rulebook = await findRulebook(db, args.params.id)
  const draft = rulebook && (await findDraft(db, rulebook.id))
  if (!draft) throw data(noRulebook, { status: 404 })
  const { id, name } = rulebook
  return {
    rulebook: { id, name },
    number: draft.number,
    found: await findTouchedCases(db, actor, rulebook, draft.id, now),
  }
}

export default function RulebookCases({ loaderData }: Route.ComponentProps) {
  const { rulebook, number, found } = loaderData
  return (
    <>
      <StaffTitle
        title={`Open cases and version ${number}`}
        back={{ href: `/admin/rulebooks/${rulebook.id}`, label: rulebook.name }}
      />
      {found ? <Touched {...found} /> : <p>This rulebook applies to no nominations on this site.</p>}
    </>
  )
}

interface TouchedProps {
  compared: number
  isMore: boolean
  touched: TouchedCase[]
}

function Touched({ compared, isMore, touched }: TouchedProps) {
  if (compared === 0) return <p>No nomination is open, so there is nothing to compare.</p>
  return (
    <>
      <p>
        We compared the draft with the version in force for{' '}
        {isMore
          ? `the ${compared} open nominations that have waited longest`
          : compared === 1
            ? '1 open nomination'
            : `${compared} open nominations`}
        . Decisions already made do not change.
      </p>
      {touched.length === 0 ? (
        <p>The draft gives the same results for all of them.</p>
      ) : (
        <DataTable
          caption="Cases whose results differ"
          captionHidden
          rows={touched}
          rowKey={({ reference }) => reference}
          columns={columns}
        />
      )}
    </>
  )
}

const columns: Column<TouchedCase>[] = [
  {
    key: 'reference',
    label: 'Case',
    heads: true,
    cell: ({ reference }) => <a href={`/editor/cases/${reference}`}>{reference}</a>,
  },
  {
    key: 'changes',
    label: 'Results that change',
    cell: ({ changes }) =>
      changes
        .map(
          ({ clause, before, after }) =>
            `${clause}: ${answerNames[before]} in force, ${answerNames[after]} in the draft`,
        )
        .join('; '),
  },
]
