import type { ReadEntry } from '#features/audit/describe.ts'
import { plain } from '#features/audit/sentences.ts'
import { describeChanges, describeEntry } from './sentences.ts'
import { subjectAddress } from './subject-address.ts'

export type AuditLine = ReturnType<typeof toAuditLine> & Partial<Pick<TrailLine, 'href' | 'from'>>
type TrailLine = ReturnType<typeof toTrailLine>

/** Says what happened, in words that may reach a browser. The server does it, so that browsers load no sentences. */
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

/** The same for the trail, with a link to the page it is about, and the address it came from. */
export function toTrailLine(entry: ReadEntry, isAdmin: boolean) {
  const from = entry.details?.['address']
  return {
    ...toAuditLine(entry),
    href: subjectAddress(entry.subject, isAdmin) ?? null,
    from: typeof from === 'string' ? from : null,
  }
}
