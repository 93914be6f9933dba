import type { Db } from '#db/schema/tables.ts'
import type { PersonalData } from '#features/erasures/personal-data.ts'

declare module '#features/erasures/personal-data.ts' {
  interface PersonFound {
    hasAccount: boolean
  }
}

/** The audit trail needs the accounts, so people with an account cannot be erased. */
export const staffPersonalData: PersonalData = {
  find: async (db, { address }) => ({ hasAccount: await hasAccount(db, address) }),
  refuse: async (db, { address }) => ((await hasAccount(db, address)) ? 'has-account' : undefined),
}

async function hasAccount(db: Db, email: string): Promise<boolean> {
  const account = await db.selectFrom('staff_user').select('id').where('email', '=', email).executeTakeFirst()
  return account !== undefined
}
