import type { Db } from '#db/schema/tables.ts'
import type { PersonalData } from '#features/erasures/personal-data.ts'
import { forgetJobs, listPayloads } from '#server/jobs/job-retention.server.ts'
import { dropUnsent } from '#server/mail/mail.server.ts'
import { newsletterLetterJob, type NewsletterLetter } from './jobs.ts'
import { newsletterLetters } from './letters.ts'

declare module '#features/erasures/personal-data.ts' {
  interface PersonFound {
    newsletter: 'requested' | 'subscribed' | null
  }
}

export const newsletterPersonalData: PersonalData = {
  listAddresses: async (db) => {
    const rows = await db.selectFrom('subscriber').select('email').execute()
    const requests = await listPayloads<NewsletterLetter>(db, newsletterLetterJob)
    return [...rows, ...requests].map(({ email }) => email)
  },
  find: async (db, { address }) => {
    const subscriber = await findSubscriber(db, address)
    return { newsletter: subscriber && (subscriber.confirmed_at === null ? 'requested' : 'subscribed') }
  },
  collect: async (db, { address }) => ({ data: { newsletter: await findSubscriber(db, address) } }),
  erase: async (db, { address }) => ({ hadAny: await forgetSubscriber(db, address) }),
  repeat: {
    kind: 'subscriber',
    erase: async (db, erasures) => {
      for (const { key } of erasures) await forgetSubscriberWithId(db, key)
      return {}
    },
  },
}

async function findSubscriber(db: Db, email: string) {
  const subscriber = await db
    .selectFrom('subscriber')
    .select(['source', 'asked_at', 'confirmed_at'])
    .where('email', '=', email)
    .executeTakeFirst()
  return subscriber ?? null
}

async function forgetSubscriber(db: Db, email: string): Promise<boolean> {
  const requests = await forgetRequests(db, [email])
  const listed = await db.deleteFrom('subscriber').where('email', '=', email).returning('id').execute()
  return listed.length + requests > 0
}

async function forgetSubscriberWithId(db: Db, id: string): Promise<void> {
  const gone = await db.deleteFrom('subscriber').where('id', '=', id).returning('email').executeTakeFirst()
  if (gone) await forgetRequests(db, [gone.email])
}

/**
 * What is under way to people who are no longer on the list: unsent issues, and jobs that would list them again.
 * Returns how many jobs there were.
 */
export async function forgetRequests(db: Db, emails: string[]): Promise<number> {
  await dropUnsent(db, [newsletterLetters.issue.key], emails)
  const jobs = emails.map((email): NewsletterLetter => ({ email }))
  return forgetJobs(db, newsletterLetterJob, jobs)
}
