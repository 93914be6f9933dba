import type { Kysely } from 'kysely'
import type { Tables } from '#db/schema/tables.ts'
import { system } from '#features/audit/actor.ts'
import { codeCharacters } from '#features/own-pages/code.ts'
import { useCode } from '#features/own-pages/codes.server.ts'
import { endOwnSession, findOwnSession } from '#features/own-pages/sessions.server.ts'
import { saveContact } from '#features/people/contacts/operations.server.ts'
import { findContact } from '#features/people/contacts/queries.server.ts'
import { movePeople } from '#features/people/editing.server.ts'
import { home, makeReached, ownSecret } from '#test/makers/own-pages.ts'
import { monday } from '#test/harness/days.ts'

/** The people whom the attempts on own pages are about, and the steps that the attempts share. */

type TestDb = Kysely<Tables>
export type Tokens = (string | undefined)[]

export const asha = 'asha@example.org'
export const mal = 'mal@example.org'
export const shared = 'family@example.org'
export const elsewhere = '198.51.100.7'
const minute = 60_000
export const later = (minutes: number) => new Date(monday.getTime() + minutes * minute)

export interface OwnPageWorld {
  db: TestDb
  ids: Record<'asha' | 'mal' | 'ravi' | 'rita' | 'dev' | 'bina', string>
}

export async function makeWorld(db: TestDb): Promise<OwnPageWorld> {
  const ids = {
    asha: await makeReached(db, asha, monday),
    mal: await makeReached(db, mal, monday, { givenName: 'Mal' }),
    ravi: await makeReached(db, shared, monday, { givenName: 'Ravi' }),
    rita: await makeReached(db, shared, monday, { givenName: 'Rita' }),
    dev: await makeReached(db, 'dev@example.org', monday, { diedYear: 1994 }),
    bina: await makeReached(db, 'bina@example.org', monday),
  }
  await movePeople(db, system, 'bin', [ids.bina], monday)
  return { db, ids }
}

export async function enter(
  db: TestDb,
  token: string | undefined,
  typed: string,
  at = monday,
  from = elsewhere,
) {
  const used = await useCode(db, ownSecret, { token, typed }, { address: from, former: undefined }, at)
  return used.ok ? used.token : undefined
}

export const wrongOf = (code: string) =>
  [...code]
    .map((one) => (one === '-' ? one : codeCharacters[(codeCharacters.indexOf(one) + 1) % 23]))
    .join('')

export async function endOwn(db: TestDb, token: string | undefined) {
  const session = await findOwnSession(db, token, monday)
  if (session) await endOwnSession(db, session, home, monday)
}

export async function changeAddress(db: TestDb, personId: string, email: string) {
  const { version, ...contact } = await findContact(db, personId)
  await saveContact(db, system, { ...contact, personId, email, version }, monday)
}
