import { newId } from '#db/engine/id.ts'
import { lockRows } from '#db/engine/lock.server.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { record } from '#features/audit/operations.server.ts'
import { sendLetter } from '#features/letters/operations.server.tsx'
import type { Outcome } from '#outcome.ts'
import { hashToken, newToken } from '#server/config/tokens.server.ts'
import { networkOf } from '#server/http/client-address.server.ts'
import { queueJob } from '#server/jobs/jobs.server.ts'
import { ownPageLimits } from './limits.ts'
import { claimTry, forgetTries, giveBackTry, hiddenAddress } from '#server/load/throttle.server.ts'
import { readTypedCode } from './code.ts'
import { hashCode, isSameHash, newCode } from './code-hash.server.ts'
import { ownCodeJob } from './jobs.ts'
import { findKnownBrowser, rememberBrowser } from './known-browsers.server.ts'
import { ownPageLetters } from './letters.ts'
import { listOpenPagesAt } from './queries.server.ts'
import { beginOwnSession, type NewOwnSession } from './sessions.server.ts'

/** Signing in by a code that we email. Nobody learns whether an address is in the register. */

const minute = 60_000
const codeMs = 10 * minute
/** A request lives longer than the code, in case the email waits in the queue. */
const requestMs = 60 * minute
const maxTries = 5

export interface OwnCode {
  id: string
}

/**
 * Makes a request for this browser. A job finds out whether the address is in the register, so that neither the answer
 * nor its timing reveals it. The browser stores `token`: a code works nowhere else. `known` is the token of a browser in
 * which someone has signed in with the address before.
 */
export function requestCode(
  db: Db,
  email: string,
  address: string,
  now: Date,
  known?: string,
): Promise<Outcome<'too-many', { token: string }>> {
  return inTransaction(db, async (db) => {
    const browser = await findKnownBrowser(db, known, email, now)
    const isClaimed = browser
      ? (await claimTry(db, ownPageLimits['own-codes-known'], browser, now)).ok
      : await claimRequest(db, email, address, now)
    if (!isClaimed) return { ok: false, reason: 'too-many' }
    const [id, token, at] = [newId(), newToken(), now.getTime()]
    await db
      .insertInto('own_code')
      .values({
        ...{ id, browser_hash: hashToken(token), email: email.toLowerCase() },
        ...{ created_at: at, expires_at: at + requestMs },
      })
      .execute()
    await queueJob(db, ownCodeJob, { id } satisfies OwnCode, now)
    await record(db, { kind: 'visitor', address }, 'own-page.code-requested', 'own-page', {}, now)
    return { ok: true, token }
  })
}

/** Counted for every address alike. What one network requests does not use up the limit of an address. */
async function claimRequest(db: Db, email: string, address: string, now: Date): Promise<boolean> {
  const [to, network] = [hiddenAddress(email), networkOf(address)]
  const claims = [
    await claimTry(db, ownPageLimits['own-codes-from'], network, now),
    await claimTry(db, ownPageLimits['own-codes-by'], `${to}:${network}`, now),
  ]
  if (!claims.every(({ ok }) => ok)) return false
  if (!(await claimTry(db, ownPageLimits['own-codes-by-a-day'], `${to}:${network}`, now)).ok) return false
  if (!(await claimTry(db, ownPageLimits['own-codes-to'], to, now)).ok) return false
  return (await claimTry(db, ownPageLimits['own-codes-a-day'], to, now)).ok
}

/** The work of the job. The ten minutes start when the email is written. */
export function sendCode(db: Db, secret: string, { id }: OwnCode, now: Date): Promise<void> {
  return inTransaction(db, async (db) => {
    const request = await db
      .selectFrom('own_code')
      .select(['email', 'code_hash', 'expires_at'])
      .where('id', '=', id)
      .$call(lockRows(db))
      .executeTakeFirst()
    if (!request || request.code_hash !== null || request.expires_at <= now.getTime()) return
    const code = newCode()
    const expiresAt = new Date(now.getTime() + codeMs)
    // Also for an address that nobody has: otherwise the time when the request ends would reveal it.
    await db
      .updateTable('own_code')
      .set({ code_hash: hashCode(secret, id, code), expires_at: expiresAt.getTime() })
      .where('id', '=', id)
      .execute()
    const readers = new Set((await listOpenPagesAt(db, request.email, now)).map(({ reader }) => reader))
    if (readers.size === 0) return
    const [reader = ''] = readers
    const to = { email: request.email, name: readers.size === 1 ? reader : '' }
    await sendLetter(db, to, ownPageLetters.code, { facts: { code }, secret: 'code', expiresAt }, now)
  })
}

export type CodeRefusal = 'wrong' | 'over' | 'too-many'

/**
 * Signs in with the code. A try is counted in the row before the code is compared, and the row is locked, so that
 * parallel tries are counted exactly. The right code uses the row up.
 */
export function useCode(
  db: Db,
  secret: string,
  { token, typed }: { token: string | undefined; typed: string },
  { address, former, known }: { address: string; former: string | undefined; known?: string | undefined },
  now: Date,
): Promise<Outcome<CodeRefusal, NewOwnSession & { known: string | undefined }>> {
  return inTransaction(db, async (db) => {
    const network = networkOf(address)
    if (!(await claimTry(db, ownPageLimits['own-code-tries'], network, now)).ok)
      return { ok: false, reason: 'too-many' }
    const request = await countTry(db, token, now)
    if (!request) return { ok: false, reason: 'over' }
    const isRight = isSameHash(request.code_hash, hashCode(secret, request.id, readTypedCode(typed) ?? ''))
    if (!isRight) return { ok: false, reason: request.tries < maxTries ? 'wrong' : 'over' }
    await db.deleteFrom('own_code').where('id', '=', request.id).execute()
    // The register may have changed since the email was sent.
    const pages = await listOpenPagesAt(db, request.email, now)
    if (pages.length === 0) return { ok: false, reason: 'over' }
    await giveBackTry(db, ownPageLimits['own-code-tries'], network)
    const byNetwork = [ownPageLimits['own-codes-by'], ownPageLimits['own-codes-by-a-day']]
    await forgetTries(db, byNetwork, `${hiddenAddress(request.email)}:${network}`)
    const remembered = await rememberBrowser(db, known, request.email, now)
    const session = await beginOwnSession(db, request.email, pages, { address, former }, now)
    return { ok: true, ...session, known: remembered }
  })
}

async function countTry(db: Db, token: string | undefined, now: Date) {
  return db
    .updateTable('own_code')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('browser_hash', '=', hashToken(token ?? ''))
    .where('expires_at', '>', now.getTime())
    .where('tries', '<', maxTries)
    .returning(['id', 'email', 'code_hash', 'tries'])
    .executeTakeFirst()
}

/** The address that this browser requested a code for, while it can still be entered. */
export async function findRequestedAddress(
  db: Db,
  token: string | undefined,
  now: Date,
): Promise<string | undefined> {
  const request = await db
    .selectFrom('own_code')
    .select('email')
    .where('browser_hash', '=', hashToken(token ?? ''))
    .where('expires_at', '>', now.getTime())
    .where('tries', '<', maxTries)
    .executeTakeFirst()
  return request?.email
}
