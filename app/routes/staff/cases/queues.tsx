import type { CaseQueue } from '#features/casework/list-queries.server.ts'
import { queueNames, caseStatuses, stateLabel } from '#features/casework/queues.ts'
import { listHref } from '#ui/list/list-href.ts'
import { ageText } from '#features/casework/age.ts'
import { formatNumber } from '#ui/foundations/numbers.ts'
import styles from './cases.module.css'

interface Props {
  queues: CaseQueue[]
  now: number
  chosen: { process?: string | undefined; state?: string | undefined }
}

/** How many cases are in each queue, each a link to its list. */
export function Queues({ queues, now, chosen }: Props) {
  if (queues.length === 0) return null
  const byCaseType = Map.groupBy(
    caseStatuses.flatMap((one) => queues.find((queue) => isAt(queue, one)) ?? []),
    ({ process: caseType }) => caseType,
  )
  return (
    <nav className={styles.queues} aria-label="Queues">
      {[...byCaseType].map(([caseType, own]) => (
        <section key={caseType}>
          <h2>{queueNames[caseType]}</h2>
          <ul>
            {own.map((queue) => (
              <li key={queue.state}>
                <a
                  href={listHref('/editor/cases', { process: caseType, state: queue.state })}
                  aria-current={isAt(queue, chosen) ? 'page' : undefined}
                >
                  <strong>{formatNumber(queue.count)}</strong> {stateLabel(caseType, queue.state)}
                  <span className={styles.note}>
                    <span className="visually-hidden">, oldest: </span>
                    {ageText(queue.oldestAt, now)}
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

function isAt(queue: CaseQueue, { process: caseType, state }: Props['chosen']) {
  return queue.process === caseType && queue.state === state
}
