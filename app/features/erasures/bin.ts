import { dayMs } from '#office-time.ts'

/** Entries, people and files that were deleted can be restored for this long. */
const binDays = 30

/** When something that was deleted at a time is removed for good. */
export function goneFrom(binnedAt: number): number {
  return binnedAt + binDays * dayMs
}

/** What was deleted before this moment is removed for good now. */
export function removedIfBinnedBefore(now: Date): number {
  return now.getTime() - binDays * dayMs
}
