import type { Db } from '#db/schema/tables.ts'
import type { PersonalData } from '#features/erasures/personal-data.ts'

declare module '#features/erasures/personal-data.ts' {
  interface PersonFound {
    messages: number
  }
}

export const enquiriesPersonalData: PersonalData = {
  listAddresses: async (db) => {
    const rows = await db.selectFrom('enquiry').select('email').distinct().execute()
    return rows.map(({ email }) => email)
  },
  find: async (db, { address }) => ({ messages: await countEnquiriesFrom(db, address) }),
  collect: async (db, { address }) => ({ data: { enquiries: await listEnquiriesFrom(db, address) } }),
  erase: async (db, { address }) => {
    const gone = await db.deleteFrom('enquiry').where('email', '=', address).returning('reference').execute()
    return { hadAny: gone.length > 0, auditSubjects: gone.map(({ reference }) => `enquiry:${reference}`) }
  },
  repeat: {
    kind: 'enquiry',
    erase: async (db, erasures) => {
      for (const { key } of erasures) await db.deleteFrom('enquiry').where('id', '=', key).execute()
      return {}
    },
  },
}

async function countEnquiriesFrom(db: Db, email: string): Promise<number> {
  const { count } = await db
    .selectFrom('enquiry')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return count
}

/** The messages from an address with the replies, oldest first. */
async function listEnquiriesFrom(db: Db, email: string) {
  const rows = await db
    .selectFrom('enquiry')
    .select(['id', 'reference', 'name', 'subject', 'body', 'state', 'received_at'])
    .where('email', '=', email)
    .orderBy('received_at')
    .orderBy('id')
    .execute()
  const enquiries = []
  for (const { id, received_at, ...row } of rows)
    enquiries.push({
      ...row,
      receivedAt: new Date(received_at).toISOString(),
      replies: await listReplies(db, id),
    })
  return enquiries
}

async function listReplies(db: Db, id: string): Promise<string[]> {
  const replies = await db
    .selectFrom('enquiry_event')
    .select('body')
    .where('enquiry_id', '=', id)
    .where('kind', '=', 'reply')
    .orderBy('number')
    .execute()
  return replies.map(({ body }) => body)
}
