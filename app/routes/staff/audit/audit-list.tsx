import type { ReadEntry } from '#features/audit/describe.ts'
import { plain } from '#features/audit/sentences.ts'
import { describeChanges, describeEntry } from './sentences.ts'
import { Moment } from '#ui/foundations/day.tsx'
import { EntryList } from '#ui/list/entry-list.tsx'
import styles from './audit-list.module.css'

/** What happened, in words that may reach a browser. */
export function toAuditLine(entry: ReadEntry) {
  const sentence = describeEntry(entry)
  const reason = entry.details?.reason
  const isSaid = reason !== undefined && sentence.includes(plain(reason))
  return {
    seq: entry.seq,
    at: entry.at,
    sentence,
    changes: describeChanges(entry),
    ...(reason !== undefined && !isSaid && { reason }),
  }
}

/** Newest first, in sentences. */
export function AuditList({ entries, level }: { entries: ReturnType<typeof toAuditLine>[]; level: 2 | 3 }) {
  if (entries.length === 0) return <p>No activity yet.</p>
  return (
    <EntryList
      level={level}
      entries={entries.map(({ seq, at, sentence, changes, reason }) => ({
        id: `entry-${seq}`,
        title: sentence,
        margin: <Moment at={new Date(at)} />,
        meta: reason && `Reason: ${reason}`,
        ...(changes.length > 0 && { children: <Changes changes={changes} /> }),
      }))}
    />
  )
}

function Changes({ changes }: { changes: ReturnType<typeof describeChanges> }) {
  return (
    <dl className={styles.changes}>
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>
            {before} → {after}
          </dd>
        </div>
      ))}
    </dl>
  )
}
