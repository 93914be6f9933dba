import type { ReactNode } from 'react'
import type { CallNow, CallsNow } from '#features/calls/call.ts'
import { factsOf } from '#features/calls/call-lines.ts'
import { FormLink } from '#routes/site/calls/form-link.tsx'
import { CallTime } from '#routes/site/calls/call-time.tsx'
import { Moment } from '#ui/foundations/day.tsx'
import { SampleMark } from '#ui/text/sample-mark.tsx'
import { Block } from './home-blocks.tsx'
import styles from './home-blocks.module.css'

/** The calls that are open, then those that come, then those that the office has closed. */
export function CallsBlock({ open, coming, closed, past }: CallsNow) {
  const inGrace = past.filter(({ state }) => state === 'grace')
  return (
    <Block id="calls" label="Open calls" element="helium">
      {open.length === 0 && (
        <p>
          No call is open at the moment. We announce new calls here. Meanwhile, read about{' '}
          <a href="/fellowship">fellowship</a> and <a href="/membership">membership</a>.
        </p>
      )}
      <ul className={styles.calls}>
        {open.map((call) => (
          <OpenCall key={call.id} call={call} />
        ))}
        {coming.map((call) => (
          <CallLine key={call.id} call={call} facts={factsOf(call)} action={<HowToApply call={call} />}>
            Opens <Moment at={new Date(call.opensAt ?? 0)} />
          </CallLine>
        ))}
        {[...closed, ...inGrace].map((call) => (
          <CallLine key={call.id} call={call}>
            <CallTime call={call} />
          </CallLine>
        ))}
      </ul>
      <p className={styles.more}>
        <a href="/calendar">All dates and deadlines</a>
      </p>
    </Block>
  )
}

function OpenCall({ call }: { call: CallNow }) {
  const { closesAt } = call
  return (
    <CallLine call={call} facts={factsOf(call)} action={<HowToApply call={call} />}>
      {closesAt === undefined ? (
        'Open now'
      ) : (
        <>
          Closes <Moment at={new Date(closesAt)} />
        </>
      )}
    </CallLine>
  )
}

/** The form of an open call; for any other the part of its page that says how. */
function HowToApply({ call: { form, href, state } }: { call: CallNow }) {
  return form && state === 'open' ? <FormLink form={form} /> : <a href={href}>How to apply</a>
}

interface LineProps {
  call: CallNow
  facts?: { label: string; value: string }[]
  action?: ReactNode
  children: ReactNode
}

function CallLine({ call, facts = [], action, children }: LineProps) {
  return (
    <li>
      <h3>
        <a href={call.href}>{call.title}</a> {call.sample && <SampleMark />}
      </h3>
      {call.summary && <p>{call.summary}</p>}
      {facts.length > 0 && (
        <dl className={styles.who}>
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className={styles.when}>{children}</p>
      {action && <p>{action}</p>}
    </li>
  )
}
