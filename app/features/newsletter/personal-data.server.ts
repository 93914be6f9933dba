import { toJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import type { PersonalData } from '#features/erasures/personal-data.ts'
import { dropUnsent } from '#server/mail/mail.server.ts'
import { newsletterLetterJob } from './jobs.ts'
import { newsletterLetters } from './letters.ts'

declare module '#features/erasures/personal-data.ts' {
  interface PersonFound {
    newsletter: 'requested' | 'subscribed' | null
  }
}

export const newsletterPersonalData: PersonalData = {
  listAddresses: async (db) => {
    const rows = await db.selectFrom('subscriber').select('email').execute()
    return rows.map(({ email }) => email)
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
  await dropUnsent(db, newsletterLetters.issue.key, [email])
  const listed = await db.deleteFrom('subscriber').where('email', '=', email).returning('id').execute()
  await db
    .deleteFrom('job')
    .where('kind', '=', newsletterLetterJob)
    .where('payload', '=', toJson({ email }))
    .execute()
  return listed.length > 0
}

async function forgetSubscriberWithId(db: Db, id: string): Promise<void> {
  const gone = await db.deleteFrom('subscriber').where('id', '=', id).returning('email').executeTakeFirst()
  if (gone) await dropUnsent(db, newsletterLetters.issue.key, [gone.email])
}
