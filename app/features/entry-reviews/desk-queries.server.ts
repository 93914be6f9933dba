import { dayMs } from '#office-time.ts'
import type { Db } from '#db/schema/tables.ts'
import { rules } from '#features/content/entry/workflow.ts'
import type { Kind } from '#features/content/kinds/kinds.ts'
import { removals } from './endings.ts'

const maxShown = 20
const newsLastsMs = 7 * dayMs

/** What the dashboard tells someone about reviews: entries they are to review, and their own that were decided. */
export async function readReviewDesk(db: Db, staffId: string, now: Date) {
  const rows = await reviews(db)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('review.reviewer_id', '=', staffId),
          eb('review.outcome', 'is', null),
          eb('entry.state', '=', 'in_review'),
        ]),
        eb.and([
          eb('review.requested_by', '=', staffId),
          eb('review.outcome', '=', 'returned'),
          eb('review.removed_by_move', 'is', null),
          eb('entry.state', '=', 'draft'),
        ]),
        eb.and([
          eb('review.requested_by', '=', staffId),
          eb('review.decided_at', '>', now.getTime() - newsLastsMs),
          eb.or(
            removals.map((move) =>
              eb.and([eb('review.removed_by_move', '=', move), eb('entry.state', '=', rules[move].to)]),
            ),
          ),
        ]),
        eb.and([
          eb('review.requested_by', '=', staffId),
          eb('review.outcome', '=', 'approved'),
          eb('review.decided_at', '>', now.getTime() - newsLastsMs),
        ]),
      ]),
    )
    .orderBy('review.requested_at')
    .orderBy('entry.id')
    .limit(maxShown)
    .execute()
  const lines = rows.map(({ kind, ...row }) => ({ ...row, kind: kind as Kind }))
  return {
    toReview: lines.filter(({ outcome }) => outcome === null),
    decided: lines.filter(({ outcome }) => outcome !== null),
  }
}

export type ReviewDesk = Awaited<ReturnType<typeof readReviewDesk>>
export type ReviewLine = ReviewDesk['toReview'][number]

function reviews(db: Db) {
  return db
    .selectFrom('entry_review as review')
    .innerJoin('entry', 'entry.id', 'review.entry_id')
    .innerJoin('entry_version as head', (join) =>
      join.onRef('head.entry_id', '=', 'entry.id').onRef('head.number', '=', 'entry.head_version'),
    )
    .leftJoin('staff_user as requester', 'requester.id', 'review.requested_by')
    .leftJoin('staff_user as decider', 'decider.id', 'review.decided_by')
    .select([
      'entry.id',
      'entry.kind',
      'head.title',
      'review.outcome',
      'review.removed_by_move as removal',
      'review.requested_at as requestedAt',
      'review.decided_at as decidedAt',
      'requester.name as requester',
      'decider.name as decider',
    ])
}
