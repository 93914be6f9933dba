import type { Db } from '#db/schema/tables.ts'
import { learnContact } from '#features/people/contacts/operations.server.ts'
import { enrolPeople } from '#features/people/operations.server.ts'
import type { NewPerson } from '#features/people/register.ts'
import { requestCode, sendCode, useCode } from '#features/own-pages/codes.server.ts'
import { sendPhotograph } from '#features/own-pages/photographs.server.ts'
import type { FileStore } from '#server/files/files.server.ts'
import { photograph } from '#test/hostile/made-files.ts'
import { openLetters } from './letters.ts'
import {
  addingOptions,
  addPasskey,
  signInOptions,
  signInWithPasskey,
} from '#features/own-pages/passkeys.server.ts'
import { findOwnSession, isOwnSession } from '#features/own-pages/sessions.server.ts'
import { SoftKey } from '#test/harness/soft-key.ts'

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

/** For passkeys, with the key in software. */
export const passkeySite = { origin: 'https://iaps.example' }

const challengeIn = (options: object) => (options as { challenge: string }).challenge

/** The person of an own session, as operations know them. */
export async function signedInBy(db: Db, token: string | undefined, now: Date) {
  const session = await findOwnSession(db, token, now)
  if (!session || !isOwnSession(session)) throw new Error('Nobody is signed in as themselves.')
  return { session, actor: { kind: 'person', id: session.personId, address: home } as const }
}

/** Adds a new key to the page that the token has opened. */
export async function addKey(db: Db, token: string | undefined, now: Date, name = 'My phone') {
  const { session, actor } = await signedInBy(db, token, now)
  const key = new SoftKey(passkeySite.origin)
  const requested = await addingOptions(db, passkeySite, session, now)
  if (!requested.ok) return { key, added: requested }
  const answer = { token: requested.token, response: key.register(challengeIn(requested.options)), name }
  return { key, added: await addPasskey(db, passkeySite, actor, session, answer, now) }
}

/** A challenge for signing in, and the token that belongs to it. */
export async function askToSign(db: Db, now: Date, address = home) {
  const requested = await signInOptions(db, passkeySite, address, now)
  if (!requested.ok) throw new Error(requested.reason)
  return { token: requested.token, challenge: challengeIn(requested.options) }
}

export async function useKey(
  db: Db,
  answer: (challenge: string) => unknown,
  now: Date,
  address = home,
): Promise<Awaited<ReturnType<typeof signInWithPasskey>>> {
  const { token, challenge } = await askToSign(db, now, address)
  const answered = { token, response: answer(challenge) }
  return signInWithPasskey(db, passkeySite, answered, { address, former: undefined }, now)
}

export async function tokenBy(db: Db, key: SoftKey, now: Date, change: Parameters<SoftKey['sign']>[1] = {}) {
  const signed = await useKey(db, (challenge) => key.sign(challenge, change), now)
  return signed.ok ? signed.token : undefined
}
