import type { CallNow, CallsNow } from '#features/calls/call.ts'
import { factsOf } from '#features/calls/call-lines.ts'
import { Moment } from '#ui/foundations/day.tsx'
import { EntryList } from '#ui/list/entry-list.tsx'
import { Facts } from '#ui/text/facts.tsx'
import { SampleMark } from '#ui/text/sample-mark.tsx'
import { CallTime } from './call-time.tsx'
import { HowToApply } from './how-to-apply.tsx'
import styles from './calls-section.module.css'

interface Props {
  title: string
  calls: CallsNow
  /** Whether the page itself says how to nominate. */
  explainsNomination?: boolean
}

/** The calls of a page: open and coming ones in full, past ones as a list. */
export function CallsSection({ title, calls, explainsNomination = false }: Props) {
  const current = [...calls.open, ...calls.coming]
  const past = [...calls.closed, ...calls.past]
  return (
    <section className={styles.section}>
      <h2 id="calls">{title}</h2>
      {calls.open.length === 0 && (
        <p className={styles.none}>
          No call is open at the moment. The <a href="/calendar">calendar</a> shows all upcoming dates.
        </p>
      )}
      {current.map((call) => (
        <CallCard key={call.id} call={call} explainsNomination={explainsNomination} />
      ))}
      {past.length > 0 && (
        <>
          <h3 id="past-calls">Past calls</h3>
          <EntryList level={4} entries={past.map(listedCall)} />
        </>
      )}
    </section>
  )
}

function CallCard({ call, explainsNomination }: { call: CallNow; explainsNomination: boolean }) {
  const { title, sample, summary, state, closesAt, howToApply } = call
  const anchor = anchorOf(call)
  return (
    <article id={anchor} className={styles.call} aria-labelledby={`${anchor}-title`}>
      <h3 id={`${anchor}-title`}>
        {title} {sample && <SampleMark />}
      </h3>
      <p className={styles.status}>
        <CallTime call={call} />
      </p>
      {summary && <p>{summary}</p>}
      <Facts
        facts={[
          ...factsOf(call),
          {
            label: 'Closes',
            value: state === 'coming' && closesAt !== undefined && <Moment at={new Date(closesAt)} />,
          },
          { label: 'How to apply', value: howToApply },
        ]}
      />
      <HowToApply call={call} explainsNomination={explainsNomination} />
    </article>
  )
}

function listedCall(call: CallNow) {
  return {
    id: anchorOf(call),
    title: call.title,
    sample: call.sample,
    meta: <CallTime call={call} />,
  }
}

function anchorOf({ href }: CallNow): string {
  return href.slice(href.indexOf('#') + 1)
}
