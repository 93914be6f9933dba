import type { CallNow } from '#features/calls/call.ts'
import { Moment } from '#ui/foundations/day.tsx'
import { EntryList } from '#ui/list/entry-list.tsx'

/** The calls of the time at which the issue was released; each leads to its rules and its form. */
export function IssueCalls({ calls }: { calls: CallNow[] }) {
  if (calls.length === 0) return null
  return (
    <section>
      <h2 id="calls">Calls for nominations</h2>
      <EntryList
        entries={calls.map(({ id, title, href, sample, summary, closesAt }) => ({
          id,
          title,
          href,
          sample,
          meta: closesAt !== undefined && (
            <>
              Closes <Moment at={new Date(closesAt)} />
            </>
          ),
          children: summary && <p>{summary}</p>,
        }))}
      />
    </section>
  )
}
