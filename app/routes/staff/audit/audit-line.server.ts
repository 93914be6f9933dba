import type { ReadEntry } from '#features/audit/describe.ts'
import { plain } from '#features/audit/sentences.ts'
import { describeChanges, describeEntry } from './sentences.ts'

export type AuditLine = ReturnType<typeof toAuditLine>

/** What happened, in words that may reach a browser. It is worded here, so that browsers load no sentences. */
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
