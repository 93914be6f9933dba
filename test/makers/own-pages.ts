import type { Db } from '#db/schema/tables.ts'
import { learnContact } from '#features/people/contacts/operations.server.ts'
import { enrolPeople } from '#features/people/operations.server.ts'
import type { NewPerson } from '#features/people/register.ts'
import { requestCode, sendCode, useCode } from '#features/own-pages/codes.server.ts'
import { sendPhotograph } from '#features/own-pages/photographs.server.ts'
import type { FileStore } from '#server/files/files.server.ts'
import { photograph } from '#test/hostile/made-files.ts'
import { openLetters } from './letters.ts'

/** People in the register with an address, and their way to the own page. */

export const ownSecret = 'a secret of the tests of own pages'
export const home = '192.0.2.9'

const someone: NewPerson = {
  memberNo: 'LM-1',
  givenName: 'Asha',
  familyName: 'Sample',
  category: 'life',
  since: 1994,
  discipline: 'Physics',
  country: 'India',
  listed: false,
}

let made = 0

export async function makeReached(
  db: Db,
  email: string,
  now: Date,
  change: Partial<NewPerson> = {},
): Promise<string> {
  made += 1
  const [id = ''] = await enrolPeople(db, [{ ...someone, memberNo: `OP-${made}`, ...change }], now)
  await learnContact(db, id, { email, emailProvedAt: now.getTime() }, now)
  return id
}

/** Requests a code and has the job send it. */
export async function askForCode(db: Db, email: string, now: Date, from = home, secret = ownSecret) {
  const requested = await requestCode(db, email, from, now)
  if (!requested.ok) return undefined
  await sendCodes(db, now, secret)
  return requested.token
}

export async function sendCodes(db: Db, now: Date, secret = ownSecret): Promise<void> {
  for (const { id } of await db.selectFrom('own_code').select('id').execute())
    await sendCode(db, secret, { id }, now)
}

/** The newest code that was emailed to an address. */
export async function codeMailedTo(db: Db, email: string, kind = 'own-page.code'): Promise<string> {
  const letters = (await openLetters(db, email)).filter((letter) => letter.kind === kind)
  return /[A-Z\d]{4}-[A-Z\d]{4}/.exec(letters.at(-1)?.body_text ?? '')?.[0] ?? ''
}

/** Signs in as the owner of an address would; returns the token of the session. */
export async function signInAt(db: Db, email: string, now: Date, secret = ownSecret): Promise<string> {
  const token = await askForCode(db, email, now, home, secret)
  const typed = await codeMailedTo(db, email)
  const signed = await useCode(db, secret, { token, typed }, { address: home, former: undefined }, now)
  if (!signed.ok) throw new Error(`Signing in failed: ${signed.reason}`)
  return signed.token
}

/** Someone who has sent a photograph, which waits for the office. */
export async function makeWithPhotograph(db: Db, privateFiles: FileStore, email: string, now: Date) {
  const personId = await makeReached(db, email, now, {
    grade: 'fellow',
    fellowNo: `F-${email}`,
    listed: true,
  })
  const actor = { kind: 'person', id: personId, address: home } as const
  const file = { name: 'me.jpg', mediaType: 'image/jpeg', bytes: await photograph(320, 420) }
  const sent = await sendPhotograph(db, privateFiles, actor, file, now)
  if (!sent.ok) throw new Error(sent.reason)
  const { id } = await db
    .selectFrom('own_request')
    .select('id')
    .where('person_id', '=', personId)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  return { personId, requestId: id }
}
