import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import type { Data } from '#features/content/kinds/kinds.ts'
import { freshBounces } from '#server/mail/mail-bounces.server.ts'

/** An issue of the newsletter as visitors read it; undefined if it is not published. */
export async function findIssue(db: Db, entryId: string) {
  const row = await db
    .selectFrom('entry')
    .innerJoin('entry_version', (join) =>
      join
        .onRef('entry_version.entry_id', '=', 'entry.id')
        .onRef('entry_version.number', '=', 'entry.live_version'),
    )
    .select(['entry.id', 'entry.slug', 'entry.sample_at', 'entry_version.number', 'entry_version.data'])
    .where('entry.id', '=', entryId)
    .where('entry.kind', '=', 'newsletter')
    .executeTakeFirst()
  if (!row) return undefined
  const { data, number, sample_at, ...issue } = row
  return { ...issue, version: number, isSample: sample_at !== null, data: fromJson<Data<'newsletter'>>(data) }
}

export type Issue = NonNullable<Awaited<ReturnType<typeof findIssue>>>

/** Subscribers who have not had the issue, without bounced addresses. */
export function unwritten(db: Db, entryId: string, now: Date) {
  return confirmedWithout(db, entryId).where(
    'subscriber.email',
    'not in',
    freshBounces(db, now).select('mail.recipient'),
  )
}

function confirmedWithout(db: Db, entryId: string) {
  return db
    .selectFrom('subscriber')
    .where('subscriber.confirmed_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('newsletter_letter')
            .select('newsletter_letter.mail_id')
            .whereRef('newsletter_letter.subscriber_id', '=', 'subscriber.id')
            .where('newsletter_letter.entry_id', '=', entryId),
        ),
      ),
    )
}

/** The progress of an issue: its recipients, and the delivery status of the letters. */
export async function readMailing(db: Db, entryId: string, now: Date) {
  const last = await db
    .selectFrom('newsletter_mailing')
    .select(['started_at as startedAt', 'ended_at as endedAt', 'stopped_at as stoppedAt'])
    .where('entry_id', '=', entryId)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const waiting = await countUnwritten(db, entryId, now)
  const { all } = await confirmedWithout(db, entryId)
    .select((eb) => eb.fn.countAll<number>().as('all'))
    .executeTakeFirstOrThrow()
  const letters = await db
    .selectFrom('newsletter_letter')
    .innerJoin('mail', 'mail.id', 'newsletter_letter.mail_id')
    .select((eb) => [
      eb.fn.countAll<number>().as('written'),
      eb.fn.count<number>('mail.sent_at').as('sent'),
      eb.fn.count<number>('mail.failed_at').as('failed'),
      eb.fn.count<number>('mail.bounced_at').as('bounced'),
    ])
    .where('newsletter_letter.entry_id', '=', entryId)
    .executeTakeFirstOrThrow()
  return { last, waiting, leftOut: all - waiting, letters }
}

export async function countUnwritten(db: Db, entryId: string, now: Date): Promise<number> {
  const { count } = await unwritten(db, entryId, now)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
