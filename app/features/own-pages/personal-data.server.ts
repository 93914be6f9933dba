import type { Db } from '#db/schema/tables.ts'
import type { PersonalData } from '#features/erasures/personal-data.ts'
import { listPhotographs } from './photograph-rows.server.ts'

/** Sessions and requests of a person are deleted together with the person in the register; those of the address here. */
export const ownPagesPersonalData: PersonalData = {
  listAddresses: async (db) => {
    const codes = await db.selectFrom('own_code').select('email').execute()
    const sessions = await db.selectFrom('own_session').select('email').execute()
    const browsers = await db.selectFrom('own_browser').select('email').execute()
    const passkeys = await db.selectFrom('own_passkey').select('email').execute()
    const helpers = await db.selectFrom('own_helper').select('email').execute()
    const changes = await db.selectFrom('own_email_change').select('new_email as email').execute()
    return [...codes, ...sessions, ...passkeys, ...browsers, ...helpers, ...changes].map(({ email }) => email)
  },
  collect: async (db, { address, people }) => ({
    data: {
      ownPageSessions: await listSessions(db, address, people),
      ownPagePasskeys: await listPasskeys(db, address, people),
      requests: await listRequests(db, people),
      ...(await collectHelp(db, address, people)),
    },
    files: (await listPhotographs(db, people)).map(({ name, ...file }, at) => ({
      path: `files/photograph/${at + 1}-${name}`,
      ...file,
    })),
  }),
  erase: async (db, { address }) => {
    await db.deleteFrom('own_code').where('email', '=', address).execute()
    await db.deleteFrom('own_session').where('email', '=', address).execute()
    await db.deleteFrom('own_passkey').where('email', '=', address).execute()
    await db.deleteFrom('own_browser').where('email', '=', address).execute()
    // As the helper of others, and those whom the owner of the address has named.
    await db
      .deleteFrom('own_helper')
      .where((eb) => eb.or([eb('email', '=', address), eb('named_from', '=', address)]))
      .execute()
    await db
      .deleteFrom('own_email_change')
      .where((eb) => eb.or([eb('new_email', '=', address), eb('old_email', '=', address)]))
      .execute()
    return {}
  },
}

/** The helpers of the person, and whom the owner of the address helps: not the name of that person. */
async function collectHelp(db: Db, address: string, people: readonly string[]) {
  const rows = db
    .selectFrom('own_helper')
    .select(['name', 'email', 'named_at', 'proved_at', 'ends_at', 'ended_at', 'ended_by'])
  return {
    helpers: await rows
      .select('reason')
      .where('person_id', 'in', ['', ...people])
      .orderBy('named_at')
      .execute(),
    helpsOthers: await rows.where('email', '=', address).orderBy('named_at').execute(),
    helperSessions: await db
      .selectFrom('own_session')
      .select(['email', 'created_at', 'last_seen_at', 'expires_at'])
      .where('email', '=', address)
      .where('helper_id', 'is not', null)
      .orderBy('created_at')
      .execute(),
  }
}

function listSessions(db: Db, address: string, people: readonly string[]) {
  return db
    .selectFrom('own_session')
    .select(['email', 'created_at', 'last_seen_at', 'expires_at'])
    .where('email', '=', address)
    .where('person_id', 'in', ['', ...people])
    .orderBy('created_at')
    .execute()
}

function listPasskeys(db: Db, address: string, people: readonly string[]) {
  return db
    .selectFrom('own_passkey')
    .select(['email', 'name', 'created_at', 'used_at'])
    .where('email', '=', address)
    .where('person_id', 'in', ['', ...people])
    .orderBy('created_at')
    .execute()
}

function listRequests(db: Db, people: readonly string[]) {
  return db
    .selectFrom('own_request')
    .select(['kind', 'proposed', 'state', 'note', 'requested_at', 'decided_at'])
    .where('person_id', 'in', ['', ...people])
    .orderBy('requested_at')
    .execute()
}
