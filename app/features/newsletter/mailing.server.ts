import { newId } from '#db/engine/id.ts'
import { fromJson } from '#db/engine/json.ts'
import { lockRows } from '#db/engine/lock.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { officeTimeInWords } from '#office-time.ts'
import type { Actor, StaffActor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { CallNow } from '#features/calls/call.ts'
import { linesOf } from '#features/calls/call-lines.ts'
import { listCalls } from '#features/calls/queries.server.ts'
import { articleAddress } from '#features/content/addresses/addresses.ts'
import { isArticle, listContents, type ListedArticle } from '#features/content/kinds/articles.ts'
import { markedTitle } from '#features/content/kinds/marked-title.ts'
import type { PlaceholderValuesOf } from '#features/letters/definition.ts'
import { sendLetter } from '#features/letters/operations.server.tsx'
import type { Outcome } from '#outcome.ts'
import { queueJob } from '#server/jobs/jobs.server.ts'
import { mailingJob } from './jobs.ts'
import { newsletterLetters } from './letters.ts'
import { countUnwritten, findIssue, unwritten, type Issue } from './mailing-queries.server.ts'
import { leaveAddress } from './operations.server.ts'

/**
 * Sends an issue of the newsletter to all subscribers, a hundred letters a minute: few enough that other letters do not
 * wait behind them, and that mail servers do not take us for a spammer.
 */

export interface MailingStep {
  mailingId: string
}

const lettersAtOnce = 100
const pauseMs = 60_000

/** Starts sending a published issue to subscribers who have not had it. */
export function startMailing(
  db: Db,
  actor: StaffActor,
  entryId: string,
  version: number,
  now: Date,
): Promise<Outcome<'not-published' | 'changed' | 'under-way' | 'nobody'>> {
  return inTransaction(db, async (db) => {
    await lockEntry(db, entryId)
    const issue = await findIssue(db, entryId)
    if (!issue) return { ok: false, reason: 'not-published' }
    if (issue.version !== version) return { ok: false, reason: 'changed' }
    if (await findOpen(db, entryId)) return { ok: false, reason: 'under-way' }
    const count = await countUnwritten(db, entryId, now)
    if (count === 0) return { ok: false, reason: 'nobody' }
    const mailing = { id: newId(), entry_id: entryId, started_at: now.getTime(), started_by: actor.id }
    await db.insertInto('newsletter_mailing').values(mailing).execute()
    await queueJob(db, mailingJob, { mailingId: mailing.id } satisfies MailingStep, now)
    await record(db, actor, 'newsletter.mailed', `entry:${entryId}`, { count, version }, now)
    return { ok: true }
  })
}

/** Stops it before everyone was emailed; letters that are already queued are sent. */
export function stopMailing(
  db: Db,
  actor: Actor,
  entryId: string,
  now: Date,
): Promise<Outcome<'not-under-way'>> {
  return inTransaction(db, async (db) => {
    const mailing = await findOpen(db, entryId)
    if (!mailing) return { ok: false, reason: 'not-under-way' }
    await endMailing(db, mailing.id, { ended_at: now.getTime(), stopped_at: now.getTime() })
    await record(db, actor, 'newsletter.mailing-stopped', `entry:${entryId}`, {}, now)
    return { ok: true }
  })
}

/** Continues mailings whose job was lost, for example by a restore. Returns how many there are. */
export async function resumeMailings(db: Db, now: Date): Promise<number> {
  const open = await db
    .selectFrom('newsletter_mailing')
    .select('id')
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute()
  const waiting = await db
    .selectFrom('job')
    .select('payload')
    .where('kind', '=', mailingJob)
    .where('done_at', 'is', null)
    .where('failed_at', 'is', null)
    .execute()
  const steps = waiting.map(({ payload }) => fromJson<MailingStep>(payload).mailingId)
  const stopped = open.filter(({ id }) => !steps.includes(id))
  for (const { id } of stopped) await queueJob(db, mailingJob, { mailingId: id } satisfies MailingStep, now)
  return stopped.length
}

/**
 * The work of the job: writes the next letters and records who has had one, in one transaction with the follow-up job.
 * So a process may end anywhere: uncommitted letters were not written, and written ones are not written again.
 */
export function sendNextLetters(
  db: Db,
  origin: string,
  { mailingId }: MailingStep,
  now: Date,
): Promise<void> {
  return inTransaction(db, async (db) => {
    const mailing = await db
      .selectFrom('newsletter_mailing')
      .select(['id', 'entry_id', 'ended_at'])
      .where('id', '=', mailingId)
      .$call(lockRows(db))
      .executeTakeFirst()
    if (!mailing || mailing.ended_at !== null) return
    const issue = await findIssue(db, mailing.entry_id)
    const written = issue ? await writeLetters(db, origin, issue, now) : 0
    if (written < lettersAtOnce) return endMailing(db, mailingId, { ended_at: now.getTime() })
    await queueJob(db, mailingJob, { mailingId }, new Date(now.getTime() + pauseMs))
  })
}

async function writeLetters(db: Db, origin: string, issue: Issue, now: Date): Promise<number> {
  const subscribers = await unwritten(db, issue.id, now)
    .select(['subscriber.id', 'subscriber.email'])
    .orderBy('subscriber.id')
    .limit(lettersAtOnce)
    .$call(lockRows(db))
    .execute()
  const calls = await openCallLines(db, origin, now)
  for (const { id, email } of subscribers) {
    const leave = await leaveAddress(db, origin, id)
    const letter = {
      facts: issueFacts(issue, origin, calls, leave),
      link: issueAddress(origin, issue),
      unsubscribeUrl: leave,
    }
    const mail_id = await sendLetter(db, { name: '', email }, newsletterLetters.issue, letter, now)
    const row = { entry_id: issue.id, subscriber_id: id, mail_id }
    await db.insertInto('newsletter_letter').values(row).execute()
  }
  return subscribers.length
}

/** What the letter says about the issue. */
export function issueFacts(
  { slug, isSample, data }: Issue,
  origin: string,
  calls: string,
  leave: string,
): PlaceholderValuesOf<typeof newsletterLetters> {
  const contents = listContents(data.contents).map((item) => `• ${articleLine(item, origin, slug)}`)
  return {
    title: markedTitle(data.title, isSample),
    period: data.period,
    summary: data.summary ?? '',
    contents: contents.join('\n'),
    calls,
    leave,
  }
}

/** An article with its page, if it has one. */
function articleLine(item: ListedArticle, origin: string, issue: string): string {
  const named = item.author ? `${item.title} (${item.author})` : item.title
  return isArticle(item) ? `${named}: ${origin}${articleAddress(issue, item.slug)}` : named
}

/** The calls that are open while the letters are written; empty if there are none. */
export async function openCallLines(db: Db, origin: string, now: Date): Promise<string> {
  const { open } = await listCalls(db, now)
  return open.length === 0 ? '' : ['Open calls:', ...open.map((call) => callLines(call, origin))].join('\n')
}

function callLines(call: CallNow, origin: string): string {
  const until = call.closesAt === undefined ? '' : `, until ${officeTimeInWords(call.closesAt)}`
  const title = `• ${markedTitle(call.title, call.sample)}${until}: ${origin}${call.href}`
  return [title, ...linesOf(call)].join('\n')
}

export function issueAddress(origin: string, { slug }: Issue): string {
  return `${origin}/newsletter/${slug}`
}

function findOpen(db: Db, entryId: string) {
  return db
    .selectFrom('newsletter_mailing')
    .select('id')
    .where('entry_id', '=', entryId)
    .where('ended_at', 'is', null)
    .$call(lockRows(db))
    .executeTakeFirst()
}

async function lockEntry(db: Db, entryId: string): Promise<void> {
  await db.selectFrom('entry').select('id').where('id', '=', entryId).$call(lockRows(db)).execute()
}

async function endMailing(
  db: Db,
  id: string,
  values: { ended_at: number; stopped_at?: number },
): Promise<void> {
  await db
    .updateTable('newsletter_mailing')
    .set(values)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}
