import { kindNames } from '#features/content/kinds/kinds.ts'
import { listFactsToConfirm } from '#features/content/reading/facts-to-confirm.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { StaffTitle } from '#routes/staff/shared/staff-title.tsx'
import { EmptyState } from '#ui/list/empty-state.tsx'
import { EntryList } from '#ui/list/entry-list.tsx'
import type { Route } from './+types/facts-to-confirm.ts'

export async function loader(args: Route.LoaderArgs) {
  const { db } = begin(args, 'routes/staff/content/facts-to-confirm')
  return { facts: await listFactsToConfirm(db) }
}

const reliability = {
  high: 'Reliable source',
  medium: 'Source of medium reliability',
  low: 'Unreliable source',
}

export default function FactsToConfirm({ loaderData: { facts } }: Route.ComponentProps) {
  return (
    <>
      <StaffTitle title="Facts to confirm" />
      <p>
        These statements are on the site, but the Academy has not confirmed them yet. When you know more,
        correct the entry and clear “Still to be confirmed” under “Source”.
      </p>
      {facts.length === 0 ? (
        <EmptyState title="Nothing to confirm">
          <p>Facts appear here while their entry has an open question or an uncertain source.</p>
        </EmptyState>
      ) : (
        <>
          <p>{facts.length === 1 ? '1 entry' : `${facts.length} entries`}</p>
          <EntryList
            level={2}
            entries={facts.map(({ id, kind, title, question, source, confidence }) => ({
              id,
              title,
              href: `/editor/entries/${id}`,
              margin: kindNames[kind].one,
              meta: reliability[confidence],
              children: (
                <>
                  {question && <p>{question}</p>}
                  <p>{source}</p>
                </>
              ),
            }))}
          />
        </>
      )}
    </>
  )
}
