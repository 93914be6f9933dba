import { sql, type RawBuilder } from 'kysely'
import { contains } from '#db/search/contains.ts'
import { casesHiddenFrom, isAboutOther } from '#db/search/hidden-cases.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { findByWords } from '#features/people/register-queries.server.ts'

/** What the palette of the staff area finds: a few things of each kind, by name. */

export type FindKind = 'entries' | 'people' | 'files' | 'redirects' | 'accounts' | 'letters' | 'cases'

const most = 6
/** There are many letters and only the latest are searched; the rest can be found on their page. */
const latestLetters = 3000

/**
 * Searches the kinds that the reader may open. Who is not in the public lists, who has an account and who was sent a
 * letter is personal: if the answer names such people, the audit trail records it.
 */
export async function findForStaff(db: Db, actor: Actor, q: string, may: Set<FindKind>, now: Date) {
  const words = q.split(/\s+/).filter(Boolean).slice(0, 8)
  const isOpen = (kind: FindKind) => words.length > 0 && may.has(kind)
  return {
    entries: isOpen('entries') ? await findEntries(db, words) : [],
    files: isOpen('files') ? await findFiles(db, words) : [],
    redirects: isOpen('redirects') ? await findRedirects(db, words) : [],
    cases: isOpen('cases') ? await findCases(db, actor, words) : [],
    ...(await inTransaction(db, async (db) => {
      const people = isOpen('people') ? await findByWords(db, q, most) : []
      const accounts = isOpen('accounts') ? await findAccounts(db, words) : []
      const letters = isOpen('letters') ? await findLetters(db, actor, words) : []
      const unlisted = people.filter(({ isListed }) => !isListed).length
      if (unlisted + accounts.length + letters.length > 0) {
        const shown = { people: unlisted, accounts: accounts.length, letters: letters.length }
        await record(db, actor, 'find.read', 'find', { q, ...shown }, now)
      }
      return { people, accounts, letters }
    })),
  }
}

export type Found = Awaited<ReturnType<typeof findForStaff>>

/** Of every kind and in every state except deleted: titles that start with the words first, then by latest change. */
async function findEntries(db: Db, words: string[]) {
  const rows = await db
    .selectFrom('entry')
    .innerJoin('entry_version as head', (join) =>
      join.onRef('head.entry_id', '=', 'entry.id').onRef('head.number', '=', 'entry.head_version'),
    )
    .select(['entry.id', 'entry.kind', 'entry.state', 'head.title'])
    .where('entry.state', '<>', 'binned')
    .where((eb) => eb.and(words.map((word) => fits([sql.ref('head.title'), sql.ref('entry.slug')], word))))
    .orderBy('entry.updated_at', 'desc')
    .limit(most * 5)
    .execute()
  const begins = ({ title }: { title: string }) =>
    title.toLowerCase().startsWith(words[0]?.toLowerCase() ?? '') ? 0 : 1
  return rows.toSorted((a, b) => begins(a) - begins(b)).slice(0, most)
}

function findFiles(db: Db, words: string[]) {
  return db
    .selectFrom('file')
    .select(['id', 'name', 'media_type as mediaType'])
    .where('removed_at', 'is', null)
    .where((eb) => eb.and(words.map((word) => fits(['name', 'alt', 'caption'].map(sql.ref), word))))
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute()
}

function findRedirects(db: Db, words: string[]) {
  return db
    .selectFrom('redirect')
    .select(['from_path as from', 'to_path as to'])
    .where((eb) => eb.and(words.map((word) => fits(['from_path', 'to_path'].map(sql.ref), word))))
    .orderBy('from_path')
    .limit(most)
    .execute()
}

/** By reference only, so that nobody is named. */
function findCases(db: Db, actor: Actor, words: string[]) {
  return db
    .selectFrom('dossier')
    .select(['reference', 'process', 'state'])
    .where('id', 'not in', casesHiddenFrom(db, idOf(actor)))
    .where((eb) => eb.and(words.map((word) => fits([sql.ref('reference')], word))))
    .orderBy('reference', 'desc')
    .limit(most)
    .execute()
}

function findAccounts(db: Db, words: string[]) {
  return db
    .selectFrom('staff_user')
    .select(['id', 'name', 'state'])
    .where((eb) => eb.and(words.map((word) => fits(['name', 'email'].map(sql.ref), word))))
    .orderBy('name')
    .limit(most)
    .execute()
}

/** Only staff can search here. */
function idOf(actor: Actor): string {
  return actor.kind === 'staff' ? actor.id : ''
}

function findLetters(db: Db, actor: Actor, words: string[]) {
  const latest = db
    .selectFrom('mail')
    .select(['id', 'subject', 'recipient', 'queued_at', 'sent_at', 'failed_at'])
    .where(isAboutOther(db, idOf(actor)))
    .orderBy('queued_at', 'desc')
    .limit(latestLetters)
  return db
    .selectFrom(latest.as('latest'))
    .select(['id', 'subject', 'recipient as to', 'sent_at as sentAt', 'failed_at as failedAt'])
    .where((eb) => eb.and(words.map((word) => fits(['subject', 'recipient'].map(sql.ref), word))))
    .orderBy('queued_at', 'desc')
    .limit(most)
    .execute()
}

function fits(texts: RawBuilder<unknown>[], word: string) {
  return sql<boolean>`(${sql.join(
    texts.map((text) => contains(text, word)),
    sql` or `,
  )})`
}
