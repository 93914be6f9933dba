import type { Queue } from '#features/casework/list-queries.server.ts'
import { queueNames, standings, stateLabel } from '#features/casework/queues.ts'
import { listHref } from '#ui/list/list-href.ts'
import { ageText } from './age.ts'
import styles from './cases.module.css'

interface Props {
  queues: Queue[]
  now: number
  chosen: { process?: string | undefined; state?: string | undefined }
}

/** How many cases wait where, each a way to its list. */
export function Queues({ queues, now, chosen }: Props) {
  if (queues.length === 0) return null
  const byProcess = Map.groupBy(
    standings.flatMap((one) => queues.find((queue) => isAt(queue, one)) ?? []),
    ({ process }) => process,
  )
  return (
    <nav className={styles.queues} aria-label="Queues">
      {[...byProcess].map(([process, own]) => (
        <section key={process}>
          <h2>{queueNames[process]}</h2>
          <ul>
            {own.map((queue) => (
              <li key={queue.state}>
                <a
                  href={listHref('/editor/cases', { process, state: queue.state })}
                  aria-current={isAt(queue, chosen) ? 'page' : undefined}
                >
                  <strong>{queue.count.toLocaleString('en-GB')}</strong> {stateLabel(process, queue.state)}
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

function isAt(queue: Queue, { process, state }: Props['chosen']) {
  return queue.process === process && queue.state === state
}
