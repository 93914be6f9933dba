import { hasClosed, type CallNow } from '#features/calls/call.ts'
import { factsOf } from '#features/calls/call-lines.ts'
import { FormLink } from '#routes/site/calls/form-link.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { EntryList } from '#ui/list/entry-list.tsx'
import { Facts } from '#ui/text/facts.tsx'

/** The calls of the time at which the issue was released; each leads to its rules and its form. */
export function IssueCalls({ calls }: { calls: CallNow[] }) {
  if (calls.length === 0) return null
  return (
    <section>
      <h2 id="calls">Calls for nominations</h2>
      <EntryList
        entries={calls.map((call) => ({
          id: call.id,
          title: call.title,
          href: call.href,
          sample: call.sample,
          meta: <ClosingTime call={call} />,
          children: <About call={call} />,
        }))}
      />
    </section>
  )
}

function ClosingTime({ call }: { call: CallNow }) {
  if (call.closesAt === undefined) return null
  return (
    <>
      {hasClosed(call) ? 'Closed' : 'Closes'} <Moment at={new Date(call.closesAt)} />
    </>
  )
}

function About({ call }: { call: CallNow }) {
  const { summary, state, form, howToApply } = call
  return (
    <>
      {summary && <p>{summary}</p>}
      <Facts facts={[...factsOf(call), { label: 'How to apply', value: howToApply }]} />
      {form && state === 'open' && (
        <p>
          <FormLink form={form} />
        </p>
      )}
    </>
  )
}
