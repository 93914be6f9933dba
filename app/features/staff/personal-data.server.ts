import type { Db } from '#db/schema/tables.ts'
import type { PersonalData } from '#features/erasures/personal-data.ts'
import { forgetJobs, listPayloads } from '#server/jobs/job-retention.server.ts'
import { linkLetterJob, type LinkLetter } from './joining/jobs.ts'

declare module '#features/erasures/personal-data.ts' {
  interface PersonFound {
    hasAccount: boolean
  }
}

/** The audit trail needs the accounts, so people with an account cannot be erased. */
export const staffPersonalData: PersonalData = {
  find: async (db, { address }) => ({ hasAccount: await hasAccount(db, address) }),
  listAddresses: async (db) => {
    const requests = await listPayloads<LinkLetter>(db, linkLetterJob)
    return requests.map(({ email }) => email)
  },
  // Anyone can ask for a link with any address.
  erase: async (db, { address }) => {
    const purposes: LinkLetter['purpose'][] = ['reset', 'sign-in']
    const jobs = purposes.map((purpose): LinkLetter => ({ purpose, email: address }))
    return { hadAny: (await forgetJobs(db, linkLetterJob, jobs)) > 0 }
  },
  refuse: async (db, { address }) => ((await hasAccount(db, address)) ? 'has-account' : undefined),
}

async function hasAccount(db: Db, email: string): Promise<boolean> {
  const account = await db.selectFrom('staff_user').select('id').where('email', '=', email).executeTakeFirst()
  return account !== undefined
}
