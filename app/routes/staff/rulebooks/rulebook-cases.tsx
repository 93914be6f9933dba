import { data } from 'react-router'
import {
  compareDraft,
  type ComparedCases,
  type TouchedCase,
} from '#features/casework/rules/touched-cases.server.ts'
import { findDraft, findRulebook } from '#features/rulebook/queries.server.ts'
import { answerNames } from '#features/rulebook/rulebook.ts'
import { begin } from '#routes/request/begin.server.ts'
import { expectNoQuery } from '#routes/request/answers.server.ts'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { DataTable, type Column } from '#ui/list/data-table.tsx'
import { noRulebook } from './rulebook-acts.server.ts'
import type { Route } from './+types/rulebook-cases.ts'

/** Compares the draft with the rules of every open case. Nothing is changed by it. */
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
    found: await compareDraft(db, actor, rulebook, draft.id, now),
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
      {found.compared === 0 ? (
        <p>No case is open, so there is nothing to compare.</p>
      ) : (
        <Compared {...found} />
      )}
    </>
  )
}

function Compared({ compared, isMore, differing }: ComparedCases) {
  const touched = differing.filter(({ isTouched }) => isTouched)
  const others = differing.filter(({ isTouched }) => !isTouched)
  return (
    <>
      <p>
        We compared the draft with the rules of{' '}
        {isMore
          ? `the ${compared} open cases that have waited longest`
          : compared === 1
            ? '1 open case'
            : `${compared} open cases`}
        . A case is judged by the version that was in force when its call opened. Decisions already made do
        not change.
      </p>
      <section aria-labelledby="touched">
        <h2 id="touched">If you publish the draft</h2>
        {touched.length === 0 ? (
          <p>The results of no open case change.</p>
        ) : (
          <Cases caption="Cases whose results change" cases={touched} />
        )}
      </section>
      <section aria-labelledby="others">
        <h2 id="others">If the draft were already in force</h2>
        {others.length === 0 ? (
          <p>It would give the same results for all other open cases.</p>
        ) : (
          <>
            <p>
              It would give other results for these cases. Publishing it does not change them, because their
              calls opened before.
            </p>
            <Cases caption="Cases whose results would differ" cases={others} />
          </>
        )}
      </section>
    </>
  )
}

function Cases({ caption, cases }: { caption: string; cases: TouchedCase[] }) {
  return (
    <DataTable
      caption={caption}
      captionHidden
      rows={cases}
      rowKey={({ reference }) => reference}
      columns={columns}
    />
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
    label: 'Results',
    cell: ({ changes }) =>
      changes
        .map(
          ({ clause, before, after }) =>
            `${clause}: ${answerNames[before]} now, ${answerNames[after]} in the draft`,
        )
        .join('; '),
  },
]
