import { officeTimeInWords } from '#office-time.ts'
import { stateLabels, type EntryStatus } from '#features/content/entry/workflow.ts'
import styles from './state-mark.module.css'

type Props = Pick<EntryStatus, 'state' | 'isLive'> & { publishAt: number | null }

/** The state of the newest version, and whether visitors see an older one. */
export function StateMark({ state, isLive, publishAt }: Props) {
  return (
    <span className={`${styles.mark} ${isLive ? styles.live : ''}`}>
      <span>
        {stateLabels[state]}
        {state === 'scheduled' && publishAt !== null && <> for {officeTimeInWords(publishAt)}</>}
        {isLive && state !== 'published' && <>, an earlier version is published</>}
      </span>
    </span>
  )
}
