import { data, redirect } from 'react-router'
import { dropOwnToken, readOwnToken, sessionCookie } from '#routes/request/own-page-cookies.server.ts'
import { isSharedAddress } from '#features/own-pages/queries.server.ts'
import { actorOf, findOwnSession, isOwnSession } from '#features/own-pages/sessions.server.ts'
import { given, type RouteArgs } from '#routes/request/begin.server.ts'
import { ownPath, signInPath } from './paths.ts'

/** Who is signed in to the own page, by its own cookie. The session of staff plays no part in it. */

/** The session of the person in this browser; not that of a helper. Without one it leads to the page for signing in. */
export async function requireOwn(args: Pick<RouteArgs, 'context'>) {
  const { client } = given(args)
  const { session } = await requireVisit(args)
  if (!isOwnSession(session)) throw onlyThePerson()
  const actor = { kind: 'person', id: session.personId, address: client.address } as const
  return { session, actor }
}

/** The same for what a helper may see or do too. */
export async function requireVisit(args: Pick<RouteArgs, 'context'>) {
  const { client } = given(args)
  const session = await findOwn(args)
  if (!session) throw redirect(signInPath)
  return { session, actor: actorOf(session, client.address) }
}

export function onlyThePerson() {
  return data(
    { sentence: 'A helper cannot do this. Ask the person you are helping, or contact the office.' },
    { status: 403 },
  )
}

/** The reader of the page, and whether others share the address. */
export async function requireOwnReader(args: Pick<RouteArgs, 'context'>) {
  const { session, actor } = await requireOwn(args)
  return { session, actor, isShared: await isSharedAddress(given(args).db, session.email) }
}

export async function requireReader(args: Pick<RouteArgs, 'context'>) {
  const { session, actor } = await requireVisit(args)
  return { session, actor, isShared: await isSharedAddress(given(args).db, session.email) }
}

/** Someone who is signed in needs no page for signing in. */
export async function skipIfSignedIn(args: Pick<RouteArgs, 'context'>): Promise<void> {
  if (await findOwn(args)) throw redirect(ownPath)
}

/** For documents: someone who is not signed in does not learn that there is one. */
export async function findOwnReader(args: Pick<RouteArgs, 'context'>) {
  const session = await findOwn(args)
  return session && { ...session, isShared: await isSharedAddress(given(args).db, session.email) }
}

function findOwn(args: Pick<RouteArgs, 'context'>) {
  const { db, config, client, now } = given(args)
  return findOwnSession(db, readOwnToken(client.cookie, sessionCookie, config.origin), now)
}

export function signedOut(origin: string): string[] {
  return [dropOwnToken(sessionCookie, origin)]
}

/** Only for the person: stored nowhere and found by no search engine. */
export const ownHeaders = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }
