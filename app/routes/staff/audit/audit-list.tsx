import { Moment } from '#ui/foundations/day.tsx'
import { EntryList } from '#ui/list/entry-list.tsx'
import type { AuditLine } from './audit-line.server.ts'
import styles from './audit-list.module.css'

/** Newest first, in sentences. */
export function AuditList({ entries, level }: { entries: AuditLine[]; level: 2 | 3 }) {
  if (entries.length === 0) return <p>No activity yet.</p>
  return (
    <EntryList
      level={level}
      entries={entries.map(({ seq, at, sentence, changes, reason, href, from }) => ({
        id: `entry-${seq}`,
        title: sentence,
        href: href ?? undefined,
        margin: <Moment at={new Date(at)} />,
        meta: [reason && `Reason: ${reason}`, from && `From ${from}`].filter(Boolean).join(' · '),
        ...(changes.length > 0 && { children: <Changes changes={changes} /> }),
      }))}
    />
  )
}

function Changes({ changes }: { changes: AuditLine['changes'] }) {
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
