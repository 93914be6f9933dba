import { argon2Sync } from 'node:crypto'
import { newId } from '#db/engine/id.ts'
import type { Db } from '#db/schema/tables.ts'
import type { StaffActor } from '#features/audit/actor.ts'
import { addAccount } from '#features/staff/accounts/accounts.server.ts'
import type { Client } from '#features/staff/session/client.ts'
import { beginSession, findSession, type Session } from '#features/staff/session/sessions.server.ts'
import type { NewToken, SentTokens, TokenChanges } from '#features/staff/session/tokens.ts'
import type { Role, AccountState } from '#features/staff/accounts/workflow.ts'
import { staffCookies } from '#routes/request/staff-cookies.server.ts'
import { openLetters } from './letters.ts'

/** People with accounts, for tests. */

export const staffConfig = { origin: 'https://iaps.example', secret: 'the secret of a test, long enough' }
export const rightPassword = 'kaveri flows east in june'
export const otherPassword = 'the ninth moon is green'

/** Stored like real ones, but hashed quickly. */
export function quickHash(password: string): string {
  const nonce = Buffer.alloc(16, 7)
  const cost = { memory: 8, passes: 1, parallelism: 1 }
  const key = argon2Sync('argon2id', { message: password.normalize('NFC'), nonce, tagLength: 32, ...cost })
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=8,t=1,p=1$${text(nonce)}$${text(key)}`
}

interface PersonOptions {
  role?: Role
  state?: AccountState
  email?: string
  name?: string
  password?: string
}

export async function makeStaff(db: Db, now: Date, made: PersonOptions = {}) {
  const { role = 'editor', state = 'active', name = 'Meera Rao', password = rightPassword } = made
  const email = made.email ?? `${newId()}@example.org`
  const account = { name, email, phone: '+91 532 246 0000', requestedRole: role, isVerified: true }
  const secret = { password: { text: password, hash: quickHash(password) } }
  const given = state === 'pending' ? {} : { role }
  const id = await addAccount(db, { ...account, ...given, ...secret }, now)
  if (!id) throw new Error(`${email} already has an account.`)
  if (state === 'disabled') await db.updateTable('staff_user').set({ state }).where('id', '=', id).execute()
  return { id, email, name, role, password }
}

export function actorFor({ id, role }: { id: string; role: Role }): StaffActor {
  return { kind: 'staff', id, role, address: '192.0.2.1' }
}

/** A browser that stores these tokens. */
export function clientFrom(address = '192.0.2.1', tokens: TokenChanges = {}): Client {
  const stored = Object.entries(tokens).filter(
    (entry): entry is [string, NewToken] => typeof entry[1] === 'object',
  )
  const sent: SentTokens = Object.fromEntries(stored.map(([kind, { token }]) => [kind, token]))
  return { address, userAgent: 'A browser', tokens: sent }
}

/** The Cookie header of a browser that got these Set-Cookie headers. */
export function cookieHeader(lines: string[] = []): string {
  return lines.map((line) => line.split(';')[0] ?? '').join('; ')
}

/** The Cookie header of someone who signed in. */
export function sessionHeader(config: { origin: string }, session: NewToken): string {
  return cookieHeader(staffCookies(config, { session }))
}

/** Someone signed in, with everything an operation needs. */
export async function makeSignedIn(db: Db, now: Date, made: PersonOptions & { secondFactorAt?: Date } = {}) {
  const person = await makeStaff(db, now, made)
  const begin = { userId: person.id, secondFactorAt: made.secondFactorAt ?? null, provedAt: now }
  const tokens = { session: await beginSession(db, staffConfig, begin, clientFrom(), now) }
  const session = await sessionFor(db, tokens, now)
  if (!session) throw new Error('The session did not open.')
  return { person, session, tokens, client: clientFrom('192.0.2.1', tokens), actor: actorFor(person) }
}

export function sessionFor(db: Db, tokens: TokenChanges, now: Date): Promise<Session | undefined> {
  return findSession(db, clientFrom('', tokens).tokens.session, now)
}

/** The actions in the audit trail, in their order. */
export async function listActions(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('audit_entry').select('action').orderBy('seq').execute()
  return rows.map((row) => row.action)
}

export async function listLetters(db: Db) {
  const letters = await openLetters(db)
  return letters.map(({ id: _, ...letter }) => letter)
}

/** The token in the last letter of a kind. */
export async function tokenIn(db: Db, kind: string): Promise<string> {
  const letter = (await listLetters(db)).findLast((letter) => letter.kind === kind)
  const token = /\?token=([\w-]{43})/.exec(letter?.body_text ?? '')?.[1]
  if (!token) throw new Error(`No letter ${kind} with a link.`)
  return token
}
